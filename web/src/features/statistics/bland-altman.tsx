import { scaleLinear } from 'd3-scale';
import type { AgreementPoint, ValueAgreementRow } from '@echometry/contract/records/agreement.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { signed } from '../../lib/format.ts';
import { Axis } from './axis.tsx';
import { differenceDecimals } from './differences.ts';
import { messages } from './messages.ts';
import { PLOT } from './plot-size.ts';
import classes from './statistics.module.css';

const PAD = 0.08;
const TICKS = 6;
/** Room at the right for the names of the lines. */
const NAMES = 84;

const span = (values: readonly number[]): [number, number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || Math.abs(high) || 1) * PAD;
  return [low - pad, high + pad];
};

interface Props {
  row: ValueAgreementRow;
  names: readonly [string, string];
  onOpen: ((point: AgreementPoint) => void) | null;
}

/** From one bar of confidence to the next, which few readings make overlap. */
const WHISKER = 7;
const CAP = 2.5;

const whisker = (x: number, top: number, bottom: number): string =>
  `M${x - CAP} ${top}h${2 * CAP}M${x} ${top}V${bottom}M${x - CAP} ${bottom}h${2 * CAP}`;

/** Bias or a limit of agreement, and the ends of its confidence interval where it has one. */
interface Level {
  kind: 'upper' | 'bias' | 'lower';
  at: number;
  interval: readonly [number, number] | null;
}

const levelsOf = (row: ValueAgreementRow): Level[] =>
  (['upper', 'bias', 'lower'] as const).flatMap((kind) => {
    const { value, low, high } = row[kind];
    return value === null ? [] : [{ kind, at: value, interval: low === null || high === null ? null : ([low, high] as const) }];
  });

/** Differences of two readers against their means, with bias and limits of agreement and their confidence intervals. */
export function BlandAltman({ row, names: [first, second], onOpen }: Props) {
  const levels = levelsOf(row);
  const decimals = differenceDecimals(row);
  const right = PLOT.width - NAMES;
  const x = scaleLinear(span(row.points.map(({ mean }) => mean)), [PLOT.left, right - (levels.length + 1) * WHISKER]);
  const y = scaleLinear(
    span([...row.points.map(({ difference }) => difference), ...levels.flatMap(({ at, interval }) => interval ?? [at]), 0]),
    [PLOT.height - PLOT.bottom, PLOT.top],
  );
  const outside = ({ difference }: AgreementPoint): boolean =>
    (row.upper.value !== null && difference > row.upper.value) || (row.lower.value !== null && difference < row.lower.value);
  return (
    <figure className={classes.figure}>
      <figcaption>
        <h3>
          {row.name}, {second} − {first}
        </h3>{' '}
        <small>{messages.agreement.plotUnit(unitShown(row.units))}</small>
      </figcaption>
      <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="group" aria-label={messages.agreement.plot(row.name)}>
        <Axis scale={y} right={NAMES} />
        {x.ticks(TICKS).map((tick) => (
          <text key={tick} x={x(tick)} y={PLOT.height - 8} textAnchor="middle">
            {tick}
          </text>
        ))}
        {levels.map(({ kind, at, interval }, place) => (
          <g key={kind} className={classes.limit} data-bias={kind === 'bias'}>
            {interval && <path d={whisker(right - (place + 1) * WHISKER, y(interval[1]), y(interval[0]))} />}
            <line x1={PLOT.left} x2={right} y1={y(at)} y2={y(at)} />
            <text x={right + 6} y={y(at)}>
              {signed(at, decimals)}
            </text>
            <text x={right + 6} y={y(at) + 13}>
              {messages.agreement.levels[kind]}
            </text>
          </g>
        ))}
        {row.points.map((point) => (
          <g
            key={`${point.study_id} ${point.instance_id}`}
            className={classes.point}
            data-mark={outside(point) ? 'outlier' : 'inside'}
            transform={`translate(${x(point.mean)} ${y(point.difference)})`}
            onClick={() => onOpen?.(point)}
          >
            <title>{`${point.patient_show}: ${signed(point.difference, decimals)} ${unitShown(row.units)}`}</title>
            <circle className={classes.catch} r="8" />
            <circle r="2.8" />
          </g>
        ))}
      </svg>
    </figure>
  );
}
