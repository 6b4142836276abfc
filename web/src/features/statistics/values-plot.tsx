import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { RefObject } from 'react';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { Axis } from './axis.tsx';
import { PLOT } from './plot-size.ts';
import classes from './statistics.module.css';
import { markOf, type AgedPoint } from './values.ts';

/** Room around the values, as a share of their extent. */
const PAD = 0.06;
const AGE_TICKS = 6;

interface Props {
  ref: RefObject<SVGSVGElement | null>;
  name: string;
  unit: string;
  dataType: DataType;
  points: readonly AgedPoint[];
  /** Place among the points of the one that keys work on. */
  chosen: number;
  onChoose: (index: number) => void;
  onOpen: (point: AgedPoint) => void;
}

const extent = (values: readonly number[]): [number, number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || Math.abs(high) || 1) * PAD;
  return [low - pad, high + pad];
};

function scalesOf(points: readonly AgedPoint[]) {
  const heights = points.flatMap(({ value, low, high }) => [value, ...[low, high].filter((limit) => limit !== null)]);
  return {
    x: scaleLinear(extent(points.map(({ age }) => age)), [PLOT.left, PLOT.width - PLOT.right]),
    y: scaleLinear(extent(heights), [PLOT.height - PLOT.bottom, PLOT.top]).nice(4),
  };
}

const SHAPES = { inside: 'dot', outside: 'dot', outlier: 'diamond' } as const;

/** Values by age, over the normal band of each; a point opens its study. */
export function ValuesPlot({ ref, name, unit, dataType, points, chosen, onChoose, onOpen }: Props) {
  const { x, y } = scalesOf(points);
  const at = ({ age }: AgedPoint): number => x(age);
  const banded = points.filter(({ low, high }) => low !== null && high !== null);
  const expected = points.filter((point) => point.expected !== null);
  const band = area<AgedPoint>(
    at,
    ({ low }) => y(low ?? 0),
    ({ high }) => y(high ?? 0),
  );
  const middle = line<AgedPoint>(at, (point) => y(point.expected ?? 0));
  return (
    <svg ref={ref} viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="group" aria-label={`${name} by age`}>
      <Axis scale={y} />
      {x.ticks(AGE_TICKS).map((tick) => (
        <text key={tick} x={x(tick)} y={PLOT.height - 8} textAnchor="middle">
          {tick}
        </text>
      ))}
      <path className={classes.band} d={band(banded) ?? ''} />
      <path className={classes.expected} d={middle(expected) ?? ''} />
      {points.map((point, index) => (
        <Point
          key={`${point.study} ${point.instance_id}`}
          x={at(point)}
          y={y(point.value)}
          mark={markOf(point)}
          chosen={index === chosen}
          words={`${point.of.patient_show}: ${shownValue(point.value)} ${unit} at ${shownValue(point.age)} ${dataType === 'fetal' ? 'weeks' : 'years'}`}
          onChoose={() => onChoose(index)}
          onOpen={() => onOpen(point)}
        />
      ))}
    </svg>
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
