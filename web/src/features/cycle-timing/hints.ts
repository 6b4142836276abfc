/** The keys that work now, for the strip below the picture. */
import { can } from '../../tools/cycle-timing/guards.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';

const PLAY: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: messages.keys.play },
  { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: messages.keys.frame },
];
const EVENTS: KeyHint = { actions: ['cycle-timing.previous-event', 'cycle-timing.next-event'], does: messages.keys.event };
const LINE: KeyHint = { actions: ['cycle-timing.left', 'cycle-timing.right'], does: messages.keys.line };

export function hintsOf(timing: Timing, clip: boolean): readonly KeyHint[] {
  const { state, status } = timing;
  const now = can(state, timing.context());
  const hints: KeyHint[] = clip ? [...PLAY] : [];
  if (timing.proposes)
    hints.push(
      { actions: ['cycle-timing.accept'], does: messages.keys.accept },
      { actions: ['cycle-timing.accept-all'], does: messages.keys.acceptAll },
      { actions: ['cycle-timing.drop'], does: messages.keys.drop },
    );
  if (now.onset) hints.push({ actions: ['cycle-timing.onset'], does: status === 'editing' ? messages.keys.addOnset : messages.keys.onset });
  if (now.choose) hints.push({ actions: ['cycle-timing.onset'], does: messages.keys.choose });
  if (now.diastole) hints.push({ actions: ['cycle-timing.diastole'], does: messages.keys.diastole });
  if (now.diastolesOnOnsets) hints.push({ actions: ['cycle-timing.diastoles-on-onsets'], does: messages.keys.diastolesOnOnsets });
  if (now.systole) hints.push({ actions: ['cycle-timing.systole'], does: messages.keys.systole });
  if (status === 'editing') hints.push({ actions: ['cycle-timing.left', 'cycle-timing.right'], does: messages.keys.move });
  else if (!clip && status !== 'selecting-cycles') hints.push(LINE);
  hints.push(status === 'selecting-cycles' ? { ...EVENTS, does: messages.keys.cycle } : EVENTS);
  if (!clip) hints.push({ actions: ['cycle-timing.shrink', 'cycle-timing.stretch'], does: messages.keys.time });
  if (clip) hints.push({ actions: ['cycle-timing.loop-cycle'], does: messages.keys.loopCycle });
  if (now.finish) hints.push({ actions: ['cycle-timing.finish'], does: messages.keys.finish });
  if (status === 'finished') hints.push({ actions: ['selection.next-step'], does: messages.keys.nextStep });
  if (now.edit) hints.push({ actions: ['cycle-timing.edit'], does: messages.keys.edit });
  if (now.reopen) hints.push({ actions: ['cycle-timing.reopen'], does: messages.keys.reopen });
  if (status !== 'unactive') hints.push({ actions: ['cycle-timing.undo'], does: messages.keys.undo });
  if (now.removeAll) hints.push({ actions: ['cycle-timing.remove-all'], does: messages.keys.removeAll });
  return hints;
}
