/** State, context, events and effects of the caliper. Saved measures are in the record of the image. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import type { CaliperRow } from '@echometry/contract/records/config-rows.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import type { ScreenScale } from '../hit/hit.ts';
import type { PixelScale } from '../lines/rules.ts';
import type { Point } from '../point.ts';
import type { PageEffect } from '../steps.ts';

/** Points that are named, what is measured between them, and what holds them. */
export type Template = CaliperRow;

/** States of the specification (docs/specification.md#image-analysis), letter for letter; `unactive` while it is put away. */
export type CaliperStatus = 'unactive' | 'measuring' | 'finished';

/** A dragged point, of a saved measure or, with `id` null, of the open one. */
export interface Held {
  id: string | null;
  point: number;
  at: Point;
}

/** Open points are in the context: they outlast the page, and undo brings them back. */
export interface CaliperState {
  on: boolean;
  /** Type of the chosen template, while no point is open; null is the first that is offered. */
  template: string | null;
  /** Whether the constraint of the template holds. */
  locked: boolean;
  cursor: Point | null;
  /** The arrow keys move the cursor, and no pointer does. */
  aiming: boolean;
  held: Held | null;
}

export const INITIAL: CaliperState = { on: false, template: null, locked: true, cursor: null, aiming: false, held: null };

/** Where the next point goes (bindings/src/engine/drawing.ts): the rule of the engine. */
export interface CaliperRules {
  caliperPoint: (
    constraint: Template['constraints'],
    templatePoints: number,
    placed: readonly Point[],
    cursor: Point,
    scale: PixelScale,
  ) => Point;
}

export interface CaliperContext {
  image: AnalysisImage | null;
  /** Points that are not saved yet; null without any. */
  open: OpenCaliper | null;
  mayChange: boolean;
  /** Of the picture, in stored pixels. */
  size: { width: number; height: number };
  /** Templates of the image's type, in the order in which they are offered. */
  templates: readonly Template[];
  /** Frame on the screen, from 1. */
  frame: () => number;
  /** CSS pixels of a stored pixel. */
  scale: () => ScreenScale;
  /** cm per pixel at a place; [1, 1] where lengths have no scale. */
  pixelScale: (at: Point) => PixelScale;
  /** Null until the small engine is there. */
  rules: CaliperRules | null;
  newId: () => string;
  /** Current values of the measures, including the open one. */
  values: readonly CaliperValues[];
  /** Measures are in sight. */
  shown: boolean;
}

/** Id of the measure that is not saved, for its values. */
export const OPEN_ID = 'open';

export type CaliperEvent =
  | { type: 'toggle' }
  | { type: 'choose'; template: string }
  | { type: 'walk'; by: 1 | -1 }
  | { type: 'lock' }
  | { type: 'save' }
  /** Begins to aim by keys, and then sets a point there. */
  | { type: 'point' }
  | { type: 'nudge'; by: Point }
  | { type: 'remove'; id: string }
  /** Gives a saved measure a name; an empty one restores the template's. */
  | { type: 'name'; id: string; name: string }
  /** Gives up what is placed; with nothing placed puts the caliper away. */
  | { type: 'escape' };

export type CaliperEffect =
  | PageEffect
  /** The caliper is in hand now, and the tools below are not. */
  | { type: 'in-hand' };
