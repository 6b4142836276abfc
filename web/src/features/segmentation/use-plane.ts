import { useEffect, useSyncExternalStore } from 'react';
import type { PageContext } from '../../image-page/parts.ts';
import { useToolScale } from '../../image-page/use-tool-on-page.ts';
import type { ContourState } from '../../tools/contours/state.ts';
import type { Plane, PlaneView } from './plane.ts';

/** Shown parts of the tool's state: a moving pointer redraws nothing. */
const shownOf = ({ place, line, editing, rests, selected, aim, thickness, ghost }: ContourState): string =>
  JSON.stringify([place, line, editing, rests, selected, aim !== null, thickness, ghost]);

/** Where the tracing of the shown image stands; null while nothing is shown that can be traced. */
export function usePlane(plane: Plane, { tools }: PageContext): PlaneView | null {
  useSyncExternalStore(tools.subscribe, () => plane.context());
  useSyncExternalStore(tools.subscribe, () => shownOf(plane.state));
  return plane.view();
}

/** Passes to the tool what every tool gets of its page, and shows the place in work first. */
export function usePlaneScale(plane: Plane, context: PageContext): void {
  const scaling = useToolScale(plane, context);
  const linked = context.link.frame !== undefined;
  useEffect(() => {
    if (scaling && !linked) plane.showPlace();
  }, [plane, scaling, linked]);
}
