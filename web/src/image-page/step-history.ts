/** Undo and redo on a page of images: the frame of the gesture comes first, then the record, then the tools go to what changed. */
import { alertUser } from '../lib/alerts.ts';
import { currentSession } from '../study/store/current-study.ts';
import type { Side } from '../study/store/history.ts';
import { messages } from './messages.ts';
import type { PageContext } from './parts.ts';

/**
 * Applies undo (to the side before a gesture) or redo (to the side after it) to the image that is shown.
 * @returns false when there was nothing to apply, or it could not be
 */
export function stepHistory({ file, player, study, tools }: PageContext, to: Side): boolean {
  const session = currentSession();
  if (!session || !file) return false;
  if (study.readOnly) {
    alertUser(messages.mayNotSave);
    return false;
  }
  const id = file.instance_id;
  const imageNow = () => session.study.images.find(({ instance_id }) => instance_id === id) ?? null;
  // An unfinished drag is cancelled.
  tools.send({ type: 'pointer-cancel' });
  const frame = session.nextStep(id, to)?.frame ?? null;
  if (frame !== null && player) {
    player.pause();
    if (player.state.frameIndex !== frame - 1) player.seek(frame - 1);
  }
  const before = imageNow();
  const done = to === 'before' ? session.undo(id) : session.redo(id);
  if (done) tools.send({ type: 'restored', before, now: imageNow() });
  return done;
}

/** Undoes or redoes gestures one by one until so many of the image's history are done. */
export function goToGesture(context: PageContext, done: number): void {
  const now = context.study.history?.done ?? done;
  for (let step = Math.abs(done - now); step > 0; step -= 1) if (!stepHistory(context, done < now ? 'before' : 'after')) return;
}
