import type { Dialect } from '../../db/dialect.ts';
import { runThread } from '../../jobs/thread.ts';
import type { ObjectsPlace } from '../../objects/place.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { DrawHooks, DrawnStudy, DrawOrder, Refusals } from './draw-lines.ts';
import { PREDICTIONS_HEAP_MIB } from './limits.ts';

/** The order and the outcome of the thread. */
export interface PredictionsOrder extends DrawOrder {
  root: string;
  dialect: Dialect;
  objects: ObjectsPlace;
}
export type PredictionsOutcome = { type: 'drawn'; refusals: Refusals };

/** Draws lines in a thread: a large file would hold up everybody for minutes. */
export const drawInThread =
  ({ db, place }: Pick<Workspace, 'db' | 'place'>, root: string) =>
  async (order: DrawOrder, { signal, onProgress, keep }: DrawHooks): Promise<Refusals> => {
    const whole: PredictionsOrder = { ...order, root, dialect: db.dialect, objects: place };
    const { refusals } = await runThread<PredictionsOutcome, DrawnStudy>(db, 'predictions.worker.js', whole, {
      signal,
      progress: (done, total) => onProgress?.({ done, total }),
      take: keep,
      heapMib: PREDICTIONS_HEAP_MIB,
    });
    return refusals;
  };
