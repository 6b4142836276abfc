import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';
import type { ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { decisionsOf } from '@echometry/contract/rules/sequence.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { CurvesOfCycle, CycleCurvesOnPage } from './cycle-curves.ts';
import { useWholeCycle } from './use-whole-cycle.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

interface Shown {
  view: WholeCycleView;
  /** Curves of the cycle in work. */
  own: CurvesOfCycle;
  /** Curves of the image's other cycles. */
  others: readonly CurvesOfCycle[];
  method: string | null;
  rule: EndSystoleRule;
  /** Null until it is computed. */
  spread: ShakenCurves | null;
}

/** Has the curves computed again when what they are computed from changes. */
export function useAskForCurves(curves: CycleCurvesOnPage, whole: WholeCycle, { tools }: PageContext): void {
  const measuring = studyMeasuring();
  const measured = useCallback((listener: () => void) => (measuring ? subscribe(measuring.shown, listener) : () => undefined), [measuring]);
  const revision = useSyncExternalStore(measured, () => measuring?.shown.revision ?? 0);
  const context = useSyncExternalStore(tools.subscribe, () => whole.context());
  const held = useSyncExternalStore(tools.subscribe, () => whole.state.drag?.now ?? null);
  const cycle = useSyncExternalStore(tools.subscribe, () => whole.state.cycle);
  const rule = useRule(curves);
  useEffect(() => curves.ask(whole, revision), [curves, whole, revision, context, held, cycle, rule]);
}

const useRule = (curves: CycleCurvesOnPage): EndSystoleRule | null =>
  useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(curves.shown, listener), [curves]),
    () => curves.shown.rule,
  );

/** The curves of the cycle in work; null while there are none. */
export function useCycleCurves(curves: CycleCurvesOnPage, whole: WholeCycle, context: PageContext): Shown | null {
  const view = useWholeCycle(whole, context);
  const subscribed = useCallback((listener: () => void) => subscribe(curves.shown, listener), [curves]);
  const found = useSyncExternalStore(subscribed, () => curves.shown.found);
  const method = useSyncExternalStore(subscribed, () => curves.shown.method);
  const spread = useSyncExternalStore(subscribed, () => curves.shown.spread);
  const chosen = useRule(curves);
  const own = found.find(({ instance_id, cycle }) => instance_id === view?.ready.image.instance_id && cycle === view.cycle);
  if (!view?.known || !own) return null;
  const rule = chosen ?? decisionsOf(view.known.sequence).end_systole;
  return { view, own, others: found.filter((one) => one !== own), method, rule, spread };
}
