import type { Db } from '../db/connect.ts';
import { RECORD_AFTER_MS, RECORDED_AT_ONCE } from './limits.ts';
import type { ImportedFile } from './imported-file.ts';
import { packed, type PackedFile, type Recorded, recordFile, recordFiles } from './record-files.ts';

/** Makes images known. */
export interface Recorder {
  /** The image is known, durably, once this resolves. */
  record(file: ImportedFile): Promise<Recorded>;
}

interface Waiting extends PackedFile {
  resolve: (recorded: Recorded) => void;
  reject: (error: unknown) => void;
}

/**
 * Records images that wait at the same time in one transaction, which is synced once for all of them. When one of them cannot be
 * recorded the transaction is rolled back and each gets its own, so that every outcome belongs to its file.
 */
export function groupRecorder(db: Db): Recorder {
  const waiting: Waiting[] = [];
  let isRunning = false;
  let timer: NodeJS.Timeout | null = null;

  const alone = async ({ file, resolve, reject }: Waiting): Promise<void> => {
    await recordFile(db, file).then(resolve, reject);
  };

  const run = async (): Promise<void> => {
    timer = null;
    isRunning = true;
    const some = waiting.splice(0, RECORDED_AT_ONCE);
    // One file can refuse the whole batch: recorded one by one, each file gets its own record or failure.
    const recorded = await recordFiles(db, some).catch(() => null);
    if (recorded === null) for (const one of some) await alone(one);
    else for (const [index, one] of some.entries()) one.resolve(recorded[index] as Recorded);
    isRunning = false;
    plan();
  };

  /** Records at once where enough files wait, and shortly after the first of fewer. */
  const plan = (): void => {
    if (isRunning || waiting.length === 0) return;
    if (waiting.length >= RECORDED_AT_ONCE) {
      if (timer !== null) clearTimeout(timer);
      void run();
    } else timer ??= setTimeout(() => void run(), RECORD_AFTER_MS);
  };

  return {
    record: async (file) => {
      const ready = await packed(file);
      return new Promise((resolve, reject) => {
        waiting.push({ ...ready, resolve, reject });
        plan();
      });
    },
  };
}
