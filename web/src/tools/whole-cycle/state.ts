/** State, context, events and effects of the tool for the lines on every frame of a cycle. */
import type { ConfirmedPart, CycleSequence, EndSystoleRule, Line, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { ContourContext } from '../contours/state.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import type { Point } from '../point.ts';
import type { PageEffect } from '../steps.ts';
import type { KnownSequence } from './plan.ts';

/** Lines that were followed through a cycle, until they are accepted or dropped; never stored. */
export interface SequenceOffer extends KnownSequence {
  instance_id: string;
  cycle: number;
}

/** A point of a line on the frame that is shown. */
export interface PointOfLine {
  line: string;
  /** Number of the point, from 0. */
  at: number;
}

/** A part of a line that the user points at in a table, a curve or the bull's-eye. */
export interface PointedPart {
  /** Unique among the curves. */
  key: string;
  line: string;
  /** Places among the points of the line, with a fraction between two of them. */
  between: readonly [number, number];
  colour: Colour;
  /** The lines or segments that a confirmation is about. */
  parts: readonly ConfirmedPart[];
  /** It was followed with doubt, and is not confirmed. */
  doubtful: boolean;
}

/** A line that is computed from followed lines, and only shown. */
export interface ComputedLine {
  cycle: number;
  /** The line on each frame, made once: playing the clip makes nothing. */
  shapes: ReadonlyMap<number, OverlayShape>;
}

export interface WholeCycleState {
  /** The cycle whose lines are followed and corrected on every frame; null while events are traced. */
  cycle: number | null;
  hover: PointOfLine | null;
  selected: PointOfLine | null;
  /** Drawn thicker in the picture. */
  part: PointedPart | null;
  /** The mid-wall line, while its values are shown. */
  midWall: ComputedLine | null;
  drag: (PointOfLine & { from: Point; held: Line; now: Line | null; frame: number }) | null;
}

export const INITIAL: WholeCycleState = { cycle: null, hover: null, selected: null, part: null, midWall: null, drag: null };

export interface WholeCycleContext {
  contours: ContourContext;
  /** The cycle whose events are traced. */
  cycle: number;
  /** Accepted lines by cycle; null where there are none, or until they are loaded. */
  stored: readonly (SequenceLines | null)[];
  offer: SequenceOffer | null;
  /** Lines are being followed now. */
  following: boolean;
  /** The caliper is in hand: nothing is changed here. The lines of events rest in `contours` for the whole cycle too. */
  caliper: boolean;
}

export type WholeCycleEvent =
  /** Every frame of the cycle is in work; lines that were never followed are followed at once. */
  | { type: 'open' }
  /** Back to the events. */
  | { type: 'close' }
  /** To another cycle, by its number from 0. */
  | { type: 'cycle'; to: number }
  | { type: 'go'; by: 1 | -1 }
  | { type: 'show'; frame: number }
  /** Follows the stretches between drawn lines that changed. */
  | { type: 'follow' }
  | { type: 'accept' }
  | { type: 'drop' }
  /** The frame that is shown becomes an anchor as it is. */
  | { type: 'hold' }
  /** The corrections on the frame that is shown are removed. */
  | { type: 'release' }
  /** The lines of the cycle and its corrections are removed. */
  | { type: 'remove' }
  | { type: 'point'; by: 1 | -1 }
  | { type: 'leave-point' }
  | { type: 'point-at'; part: PointedPart }
  /** Nothing where another part is pointed at by now, such as by keyboard focus that scrolled the page under the pointer. */
  | { type: 'point-away'; key: string }
  | { type: 'mid-wall'; line: ComputedLine | null }
  /** The rule for end systole of strain, in all cycles of the image. */
  | { type: 'rule'; rule: EndSystoleRule }
  /** Lines or segments that were followed with doubt count, or no more. */
  | { type: 'confirm'; parts: readonly ConfirmedPart[] }
  | { type: 'nudge'; by: Point };

export type WholeCycleEffect =
  | PageEffect
  | { type: 'follow'; cycle: number; known: KnownSequence | null }
  /** The offer is dropped, and what is still being followed is given up. */
  | { type: 'drop-offer' }
  /** The offer has the same lines, and another decision about them. */
  | { type: 'change-offer'; sequence: CycleSequence };
