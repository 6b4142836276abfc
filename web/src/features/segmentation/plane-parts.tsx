import type { PageContext } from '../../image-page/parts.ts';
import type { ModalityParts } from './modality-parts.ts';
import { Plane } from './plane.ts';
import { PlaneCine } from './plane-cine.tsx';
import { planeHints } from './plane-hints.ts';
import { PlaneLines } from './plane-lines.tsx';
import { PlaneState } from './plane-state.tsx';
import { PlaneTools } from './plane-tools.tsx';
import { TrackingPart } from './tracking-part.tsx';
import { BullsEyeOnPage } from './bulls-eye.ts';
import { CurveValues } from './curve-values.tsx';
import { CurvesPart } from './curves-part.tsx';
import { CycleCurvesOnPage } from './cycle-curves.ts';
import { CycleTicks } from './cycle-ticks.tsx';
import { messages, modeOf } from './messages.ts';
import { useWholeCycle } from './use-whole-cycle.ts';
import { WholeCycle } from './whole-cycle.ts';
import { wholeCycleHints } from './whole-cycle-hints.ts';
import { WholeCyclePart } from './whole-cycle-part.tsx';

/** Tracing clips, planes without cycles and M-Mode strips. */
/** @param caliperInHand the lines rest while it is */
export function planeParts(caliperInHand: () => boolean): ModalityParts {
  const whole: WholeCycle = new WholeCycle(() => plane, caliperInHand);
  const curves = new CycleCurvesOnPage();
  const bullsEye = new BullsEyeOnPage();
  const plane: Plane = new Plane(() => caliperInHand() || whole.inWork);
  return {
    mode: () => {
      const cycle = whole.view();
      if (cycle) return messages.whole.mode(cycle.cycle + 1);
      const view = plane.view();
      return view ? modeOf(view.work) : messages.modes.unactive;
    },
    column: (context) => (context.study.readOnly ? null : <PlaneTools plane={plane} whole={whole} context={context} />),
    state: (context) => <PlaneState plane={plane} whole={whole} context={context} />,
    timeline: (context) => (
      <>
        <PlaneCine plane={plane} context={context} />
        <CycleTicks whole={whole} context={context} />
      </>
    ),
    below: (context) => <CurvesPart curves={curves} whole={whole} context={context} />,
    lines: (context) => (
      <>
        <EventLines plane={plane} whole={whole} context={context} />
        <WholeCyclePart whole={whole} context={context} />
        <CurveValues curves={curves} bullsEye={bullsEye} whole={whole} context={context} />
      </>
    ),
    tools: [whole.part, plane.part],
    hints: () => wholeCycleHints(whole) ?? planeHints(plane, whole),
    keys: (context) => ({
      'segmentation.next-frame': () => context.player?.step(1),
      'segmentation.previous-frame': () => context.player?.step(-1),
    }),
  };
}

/** The lines of the event in work; none while every frame is. */
function EventLines({ plane, whole, context }: { plane: Plane; whole: WholeCycle; context: PageContext }) {
  if (useWholeCycle(whole, context)) return null;
  return (
    <>
      <PlaneLines plane={plane} context={context} />
      <TrackingPart plane={plane} context={context} />
    </>
  );
}
