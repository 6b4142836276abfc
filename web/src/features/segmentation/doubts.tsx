import { Button } from '@mantine/core';
import type { CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import { curveKey, DOUBTFUL_LINE, partsOf } from '../../image-page/curves/curve-methods.ts';
import { curveName } from '../../image-page/curves/curve-rows.ts';
import { isConfirmed } from '../../tools/whole-cycle/decisions.ts';
import { messages } from './messages.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

interface Props {
  curves: readonly CycleCurve[];
  whole: WholeCycle;
  view: WholeCycleView;
}

/** Curves that were followed with doubt: left out until a user confirms them. */
export function Doubts({ curves, whole, view }: Props) {
  const { known, mayChange } = view;
  if (!known) return null;
  const { doubt: words } = messages.curves;
  return curves.map((curve) => {
    const parts = partsOf(curve);
    const confirmed = parts.every((part) => isConfirmed(known.sequence, part));
    if (!confirmed && !curve.reasons.includes(DOUBTFUL_LINE)) return null;
    const name = curveName(curve);
    return (
      <p key={curveKey(curve)}>
        {confirmed ? words.confirmed(name) : words.doubtful(name)}{' '}
        {mayChange && (
          <Button size="compact-xs" variant="default" onClick={() => whole.send({ type: 'confirm', parts })}>
            {confirmed ? words.withdraw : words.confirm}
          </Button>
        )}
      </p>
    );
  });
}
