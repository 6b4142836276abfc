import { useEffect, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PageContext } from '../../image-page/parts.ts';
import type { ContourState } from '../../tools/contours/state.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import { useScaling } from '../../viewer/react/use-reading.ts';
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

/** Passes to the tool the scale of the picture, and changes of the record by others; shows the place in work first. */
export function usePlaneScale(plane: Plane, { player, image, link }: PageContext): void {
  const { metadata } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const known = metadata as ImageMetadata | null;
  const scaling = useScaling(known, image?.calibration ?? null);
  const linked = link.frame !== undefined;
  useEffect(() => {
    plane.setScaling(player?.metadata ?? null, scaling);
    if (scaling && !linked) plane.showPlace();
    return () => {
      plane.setScaling(null, null);
    };
  }, [plane, player, known, scaling, linked]);
  useEffect(() => {
    plane.refresh();
  }, [plane, image]);
  const stage = plane.stage;
  useEffect(() => stage?.subscribe(() => plane.refresh()), [plane, stage]);
}
