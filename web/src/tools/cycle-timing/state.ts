/** State, context, events and effects of the cycle-timing tool. The marks themselves are in the record of the image. */
import type { AnalysisImage, OnsetType } from '@echometry/contract/generated/analysis-image.ts';
import { NOTHING_CHOSEN, type Choosing } from '../choosing/choosing.ts';
import type { ScreenScale } from '../hit/hit.ts';
import type { Point } from '../point.ts';
import type { Step } from '../port.ts';
import type { PageEffect } from '../steps.ts';
import type { Strip } from '../strip.ts';
import type { Mark, MarkedEvent } from './marks.ts';

/** States of the specification (docs/specification.md#image-analysis), letter for letter. */
export type CycleTimingStatus =
  | 'unactive'
  | 'annotating-onsets'
  | 'annotating-diastole'
  | 'annotating-systole'
  | 'selecting-cycles'
  | 'editing'
  | 'finished';

/** State of editing until it is finished. */
export interface Editing {
  /** Mark that the arrow keys move; null for none. */
  selected: Mark | null;
  /** A dragged mark, and its current column. */
  drag: { mark: Mark; at: number } | null;
}

/**
 * Where the work stands follows from the record (status.ts), so that a reload finds it again. Kept here is only what a
 * record does not hold.
 */
export interface CycleTimingState {
  /** Null unless the person edits finished marks. */
  editing: Editing | null;
  choosing: Choosing;
  /** Cursor line over a strip, in stored pixels; null before pointer or key has placed it. */
  cursor: Point | null;
  /** Mark under the pointer. */
  hover: Mark | null;
  /** Proposals that the person does not want. */
  dropped: readonly Proposal[];
}

export const INITIAL: CycleTimingState = { editing: null, choosing: NOTHING_CHOSEN, cursor: null, hover: null, dropped: [] };

/** A mark that a method suggests; it is stored only when a person accepts it. */
export interface Proposal {
  event: MarkedEvent;
  /** Column in stored pixels, or frame number from 1. */
  position: number;
  method: string;
  method_version: string;
}

export interface Refusal {
  code: string;
  /** The exact words that are shown. */
  message: string;
}

/** Rules of the engine (bindings/src/engine/cycles.ts), which exist only there. */
export interface CycleRules {
  checkFrame: (frame: number, before: number | null) => Refusal | null;
  checkOnset: (x: number, before: number | null) => Refusal | null;
  /** Among marks of the same kind. */
  checkPosition: (x: number, before: number | null, after: number | null) => Refusal | null;
  /** Among marks of other kinds; with `coincide` it may be at the same column. */
  checkOrder: (x: number, before: number | null, after: number | null, coincide: boolean) => Refusal | null;
  checkCycles: (chosen: readonly number[], max: number) => Refusal | null;
  cycleAlarms: (lengths: readonly (number | null)[]) => (Refusal | null)[];
}

export interface CycleTimingContext {
  /** The image to be timed; null while none is shown that can be. */
  image: AnalysisImage | null;
  /** The role may change the work. */
  mayChange: boolean;
  /** Cycles of the project; `USER_DEFINED_MAX_CYCLES` where it leaves the number to the user. */
  maxCycles: number;
  /** Null until the picture of a strip is loaded. */
  strip: Strip | null;
  /** Time of each frame in ms; null where the file has none. */
  frameTimes: readonly number[] | null;
  /** Frames of the clip. */
  frames: number;
  /** Frame shown, from 1. */
  frame: () => number;
  scale: () => ScreenScale;
  /** Null until the engine is loaded. */
  rules: CycleRules | null;
  /** A new cycle's id, unique in the image: the tool creates none. */
  newId: () => string;
  proposals: readonly Proposal[];
  /** A length in columns in words, with its unit. */
  lengthWords: (columns: number) => string;
}

/** A context in which something can be done. */
export type Ready = CycleTimingContext & { image: AnalysisImage; rules: CycleRules };

export type CycleTimingEvent =
  | { type: 'mark'; event: MarkedEvent }
  /** Puts every end diastole that is not marked yet at the onset of its cycle. */
  | { type: 'diastoles-on-onsets' }
  | { type: 'finish' }
  | { type: 'edit' }
  /** Reopens a finished clip to set more marks. */
  | { type: 'reopen' }
  | { type: 'remove-all' }
  /** To the next or previous mark, or cycle while cycles are chosen. */
  | { type: 'go'; by: 1 | -1 }
  /** Moves the selected mark, else the cursor line, by columns. */
  | { type: 'nudge'; by: number }
  /** Takes a cycle into the choice, or out of it. */
  | { type: 'choose'; cycle: string }
  | { type: 'confirm' }
  | { type: 'cancel' }
  | { type: 'onset-type'; to: OnsetType }
  | { type: 'exclude'; cycle: string; reason: string }
  | { type: 'include'; cycle: string }
  | { type: 'accept-next' }
  | { type: 'accept-all' }
  | { type: 'drop' };

export type TimingStep = Step<CycleTimingState, PageEffect>;
