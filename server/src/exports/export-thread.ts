import { rm } from 'node:fs/promises';
import type { Db } from '../db/connect.ts';
import { archivePath } from './archive-path.ts';
import { EXPORT_NEW_OBJECTS_MIB } from './limits.ts';
import type { ExportOutcome, ThreadOrder } from './thread-order.ts';
import { runThread, type ThreadOptions } from '../jobs/thread.ts';

/** Makes an archive or a preview in a thread, and leaves nothing of an archive that was ended before it was whole. */
export async function inThread(db: Db, order: ThreadOrder, options: ThreadOptions): Promise<ExportOutcome> {
  try {
    return await runThread<ExportOutcome>(db, 'export.worker.js', order, { newObjectsMib: EXPORT_NEW_OBJECTS_MIB, ...options });
  } finally {
    if (options.signal.aborted && order.id !== null) await dropUnfinished(order.exportsFolder, order.id);
  }
}

async function dropUnfinished(folder: string, id: string): Promise<void> {
  const target = archivePath(folder, id);
  await rm(`${target}.part`, { force: true });
  await rm(`${target}.work`, { recursive: true, force: true });
}
