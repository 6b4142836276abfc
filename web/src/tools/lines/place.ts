/** Place of lines in the record of an image: by cycle and event in a clip, by cycle on a strip, single on a still plane. */
import type { AnalysisImage, CardiacEvents, CycleSegmentation, Line } from '@echometry/contract/generated/analysis-image.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';

export type ClipEvent = 'end_diastole' | 'end_systole';

/** Events of a cycle of a clip in the order in which they are traced. */
export const CLIP_EVENTS: readonly ClipEvent[] = ['end_diastole', 'end_systole'];

export interface LinePlace {
  /** From 0; 0 too where the image has no cycles. */
  cycle: number;
  /** Null on a strip and on a plane without cycles. */
  event: ClipEvent | null;
}

type Timed = Pick<AnalysisImage, 'modality' | 'cardiac_events'>;

const isClip = ({ modality }: Pick<AnalysisImage, 'modality'>): boolean => modality !== 'M-Mode' && !isDopplerModality(modality);

/**
 * All places of an image in the order in which they are traced: end diastole and end systole of every cycle of a clip, every
 * cycle of a strip, and one place of a clip without marked cycles, such as a biometry plane.
 */
export function placesOf(image: Timed): LinePlace[] {
  const cycles = image.cardiac_events.map((_, cycle) => cycle);
  if (!isClip(image)) return cycles.map((cycle) => ({ cycle, event: null }));
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

const NO_LINES: readonly Line[] = [];

export function linesIn(segmentation: CycleSegmentation | undefined, event: ClipEvent | null): readonly Line[] {
  return (event === null ? segmentation?.lines : segmentation?.[event]?.lines) ?? NO_LINES;
}

/** Started lines at a place, in the order in which they are stored. */
export const linesAt = ({ segmentation }: Pick<AnalysisImage, 'segmentation'>, { cycle, event }: LinePlace): readonly Line[] =>
  linesIn(segmentation[cycle], event);
