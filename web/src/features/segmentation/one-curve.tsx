import { line } from 'd3-shape';
import type { CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { curveKey } from '../../image-page/curves/curve-methods.ts';
import { alongOf, type Plotted } from './curve-scales.ts';
import { curveName, peaksOf } from '../../image-page/curves/curve-rows.ts';
import classes from './curves.module.css';
import { messages } from './messages.ts';

export const MARKER_PX = 3.5;

type Scale = Plotted['x'];

/** The segment that the user points at in any part of the page, and how a curve takes part. */
export interface Pointing {
  key: string | null;
  point: (curve: CycleCurve, isPointed: boolean) => void;
}

/** Interrupted where frames have no value; a single value between two gaps is a dot. */
export function pathOf(all: CycleCurves, { values }: CycleCurve, x: Scale, y: Scale): string {
  const path = line<number | null>(
    (_, place) => x(alongOf(all, place)),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null);
  return path(values) ?? '';
}

interface Props {
  curve: CycleCurve;
  all: CycleCurves;
  x: Scale;
  y: Scale;
  colour: string;
  outdated: boolean;
  pointing: Pointing;
}

/** A curve with its peaks. A segment's can be pointed at. */
export function OneCurve({ curve, all, x, y, colour, outdated, pointing }: Props) {
  const d = pathOf(all, curve, x, y);
  const pointed = pointing.key === null ? undefined : pointing.key === curveKey(curve) ? 'this' : 'other';
  return (
    <g data-pointed={pointed}>
      <path className={classes.curve} data-outdated={outdated} data-segment={curve.segment ?? undefined} stroke={colour} d={d} />
      {curve.between && (
        <path
          className={classes.reach}
          d={d}
          onPointerEnter={() => pointing.point(curve, true)}
          onPointerLeave={() => pointing.point(curve, false)}
        />
      )}
      {peaksOf(curve).map(({ peak, row }) => {
        const place = all.frames.indexOf(peak.frame_number);
        if (place < 0) return null;
        return (
          <circle key={row.name} className={classes.peak} cx={x(alongOf(all, place))} cy={y(peak.value)} r={MARKER_PX} stroke={colour}>
            <title>{messages.curves.peak(curveName(curve), row.name, `${row.value} ${row.unit}`)}</title>
          </circle>
        );
      })}
    </g>
  );
}
