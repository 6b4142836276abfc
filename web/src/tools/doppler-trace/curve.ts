/** The curve of a trace as the engine draws and measures it, in stored pixels. */
import type { Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { pointsOf } from '../lines/overlay.ts';
import type { Interpolation } from '../lines/rules.ts';
import type { Point } from '../point.ts';
import type { TraceRules } from './state.ts';

/** Curves by their points, which are replaced as a whole with every change. */
const made = new WeakMap<readonly LinePoint[], { interpolation: Interpolation; curve: readonly Point[] }>();

export function curveOf({ points }: Pick<Line, 'points'>, interpolation: Interpolation, rules: TraceRules): readonly Point[] {
  const known = made.get(points);
  if (known?.interpolation === interpolation) return known.curve;
  const curve = pointsOf(rules.stripCurve(points, interpolation));
  made.set(points, { interpolation, curve });
  return curve;
}
