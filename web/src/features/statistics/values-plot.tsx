import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { RefObject } from 'react';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { Axis } from './axis.tsx';
import type { Band, PlottedCurve, Ranges } from './bands.ts';
import { messages } from './messages.ts';
import { PLOT } from './plot-size.ts';
import classes from './statistics.module.css';
import { markOf, type PlacedPoint } from './values.ts';

/** Room around the values, as a share of their extent. */
const PAD = 0.06;
const ACROSS_TICKS = 6;

interface Props {
  ref: RefObject<SVGSVGElement | null>;
  name: string;
  unit: string;
  axis: { name: string; unit: string };
  /** Limits of reference values over the axis. */
  curves: readonly PlottedCurve[];
  /** Limits of the points that no curve is of. */
  ranges: Ranges;
  points: readonly PlacedPoint[];
  /** Place among the points of the one that keys act on. */
  chosen: number;
  onChoose: (index: number) => void;
  onOpen: (point: PlacedPoint) => void;
}

const extent = (values: readonly number[]): [number, number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || Math.abs(high) || 1) * PAD;
  return [low - pad, high + pad];
};

function scalesOf(points: readonly PlacedPoint[], curves: readonly PlottedCurve[]) {
  const limits = [...points, ...curves.flatMap(({ ends }) => ends)].flatMap(({ low, high }) => [low, high]);
  const heights = [...points.map(({ value }) => value), ...limits.filter((limit) => limit !== null)];
  return {
    x: scaleLinear(extent(points.map(({ at }) => at)), [PLOT.left, PLOT.width - PLOT.right]),
    y: scaleLinear(extent(heights), [PLOT.height - PLOT.bottom, PLOT.top]).nice(4),
  };
}

const SHAPES = { inside: 'dot', outside: 'dot', outlier: 'diamond' } as const;

/** Values by age or by a predictor, over their limits; a point opens its study. */
export function ValuesPlot({ ref, name, unit, axis, points, curves, ranges, chosen, onChoose, onOpen }: Props) {
  const { x, y } = scalesOf(points, curves);
  const at = (point: PlacedPoint): number => x(point.at);
  const { bands, single } = ranges;
  return (
    <svg ref={ref} viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="group" aria-label={messages.values.plot(name, axis.name)}>
      <Axis scale={y} />
      {x.ticks(ACROSS_TICKS).map((tick) => (
        <text key={tick} x={x(tick)} y={PLOT.height - 8} textAnchor="middle">
          {tick}
        </text>
      ))}
      {curves.map((curve) => (
        <NormalBand key={curve.row} band={curve} x={x} y={y} />
      ))}
      {bands.map((band) => (
        <NormalBand key={band.sex} band={band} x={x} y={y} />
      ))}
      {single.map((point) => (
        <OwnLimits key={`${point.study} ${point.instance_id}`} point={point} x={at(point)} y={y} />
      ))}
      {points.map((point, index) => (
        <Point
          key={`${point.study} ${point.instance_id}`}
          x={at(point)}
          y={y(point.value)}
          mark={markOf(point)}
          chosen={index === chosen}
          words={`${point.of.patient_show}: ${shownValue(point.value)} ${unit} ${messages.values.at(shownValue(point.at), axis.unit)}`}
          onChoose={() => onChoose(index)}
          onOpen={() => onOpen(point)}
        />
      ))}
    </svg>
  );
}

/** Half the width of a band of a single age, and of the ticks of a point, in px of the plot. */
const HALF_WIDTH_PX = 6;

type Scale = ReturnType<typeof scalesOf>['x'];

/** Limits over an extent of the axis; an open end reaches the edge of the plot. */
function NormalBand({ band: { sex, ends }, x, y }: { band: Band; x: Scale; y: Scale }) {
  type Place = Band['ends'][number];
  const places: Place[] = ends.map((end) => ({ ...end, at: x(end.at) }));
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last) return null;
  // A band of one place is as wide as a point.
  if (first.at === last.at)
    places.splice(0, places.length, { ...first, at: first.at - HALF_WIDTH_PX }, { ...last, at: last.at + HALF_WIDTH_PX });
  const shape = area<Place>(
    ({ at }) => at,
    ({ low }) => (low === null ? PLOT.height - PLOT.bottom : y(low)),
    ({ high }) => (high === null ? PLOT.top : y(high)),
  );
  const middle = line<Place>(
    ({ at }) => at,
    ({ expected }) => y(expected ?? Number.NaN),
  ).defined(({ expected }) => expected !== null);
  return (
    <g data-testid="band" data-sex={sex ?? 'all'}>
      <path className={classes.band} d={shape(places) ?? ''} />
      <path className={classes.expected} d={middle(places) ?? ''} />
      {sex !== null && (
        <text x={last.at + HALF_WIDTH_PX} y={(last.high === null ? PLOT.top : y(last.high)) - 3} textAnchor="end">
          {messages.values.sexes[sex]}
        </text>
      )}
    </g>
  );
}

/** The limits of one point as ticks. */
function OwnLimits({ point: { low, high }, x, y }: { point: PlacedPoint; x: number; y: Scale }) {
  const ticks = [low, high].filter((limit) => limit !== null);
  return (
    <path
      className={classes.expected}
      data-testid="own-limits"
      d={ticks.map((limit) => `M${x - HALF_WIDTH_PX} ${y(limit)}h${2 * HALF_WIDTH_PX}`).join('')}
    />
  );
}

interface PointProps {
  x: number;
  y: number;
  mark: keyof typeof SHAPES;
  chosen: boolean;
  words: string;
  onChoose: () => void;
  onOpen: () => void;
}

function Point({ x, y, mark, chosen, words, onChoose, onOpen }: PointProps) {
  return (
    <g
      className={classes.point}
      data-mark={mark}
      data-chosen={chosen}
      transform={`translate(${x} ${y})`}
      onPointerEnter={onChoose}
      onClick={onOpen}
    >
      <title>{words}</title>
      <circle className={classes.catch} r="8" />
      {SHAPES[mark] === 'diamond' ? <path d="M0 -4.5 4.5 0 0 4.5 -4.5 0Z" /> : <circle r="2.8" />}
    </g>
  );
}
