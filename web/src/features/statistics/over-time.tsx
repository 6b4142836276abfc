import type { AgreementPoint, AgreementReport, ReaderChart, ValueAgreementRow } from '@echometry/contract/records/agreement.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { signed } from '../../lib/format.ts';
import { Cases } from './cases-table.tsx';
import { casesAxis, Charts, type Scale, Track } from './chart-tracks.tsx';
import { differenceDecimals } from './differences.ts';
import { messages } from './messages.ts';
import classes from './statistics.module.css';

const DIAMOND = 'M0 -4.4L4.4 0L0 4.4L-4.4 0Z';

interface Props {
  row: ValueAgreementRow;
  chart: ReaderChart;
  names: readonly [string, string];
  /** The report that the row is of: every case is listed with its reason. Absent: only cases since an alarm. */
  report?: AgreementReport;
  onOpen: ((point: AgreementPoint) => void) | null;
}

/** Differences of a reader in the order of time, with the control charts that find a drift (docs/readers.md). */
export function OverTime({ row, chart, names: [first, second], report, onOpen }: Props) {
  const cases = row.points.slice(0, chart.points.length);
  const { alarm } = chart;
  const unit = unitShown(row.units);
  const isSince = (at: number): boolean => alarm !== null && at >= alarm.since;
  const x = casesAxis(cases.length);
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
          <Track
            name={messages.overTime.difference(first, second, unit)}
            values={[...cases.map(({ difference }) => difference), ...bandsOf(row.sd)]}
            x={x}
          >
            {(y) => (
              <>
                <Bands sd={row.sd} x={x} y={y} />
                {cases.map((point, at) => (
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
                ))}
              </>
            )}
          </Track>
          <Charts points={chart.points} x={x} />
        </div>
      )}
      {(alarm !== null || report !== undefined) && <Cases row={row} chart={chart} cases={cases} report={report} onOpen={onOpen} />}
    </section>
  );
}

/** Standard deviations at which lines are drawn about no difference. */
const BANDS_SD = [-3, -2, 2, 3] as const;
const bandsOf = (sd: number | null): number[] => (sd === null ? [] : BANDS_SD.map((times) => times * sd));

function Bands({ sd, x, y }: { sd: number | null; x: Scale; y: Scale }) {
  const [from = 0, to = 0] = x.range();
  return bandsOf(sd).map((value) => <line key={value} className={classes.controlLimit} x1={from} x2={to} y1={y(value)} y2={y(value)} />);
}
