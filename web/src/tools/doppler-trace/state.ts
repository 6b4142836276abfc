/** State, context, events and effects of the tool that traces Doppler strips. The traces themselves are in the record. */
import type { AliasingCorrection, AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { EnvelopeRequest } from '@echometry/contract/generated/envelope.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { NOTHING_CHOSEN, type Choosing } from '../choosing/choosing.ts';
import type { ScreenScale } from '../hit/hit.ts';
import type { DrawingRules, PredictionRules } from '../lines/rules.ts';
import type { Point } from '../point.ts';
import type { Step } from '../port.ts';
import type { PageEffect } from '../steps.ts';
import type { Strip } from '../strip.ts';
import type { EnvelopeOffer, EnvelopeSearch } from './envelope-search.ts';

/** States of the specification (docs/specification.md#image-analysis), letter for letter. */
export type TraceStatus = 'unactive' | 'segmenting' | 'editing' | 'editing-segmentation' | 'selecting-cycles' | 'finished' | 'caliper';

/** A point of the trace of a cycle, by its place in the line. */
export interface PointPlace {
  cycle: number;
  point: number;
}

/** The dragged part, and a preview of the image. */
export interface Drag {
  what: 'baseline' | PointPlace;
  /** From the pointer to what it took, in stored pixels: nothing jumps at the start of a drag. */
  offset: Point;
  image: AnalysisImage;
  /** A release keeps the image: it differs from the one before. */
  changed: boolean;
}

/** A question to the user before work is removed or accepted. */
export type Asked = { about: 'aliasing'; to: AliasingCorrection } | { about: 'unseen'; cycles: readonly number[] };

/**
 * Where the work stands follows from the record (status.ts), so that a reload finds it again. Kept here is only what a
 * record does not hold.
 */
export interface TraceState {
  /** The person works on traces that are all finished. */
  editing: 'editing' | 'editing-segmentation' | null;
  /** Cycle the person went to; null for the first one that is not finished. */
  at: number | null;
  selected: PointPlace | null;
  hover: PointPlace | 'baseline' | null;
  drag: Drag | null;
  /** The image with the correction of aliasing that a slider is held at. */
  correcting: AnalysisImage | null;
  /** Crosshair over the strip, in stored pixels; null before pointer or key has placed it. */
  cursor: Point | null;
  choosing: Choosing;
  /** Null while nothing is asked. */
  asked: Asked | null;
  /** Copies that the user went to. */
  seen: readonly string[];
  /** Finished traces are copied to later cycles, where the image type has that. */
  predicting: boolean;
  /** The guide at the cursor; null for what the image type is shown with. */
  guide: boolean | null;
  /** How the envelope of a cycle is looked for; null while it is not. */
  envelope: EnvelopeSearch | null;
  /** Its dragged limit. */
  limit: 0 | 1 | null;
}

export const INITIAL: TraceState = {
  editing: null,
  at: null,
  selected: null,
  hover: null,
  drag: null,
  correcting: null,
  cursor: null,
  choosing: NOTHING_CHOSEN,
  asked: null,
  seen: [],
  predicting: true,
  guide: null,
  envelope: null,
  limit: null,
};

export type TraceRules = Pick<DrawingRules, 'mayFinish' | 'finishesAt' | 'stripCurve' | 'dragPoint' | 'applyPins' | 'aliasedRows'> &
  Pick<PredictionRules, 'predictsCycles' | 'propagateTrace'> & {
    checkCycles: (chosen: readonly number[], max: number) => { message: string } | null;
  };

export interface TraceContext {
  /** The image to be traced; null while none is shown that is a timed Doppler strip. */
  image: AnalysisImage | null;
  /** Its type in the configuration; null where that does not know it. */
  type: ImageTypeRow | null;
  /** The role may change the work. */
  mayChange: boolean;
  /** Cycles of the project; `USER_DEFINED_MAX_CYCLES` where it leaves the number to the user. */
  maxCycles: number;
  /** Null until the picture is loaded. */
  strip: Strip | null;
  scale: () => ScreenScale;
  /** Null until the engine is loaded. */
  rules: TraceRules | null;
  /** A new id, unique in the image: the tool creates none. */
  newId: () => string;
  /** Who changes a calibration, and when, in ms since 1970 UTC. */
  stamp: () => { author: string | null; at: number };
  /** Result of the engine for a search, until it is accepted or dropped; never stored. */
  offer: EnvelopeOffer | null;
  /** The caliper is in hand: the traces below it rest. */
  caliper: boolean;
}

export type TraceEvent =
  /** Puts the next point at the cursor, or chooses the focused cycle. */
  | { type: 'place' }
  /** The copies that were seen, and what is traced; leads to the next copy that was not seen. */
  | { type: 'finish' }
  /** All cycles; asks where copies were never seen. */
  | { type: 'finish-all' }
  | { type: 'answer'; yes: boolean }
  | { type: 'edit' }
  | { type: 'remove-all' }
  | { type: 'remove-last-cycle' }
  /** To the next or previous cycle. */
  | { type: 'go'; by: 1 | -1 }
  /** To a cycle, from 0. */
  | { type: 'go-to'; cycle: number }
  /** Moves the selected point, else the cursor, by stored pixels. */
  | { type: 'nudge'; dx: number; dy: number }
  | { type: 'select'; by: 1 | -1 }
  | { type: 'leave-point' }
  | { type: 'delete-point' }
  | { type: 'pattern'; name: string }
  | { type: 'predict-cycles'; on: boolean }
  | { type: 'guide' }
  /** The correction of aliasing; `done` at the end of the drag. */
  | { type: 'aliasing'; to: AliasingCorrection; done: boolean }
  /** The envelope of the cycle in work is looked for. */
  | { type: 'look' }
  /** It is looked for otherwise; `done` at the end of the drag. */
  | { type: 'search'; to: Partial<Pick<EnvelopeSearch, 'columns' | 'side' | 'share'>>; done: boolean }
  | { type: 'accept' }
  | { type: 'drop' }
  | { type: 'choose'; cycle: string }
  | { type: 'confirm' }
  | { type: 'cancel' };

export type TraceEffect = PageEffect | { type: 'look'; of: EnvelopeSearch; request: EnvelopeRequest };

export type TraceStep = Step<TraceState, TraceEffect>;
