/** Place of lines in the record of an image: by cycle and event in a clip, by cycle on a strip, single on a still plane. */
import type { AnalysisImage, CardiacEvents, Line } from '@echometry/contract/generated/analysis-image.ts';
import { CLIP_EVENTS, linesIn, type ClipEvent } from '@echometry/contract/rules/cardiac-events.ts';
import { isStripModality } from '@echometry/contract/rules/image-types.ts';

export interface LinePlace {
  /** From 0; 0 too where the image has no cycles. */
  cycle: number;
  /** Null on a strip and on a plane without cycles. */
  event: ClipEvent | null;
}

type Timed = Pick<AnalysisImage, 'modality' | 'cardiac_events'>;

/**
 * All places of an image in the order in which they are traced: end diastole and end systole of every cycle of a clip, every
 * cycle of a strip, and one place of a clip without marked cycles, such as a biometry plane.
 */
export function placesOf(image: Timed): LinePlace[] {
  const cycles = image.cardiac_events.map((_, cycle) => cycle);
  if (isStripModality(image.modality)) return cycles.map((cycle) => ({ cycle, event: null }));
  if (cycles.length === 0) return [{ cycle: 0, event: null }];
  return cycles.flatMap((cycle) => CLIP_EVENTS.map((event) => ({ cycle, event })));
}

export const samePlace = (a: LinePlace, b: LinePlace): boolean => a.cycle === b.cycle && a.event === b.event;

const markedFrame = (events: CardiacEvents | undefined, event: ClipEvent): number | null => {
  const mark = events?.[event];
  return typeof mark === 'number' ? mark : null;
};

/** Frame of a clip that an event is marked on, from 1; null without a mark. */
export const frameOf = ({ cardiac_events }: Timed, { cycle, event }: LinePlace): number | null =>
  event === null ? null : markedFrame(cardiac_events[cycle], event);

/** Started lines at a place, in the order in which they are stored. */
export const linesAt = ({ segmentation }: Pick<AnalysisImage, 'segmentation'>, { cycle, event }: LinePlace): readonly Line[] =>
  linesIn(segmentation[cycle], event);
