/** Rules of the engine about points and curves (bindings/src/engine/drawing.ts and bindings/src/engine/cycles.ts), which exist only there. */
import type { AliasingCorrection, CardiacEvents, Line, LinePoint, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import type { Point } from '../point.ts';

export type Interpolation = 'linear' | 'pchip' | 'catmull_rom' | 'chord_spline';
/** cm per pixel of both axes; [1, 1] without calibration. */
export type PixelScale = readonly [number, number];
type Drawn = Pick<Line, 'shape' | 'points'>;

/** Requirements for a complete line. */
export interface LineNeeds {
  shape: LineShape;
  control_points: number;
  user_defined_points: boolean;
}

export interface NearestOnCurve extends Point {
  /** A point inserted here comes after the control point of this index. */
  segment: number;
  share: number;
  distance: number;
}

/** Coordinates for pinned points and for points of events; what is absent holds nothing. */
export interface Held {
  onset_start?: number;
  onset_end?: number;
  zero_y?: number;
  previous_last_y?: number;
  end_diastole_start?: number;
  end_diastole_end?: number;
  end_systole?: number;
}

/** Effect of a drag on a whole line. */
export type Motion = 'move' | 'scale' | 'turn';

/** Of shapes, constraints and curves. */
export interface DrawingRules {
  /** Limits of the epicardial thickness, shares of the image's height. */
  EPI_THICKNESS: { readonly min: number; readonly max: number; readonly initial: number; readonly step: number };
  ovalThirdPoint: (ends: readonly [Point, Point], cursor: Point) => Point | null;
  ovalByRatio: (ends: readonly [Point, Point], ratio: number, cursor?: Point) => Point | null;
  valveApex: (hinges: readonly [Point, Point], cursor: Point, scale: PixelScale) => Point | null;
  valveCopy: (valve: readonly Point[], imageWidth: number) => Point[];
  moveLine: (points: readonly Point[], motion: Motion, from: Point, to: Point, scale: PixelScale) => Point[] | null;
  thinStroke: (stroke: readonly Point[], tolerance: number) => Point[];
  placeInContour: (contour: readonly Point[], point: Point) => number;
  predictEpi: (endo: Drawn, thickness: number, imageHeight: number) => Point[] | null;
  rescaleEpi: (endo: readonly Point[], epi: readonly Point[], from: number, to: number) => Point[] | null;
  snapPoint: (which: 'first' | 'last', type: string, cursor: Point, shared: readonly (Point & { type: string })[]) => Point;
  finishesAt: (needs: LineNeeds) => number | null;
  mayFinish: (needs: LineNeeds, drawn: number) => boolean;
  planeCurve: (line: Drawn, interpolation: Interpolation) => Float64Array;
  stripCurve: (points: readonly Point[], interpolation: Interpolation, step?: number) => Float64Array;
  nearestOnCurve: (line: Drawn, interpolation: Interpolation, cursor: Point) => NearestOnCurve | null;
  dragPoint: (points: readonly LinePoint[], place: number, to: Point, held: Held) => LinePoint[];
  applyPins: (points: readonly LinePoint[], held: Held) => LinePoint[];
  aliasedRows: (rows: number, correction: AliasingCorrection) => AliasingCorrection;
}

/** Of copies to other cycles. */
export interface PredictionRules {
  predictsCycles: (imageType: string, cyclePrediction: boolean) => boolean;
  propagateTrace: (
    line: Line,
    events: ReadonlyArray<Partial<CardiacEvents>>,
    from: number,
    edited: readonly boolean[],
    zeroY: number | null,
  ) => (Line | null)[];
  predictOnPlane: (lines: readonly Line[], cycle: number) => Line[];
  predictOnMMode: (lines: readonly Line[], cycle: number, from: Partial<CardiacEvents>, to: Partial<CardiacEvents>) => Line[] | null;
}
