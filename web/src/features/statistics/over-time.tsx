import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { AgreementPoint, ReaderChart, ValueAgreementRow } from '@echometry/contract/records/agreement.ts';
import { unitShown } from '../../image-page/measurements/units.ts';
import { signed } from '../../lib/format.ts';
import { Axis } from './axis.tsx';
import { differenceDecimals } from './differences.ts';
import { messages } from './messages.ts';
import { PLOT } from './plot-size.ts';
import classes from './statistics.module.css';

/** Height of one chart; all charts share the axis of cases. */
const HEIGHT = 150;
const TICKS = 6;
const PAD = 0.1;
const SCORE_DECIMALS = 1;
const DIAMOND = 'M0 -4.4L4.4 0L0 4.4L-4.4 0Z';

interface Props {
  row: ValueAgreementRow;
  chart: ReaderChart;
  names: readonly [string, string];
  onOpen: ((point: AgreementPoint) => void) | null;
}

const extent = (values: readonly number[]): [number, number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || 1) * PAD;
  return [low - pad, high + pad];
};

/** Differences of a reader in the order of time, with the control charts that find a drift (docs/readers.md). */
export function OverTime({ row, chart, names: [first, second], onOpen }: Props) {
  const cases = row.points.slice(0, chart.points.length);
  const { alarm } = chart;
  const unit = unitShown(row.units);
  const isSince = (at: number): boolean => alarm !== null && at >= alarm.since;
  const x = scaleLinear([1, Math.max(cases.length, 2)], [PLOT.left + 8, PLOT.width - PLOT.right]);
  return (
    <section className={classes.overTime} aria-label={messages.overTime.title(row.name)}>
      <h3>
        {messages.overTime.title(row.name)} <small>{messages.overTime.order}</small>
      </h3>
      {chart.reason !== null && <p className={classes.quiet}>{messages.overTime.reason(chart.reason)}</p>}
      {chart.reason === null && (
        <p data-alarm={alarm !== null} className={classes.alarm}>
          {alarm === null
            ? messages.overTime.steady(second, cases.length)
            : messages.overTime.alarm({ second, first, name: row.name, alarm, since: cases[alarm.since], at: cases[alarm.at] })}
        </p>
      )}
      {cases.length > 0 && (
        <div className={classes.tracks}>
          <Track name={messages.overTime.difference(first, second, unit)} values={cases.map(({ difference }) => difference)} x={x}>
            {(y) =>
              cases.map((point, at) => (
                <g
                  key={`${point.study_id} ${point.instance_id}`}
                  className={classes.point}
                  data-mark={isSince(at) ? 'outside' : 'inside'}
                  transform={`translate(${x(at + 1)} ${y(point.difference)})`}
                  onClick={() => onOpen?.(point)}
                >
                  <title>{messages.overTime.case(at + 1, point, signed(point.difference, differenceDecimals(row)), unit)}</title>
                  <circle className={classes.catch} r="8" />
                  {isSince(at) ? <path d={DIAMOND} /> : <circle r="2.8" />}
                </g>
              ))
            }
          </Track>
          <Chart
            name={messages.overTime.ewma}
            x={x}
            series={[chart.points.map(({ ewma }) => ewma)]}
            limits={chart.points.map(({ ewma_limit }) => ewma_limit)}
          />
          <Chart
            name={messages.overTime.cusum}
            x={x}
            series={[chart.points.map(({ cusum_above }) => cusum_above), chart.points.map(({ cusum_below }) => -cusum_below)]}
            limits={chart.points.map(({ cusum_limit }) => cusum_limit)}
          />
        </div>
      )}
      {alarm !== null && <Cases row={row} chart={chart} since={alarm.since} cases={cases} onOpen={onOpen} />}
    </section>
  );
}

type Scale = ReturnType<typeof scaleLinear<number, number>>;

function Track({
  name,
  values,
  x,
  children,
}: {
  name: string;
  values: readonly number[];
  x: Scale;
  children: (y: Scale) => React.ReactNode;
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
            <path key={String(at)} className={classes.control} d={path(values, y)} />
          ))}
        </>
      )}
    </Track>
  );
}

interface CasesProps extends Pick<Props, 'row' | 'chart' | 'onOpen'> {
  since: number;
  cases: readonly AgreementPoint[];
}

/** Cases since the change, the newest first. */
function Cases({ row, chart, since, cases, onOpen }: CasesProps) {
  const decimals = differenceDecimals(row);
  return (
    <table className={classes.table} aria-label={messages.overTime.cases}>
      <thead>
        <tr>
          {messages.overTime.columns(unitShown(row.units)).map((column, at) => (
            <th key={column} scope="col" data-number={at > 1}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cases
          .map((point, at) => ({ point, at }))
          .slice(since)
          .toReversed()
          .map(({ point, at }) => (
            <tr key={`${point.study_id} ${point.instance_id}`}>
              <td>
                {onOpen ? (
                  <button type="button" className={classes.link} onClick={() => onOpen(point)}>
                    {messages.overTime.open(at + 1, point.patient_show)}
                  </button>
                ) : (
                  messages.overTime.open(at + 1, point.patient_show)
                )}
              </td>
              <td>{messages.overTime.read(point)}</td>
              <td data-number="true">{signed(point.difference, decimals)}</td>
              <td data-number="true">{signed(chart.points[at]?.ewma ?? null, SCORE_DECIMALS)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
