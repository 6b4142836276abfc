/** Lines of a model on their way: sent, checked, and stored once the person has seen what matches. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { PredictionsOrder, PredictionsOutcome, PredictionsRecord } from '@echometry/contract/records/predictions.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { type ChosenFile, sizeOf, uploadIdOf } from '../../lib/chosen-files.ts';
import { poll } from '../../lib/polling.ts';
import { upload } from '../../lib/upload.ts';
import { messages } from './messages.ts';

const LOOK_MS = 500;

export interface ModelLines {
  model: string;
  version: string;
  files: readonly ChosenFile[];
  /** annotations.json or sources.csv of an export; null where the files need none. */
  exported: ChosenFile | null;
}

export type Phase =
  | { kind: 'choosing'; failure: string | null }
  | { kind: 'sending'; share: number; isOffline: boolean }
  | { kind: 'reading'; record: PredictionsRecord }
  | { kind: 'done'; outcome: PredictionsOutcome; isCheck: boolean; order: PredictionsOrder };

const CHOOSING: Phase = { kind: 'choosing', failure: null };
const isUnderWay = ({ status }: PredictionsRecord): boolean => status === 'queued' || status === 'running';

/** Sends the files; returns the order of their check. */
async function sent(project: string, lines: ModelLines, show: (phase: Phase) => void, signal: AbortSignal): Promise<PredictionsOrder> {
  const files = lines.exported === null ? lines.files : [...lines.files, lines.exported];
  const id = await uploadIdOf(files);
  const total = Math.max(1, sizeOf(files));
  let share = 0;
  show({ kind: 'sending', share, isOffline: false });
  await upload({
    id,
    files,
    signal,
    onProgress: ({ sent: bytes, isOffline }) => {
      if (!isOffline) share = bytes / total;
      show({ kind: 'sending', share, isOffline });
    },
  });
  const exported = lines.exported === null ? null : files.length - 1;
  return { project, model: lines.model, version: lines.version, upload: id, exported, check: true };
}

/** Has an order performed and follows it to its end. */
async function performed(order: PredictionsOrder, show: (phase: Phase) => void, signal: AbortSignal): Promise<void> {
  const id = crypto.randomUUID();
  const made = await call(CALLS.predictionsCreate, { id, order }, { signal });
  if (!made.accepted) throw new Error(made.message);
  show({ kind: 'reading', record: made.predictions });
  await poll({
    signal,
    everyMs: LOOK_MS,
    read: () => call(CALLS.predictionsGet, { id }, { signal }),
    isUnderWay,
    onValue: (record) => {
      if (isUnderWay(record)) show({ kind: 'reading', record });
      else if (record.outcome !== null) show({ kind: 'done', outcome: record.outcome, isCheck: order.check, order });
      else if (record.status === 'cancelled') show({ kind: 'choosing', failure: messages.model.cancelled });
      else show({ kind: 'choosing', failure: record.failure ?? messages.model.noResult });
    },
    onFailure: (error) => show({ kind: 'choosing', failure: messageOf(error) }),
  });
}

export interface ModelLinesState {
  phase: Phase;
  check: (lines: ModelLines) => void;
  store: () => void;
  cancel: () => void;
  again: () => void;
}

/** @param onStored called when a rater has new lines */
export function useModelLines(project: string, onStored: () => void): ModelLinesState {
  const [phase, setPhase] = useState<Phase>(CHOOSING);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const run = useCallback(
    (work: (show: (phase: Phase) => void, signal: AbortSignal) => Promise<void>): void => {
      stop.current?.abort();
      const controller = new AbortController();
      stop.current = controller;
      const show = (next: Phase): void => {
        if (controller.signal.aborted) return;
        setPhase(next);
        if (next.kind === 'done' && !next.isCheck) onStored();
      };
      work(show, controller.signal).catch((error: unknown) => show({ kind: 'choosing', failure: messageOf(error) }));
    },
    [onStored],
  );

  return {
    phase,
    check: (lines) => run(async (show, signal) => performed(await sent(project, lines, show, signal), show, signal)),
    store: () => {
      if (phase.kind === 'done') run((show, signal) => performed({ ...phase.order, check: false }, show, signal));
    },
    cancel: () => {
      // The end of a job that runs comes from the server: what it stored before is kept.
      if (phase.kind === 'reading')
        return void call(CALLS.jobsCancel, { id: phase.record.id }).catch((error: unknown) =>
          setPhase({ kind: 'choosing', failure: messageOf(error) }),
        );
      stop.current?.abort();
      setPhase(CHOOSING);
    },
    again: () => setPhase(CHOOSING),
  };
}
