import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { ReaderChart } from '@echometry/contract/records/agreement.ts';
import { Axis } from './axis.tsx';
import { messages } from './messages.ts';
import { PLOT } from './plot-size.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

/** Height of one chart; all charts share the axis of cases. */
const HEIGHT = 150;
const TICKS = 6;
const PAD = 0.1;

const extent = (values: readonly number[]): [number, number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || 1) * PAD;
  return [low - pad, high + pad];
};

/** The axis of so many cases, which count from 1. */
export const casesAxis = (cases: number): Scale => scaleLinear([1, Math.max(cases, 2)], [PLOT.left + 8, PLOT.width - PLOT.right]);

/** The charts of a reader: moving average and cumulative sums, with their limits. */
export function Charts({ points, x }: { points: ReaderChart['points']; x: Scale }) {
  return (
    <>
      <Chart
        name={messages.overTime.ewma}
        x={x}
        series={[points.map(({ ewma }) => ewma)]}
        limits={points.map(({ ewma_limit }) => ewma_limit)}
      />
      <Chart
        name={messages.overTime.cusum}
        x={x}
        series={[points.map(({ cusum_above }) => cusum_above), points.map(({ cusum_below }) => -cusum_below)]}
        limits={points.map(({ cusum_limit }) => cusum_limit)}
      />
    </>
  );
}

export type Scale = ReturnType<typeof scaleLinear<number, number>>;

/** A chart over the axis of cases. */
export function Track({
  name,
  values,
  x,
  children,
}: {
  name: string;
  values: readonly number[];
  x: Scale;
  children: (y: Scale) => ReactNode;
}) {
  const y = scaleLinear(extent([...values, 0]), [HEIGHT - PLOT.bottom, PLOT.top]);
  return (
    <figure className={classes.figure}>
      <figcaption>
        <small>{name}</small>
      </figcaption>
      <svg viewBox={`0 0 ${PLOT.width} ${HEIGHT}`} role="group" aria-label={name}>
        <Axis scale={y} />
        {x
          .ticks(TICKS)
          .filter(Number.isInteger)
          .map((tick) => (
            <text key={tick} x={x(tick)} y={HEIGHT - 8} textAnchor="middle">
              {tick}
            </text>
          ))}
        {children(y)}
      </svg>
    </figure>
  );
}

/** Scores of a chart between their limits. */
function Chart({ name, x, series, limits }: { name: string; x: Scale; series: readonly number[][]; limits: readonly number[] }) {
  const path = (values: readonly number[], y: Scale): string =>
    line<number>(
      (_, at) => x(at + 1),
      (value) => y(value),
    )([...values]) ?? '';
  const below = limits.map((limit) => -limit);
  return (
    <Track name={name} values={[...series.flat(), ...limits, ...below]} x={x}>
      {(y) => (
        <>
          {[limits, below].map((values, side) => (
            <path key={String(side)} className={classes.controlLimit} d={path(values, y)} />
          ))}
          {series.map((values, at) => (
            <path key={String(at)} className={layout.accentLine} d={path(values, y)} />
          ))}
        </>
      )}
    </Track>
  );
}
