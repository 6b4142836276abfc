import { KeepDialog } from '../../image-page/keep-dialog.tsx';
import type { PageContext } from '../../image-page/parts.ts';
import type { Timing } from './timing.ts';
import { useTimingState } from './use-timing.ts';

/** Asks before the cycles that were not chosen go. */
export function KeepCycles({ timing, context }: { timing: Timing; context: PageContext }) {
  const asking = useTimingState(timing, context, ({ choosing }) => choosing.asking);
  const count = useTimingState(timing, context, ({ choosing }) => choosing.chosen.length);
  return (
    <KeepDialog opened={asking} count={count} onNo={() => timing.send({ type: 'cancel' })} onYes={() => timing.send({ type: 'confirm' })} />
  );
}
