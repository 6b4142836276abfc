/**
 * State, context, events and effects of the tool for lines of clips, planes and M-Mode strips. The lines are in the record of the
 * image.
 */
import type { AnalysisImage, Line, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { ScreenScale } from '../hit/hit.ts';
import type { LinePlace } from '../lines/place.ts';
import type { DrawingRules, Motion, PixelScale, PredictionRules } from '../lines/rules.ts';
import type { Point } from '../point.ts';
import type { PageEffect } from '../steps.ts';
import type { TrackOffer } from './track-offer.ts';

/** States of the specification that this tool has (docs/specification.md#image-analysis), letter for letter. */
export type ContourStatus = 'unactive' | 'segmenting' | 'editing' | 'editing-segmentation' | 'editing-thickness' | 'finished' | 'caliper';

/** A dragged point, or a whole line. */
export interface Drag {
  /** Id of the point; null for the whole line. */
  point: string | null;
  /** Effect on the whole line. */
  motion: Motion;
  /** Where the pointer took it, in stored pixels. */
  from: Point;
  /** Where the pointer took it, in CSS pixels. */
  screen: Point;
  /** The line as it was taken: with the point that the press put into its curve, where it did. */
  held: Line;
  /** The line during the drag; null until it has moved. */
  now: Line | null;
  /** The press itself changed the line. */
  inserted: boolean;
}

/**
 * Where the work stands follows from the record (work.ts), so that a reload finds it again. Kept here is only what a
 * record does not hold.
 */
export interface ContourState {
  /** Place the person went to; null for the first one that is not traced, or the first of all. */
  place: LinePlace | null;
  /** Line the person picked; null for the first one of the place that is not finished. */
  line: string | null;
  /** Lines that are all finished are edited. */
  editing: boolean;
  /** The person finished all, although lines are missing. */
  rests: boolean;
  /** Id of the point that the arrow keys move. */
  selected: string | null;
  drag: Drag | null;
  /** Where a free hand has drawn since its press, in stored pixels; null unless one does. */
  stroke: readonly Point[] | null;
  /** Id of the point under the pointer. */
  hover: string | null;
  /** Pointer over the picture, in stored pixels. */
  cursor: Point | null;
  /** Where the keyboard sets the next point; null unless it does. */
  aim: Point | null;
  /** Epicardial thickness while its slider is held, as a share of the image's height. */
  thickness: number | null;
  /** The lines of the other event of the cycle are shown too. */
  ghost: boolean;
}

export const INITIAL: ContourState = {
  place: null,
  line: null,
  editing: false,
  rests: false,
  selected: null,
  drag: null,
  stroke: null,
  hover: null,
  cursor: null,
  aim: null,
  thickness: null,
  ghost: false,
};

export interface ContourContext {
  /** The image to be traced; null while none is shown that can be, or its picture is not loaded. */
  image: AnalysisImage | null;
  /** Its type in the configuration. */
  type: ImageTypeRow | null;
  /** The role may change the work. */
  mayChange: boolean;
  /** Size of the picture in stored pixels, and the number of its frames. */
  size: { width: number; height: number; frames: number };
  /** First and last row of the strip of an M-Mode; null on a plane. */
  strip: { top: number; bottom: number } | null;
  /** Null without a scale in cm. */
  scale: PixelScale | null;
  /** Frame shown, from 1. */
  frame: () => number;
  screen: () => ScreenScale;
  /** Null until the engine is loaded. */
  rules: (DrawingRules & PredictionRules) | null;
  /** A new point's id, unique in the image: the tool creates none. */
  newId: () => string;
  /** Lines that were followed through the clip, until they are accepted or dropped; never stored. */
  offer: TrackOffer | null;
  /** Lines are being followed now. */
  following: boolean;
  /** The caliper is in hand: the lines below it rest. */
  caliper: boolean;
}

export type ContourEvent =
  | { type: 'finish' }
  | { type: 'finish-all' }
  | { type: 'edit' }
  | { type: 'remove-shape' }
  | { type: 'remove-all' }
  | { type: 'predict' }
  /** To the next or previous event or cycle. */
  | { type: 'go'; by: 1 | -1 }
  | { type: 'go-to'; place: LinePlace }
  /** To the next line, which finishes the one in work where it can be; or to the line before. */
  | { type: 'line'; by: 1 | -1 }
  | { type: 'pick-line'; line: string }
  | { type: 'shape'; to: LineShape }
  | { type: 'pattern'; to: string }
  /** `done` when the slider is let go. */
  | { type: 'thickness'; to: number; done: boolean }
  /** Sets a point by keyboard, at a place that the arrow keys move. */
  | { type: 'add-point' }
  | { type: 'point'; by: 1 | -1 }
  | { type: 'leave-point' }
  | { type: 'delete-point' }
  /** Moves the selected point, or where the next one is set, in stored pixels. */
  | { type: 'nudge'; by: Point }
  | { type: 'ghost' }
  /** The finished lines of the place are followed through the clip. */
  | { type: 'follow' }
  /** The offer at the place, or at all places, becomes lines. */
  | { type: 'accept' }
  | { type: 'accept-all' }
  /** Nothing is offered any more. */
  | { type: 'drop' }
  /** The lines of the place count on the frame that its event is marked on now. */
  | { type: 'confirm-frame' }
  /** The lines that were drawn on another frame are drawn again. */
  | { type: 'redraw' };

export type ContourEffect =
  | PageEffect
  | { type: 'follow'; source: LinePlace; lines: readonly Line[]; request: TrackRequest }
  /** The offer is dropped, and what is still being followed is given up. */
  | { type: 'drop-offer' }
  | { type: 'log'; message: string };
