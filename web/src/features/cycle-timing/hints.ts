/** The keys that work now, for the strip below the picture. */
import { can } from '../../tools/cycle-timing/guards.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import type { Timing } from './timing.ts';

const PLAY: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: 'play' },
  { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: 'frame' },
];
const EVENTS: KeyHint = { actions: ['cycle-timing.previous-event', 'cycle-timing.next-event'], does: 'event' };
const LINE: KeyHint = { actions: ['cycle-timing.left', 'cycle-timing.right'], does: 'line' };

export function hintsOf(timing: Timing, clip: boolean): readonly KeyHint[] {
  const { state, status } = timing;
  const now = can(state, timing.context());
  const hints: KeyHint[] = clip ? [...PLAY] : [];
  if (timing.proposes)
    hints.push(
      { actions: ['cycle-timing.accept'], does: 'accept' },
      { actions: ['cycle-timing.accept-all'], does: 'accept all' },
      { actions: ['cycle-timing.drop'], does: 'drop' },
    );
  if (now.onset) hints.push({ actions: ['cycle-timing.onset'], does: status === 'editing' ? 'add onset' : 'onset' });
  if (now.choose) hints.push({ actions: ['cycle-timing.onset'], does: 'choose' });
  if (now.diastole) hints.push({ actions: ['cycle-timing.diastole'], does: 'end diastole' });
  if (now.diastolesOnOnsets) hints.push({ actions: ['cycle-timing.diastoles-on-onsets'], does: 'all on onsets' });
  if (now.systole) hints.push({ actions: ['cycle-timing.systole'], does: 'end systole' });
  if (status === 'editing') hints.push({ actions: ['cycle-timing.left', 'cycle-timing.right'], does: 'move' });
  else if (!clip && status !== 'selecting-cycles') hints.push(LINE);
  hints.push(status === 'selecting-cycles' ? { ...EVENTS, does: 'cycle' } : EVENTS);
  if (!clip) hints.push({ actions: ['cycle-timing.shrink', 'cycle-timing.stretch'], does: 'time' });
  if (clip) hints.push({ actions: ['cycle-timing.loop-cycle'], does: 'loop cycle' });
  if (now.finish) hints.push({ actions: ['cycle-timing.finish'], does: 'finish' });
  if (status === 'finished') hints.push({ actions: ['selection.next-step'], does: 'next step' });
  if (now.edit) hints.push({ actions: ['cycle-timing.edit'], does: 'edit' });
  if (now.reopen) hints.push({ actions: ['cycle-timing.reopen'], does: 'reopen' });
  if (status !== 'unactive') hints.push({ actions: ['cycle-timing.undo'], does: 'undo' });
  if (now.removeAll) hints.push({ actions: ['cycle-timing.remove-all'], does: 'remove all' });
  return hints;
}
