import type { ScaleLinear } from 'd3-scale';
import { PLOT } from './plot-size.ts';
import classes from './statistics.module.css';

const TICKS = 5;

/** The numbers of a vertical axis with a line across for each. */
export function Axis({
  scale,
  whole = false,
  right = PLOT.right,
}: {
  scale: ScaleLinear<number, number>;
  whole?: boolean;
  /** Room at the right that the lines leave free. */
  right?: number;
}) {
  const written = scale.tickFormat(TICKS);
  return (
    <>
      {scale
        .ticks(TICKS)
        .filter((tick) => !whole || Number.isInteger(tick))
        .map((tick) => (
          <g key={tick}>
            <line className={classes.grid} x1={PLOT.left} x2={PLOT.width - right} y1={scale(tick)} y2={scale(tick)} />
            <text x={PLOT.left - 6} y={scale(tick) + 4} textAnchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
    </>
  );
}
