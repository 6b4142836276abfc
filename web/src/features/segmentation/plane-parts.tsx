import type { ModalityParts } from './modality-parts.ts';
import { Plane } from './plane.ts';
import { PlaneCine } from './plane-cine.tsx';
import { planeHints } from './plane-hints.ts';
import { PlaneLines } from './plane-lines.tsx';
import { PlaneState } from './plane-state.tsx';
import { PlaneTools } from './plane-tools.tsx';
import { TrackingPart } from './tracking-part.tsx';
import { messages, modeOf } from './messages.ts';

/** Tracing clips, planes without cycles and M-Mode strips. */
/** @param caliperInHand the lines rest while it is */
export function planeParts(caliperInHand: () => boolean): ModalityParts {
  const plane = new Plane(caliperInHand);
  return {
    mode: () => {
      const view = plane.view();
      return view ? modeOf(view.work) : messages.modes.unactive;
    },
    column: (context) => (context.study.readOnly ? null : <PlaneTools plane={plane} context={context} />),
    state: (context) => <PlaneState plane={plane} context={context} />,
    timeline: (context) => <PlaneCine plane={plane} context={context} />,
    lines: (context) => (
      <>
        <PlaneLines plane={plane} context={context} />
        <TrackingPart plane={plane} context={context} />
      </>
    ),
    tools: [plane.part],
    hints: () => planeHints(plane),
    keys: (context) => ({
      'segmentation.next-frame': () => context.player?.step(1),
      'segmentation.previous-frame': () => context.player?.step(-1),
    }),
  };
}
