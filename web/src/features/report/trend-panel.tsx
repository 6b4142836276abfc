import { Button } from '@mantine/core';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { number } from '../../lib/format.ts';
import { messages as measured } from '../../image-page/measurements/messages.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { shownZ } from '../../image-page/measurements/standing-words.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Counterpart } from './counterparts.ts';
import { methodsOf, type FollowedValues } from './cycle-values.ts';
import { messages } from './messages.ts';
import { changesOf, commonLimits, methodsThatDiffer, trendOf, type DatedReport, type TrendPoint } from './trend.ts';
import layout from '../../ui/layout.module.css';
import classes from './sections.module.css';
import { uncertaintyWords } from './uncertainty-words.ts';
import { measureWithCurves, withCurves } from './use-counterparts.ts';
import { readVariability, type UncertaintyOfReport } from './use-uncertainty.ts';

interface Loaded {
  reports: readonly DatedReport[];
  failed: number;
}

/** The report of another study, with what is known of its reader. */
async function datedReport(study: OpenStudy, counterpart: Counterpart, own: Own, signal: AbortSignal): Promise<DatedReport> {
  const date = counterpart.label;
  const { measured: other, followed } = await measureWithCurves(study, counterpart, signal);
  if (other === null) return { date, report: [], reader: null, measured: [], methods: new Map() };
  const { editor: reader } = other;
  const found = { date, report: withCurves(study, { measured: other, followed }, 'study'), reader, methods: methodsOf(followed) };
  if (own.reader === null || reader === null || reader === own.reader.reader) return { ...found, measured: own.measured };
  return { ...found, measured: await readVariability(study, { ...own.reader, reader }, signal) };
}

type Own = Pick<UncertaintyOfReport, 'reader' | 'measured'>;

/** Reads and measures the other studies one after the other. */
function useReports(study: OpenStudy, own: Own, studies: readonly Counterpart[], wanted: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ reports: [], failed: 0 });
  const load = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const reports: DatedReport[] = [];
    let failed = 0;
    for (const counterpart of studies) {
      try {
        reports.push(await datedReport(study, counterpart, own, signal));
      } catch (error) {
        if (signal.aborted) return;
        console.warn(`The study of ${counterpart.label} could not be measured.`, error);
        failed += 1;
      }
      if (signal.aborted) return;
      setLoaded({ reports: [...reports], failed });
    }
  });
  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    void load(request.signal);
    return () => request.abort();
  }, [wanted]);
  return loaded;
}

interface Props {
  study: OpenStudy;
  report: readonly AnatomySummary[];
  followed: FollowedValues;
  uncertainty: UncertaintyOfReport;
  value: ReportValue;
  /** The patient's other studies. */
  studies: readonly Counterpart[];
}

/** The chosen measurement over the studies of the patient; read when it is asked for. */
export function TrendPanel({ study, report, followed, uncertainty, value, studies }: Props) {
  const [wanted, setWanted] = useState(false);
  const { reports, failed } = useReports(study, uncertainty, studies, wanted);
  const done = reports.length + failed;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The requested panel is in sight, also as it grows.
    if (wanted) section.current?.scrollIntoView({ block: 'nearest' });
  }, [wanted, done]);
  const { date } = study.head;
  // Where dates are hidden, a trend would show them.
  if (studies.length === 0 || date === null) return null;
  const own: DatedReport = {
    date,
    report: [...report, ...followed.report],
    reader: uncertainty.reader?.reader ?? null,
    measured: uncertainty.measured,
    methods: methodsOf(followed.images),
  };
  const points = trendOf(value, [...reports, own]);
  const methods = methodsThatDiffer(points);
  return (
    <section ref={section} className={classes.trend} aria-label={messages.trend.label(value.name)}>
      <div className={`${layout.between} ${classes.trendHead}`}>
        <h2>{messages.trend.title(studies.length + 1)}</h2>
        {wanted ? (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setWanted(false)}>
            {done < studies.length ? messages.trend.cancel : messages.trend.hide}
          </Button>
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setWanted(true)}>
            {messages.trend.show}
          </Button>
        )}
      </div>
      {wanted && done < studies.length && <p role="status">{messages.trend.measuring(done + 1, studies.length)}</p>}
      {failed > 0 && <p role="alert">{messages.trend.failed(failed)}</p>}
      {wanted && <Chart points={points} value={value} />}
      {wanted && done === studies.length && points.length > 1 && <Changes points={points} units={value.units} />}
      {wanted && done === studies.length && <Points points={points} unit={unitShown(value.units)} />}
      {wanted && done === studies.length && methods.length > 0 && <p role="note">{messages.trend.methods(methods)}</p>}
    </section>
  );
}

const WIDTH = 302;
const HEIGHT = 150;
const MARGIN = { left: 38, right: 10, top: 10, bottom: 20 } as const;
const DAY_MS = 86_400_000;
/** Room above and below the values, as a share of their extent. */
const PAD = 0.15;

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Half the width of the limits of one study, in px of the chart. */
const TICK_PX = 8;

/** Ends of the interval of the true value; around the value where the bias is not shown. */
function endsOf({ value, uncertainty }: TrendPoint): readonly number[] {
  if (uncertainty === null) return [];
  const { half, ends } = uncertainty.interval;
  return ends ?? [value - half, value + half];
}

function scalesOf(points: readonly TrendPoint[]) {
  const times = points.map(({ date }) => timeOf(date));
  const values = points.flatMap((point) => [point.value, ...point.cycles, ...point.limits, ...endsOf(point)]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || Math.abs(high) || 1) * PAD;
  const x = scaleUtc([Math.min(...times) - DAY_MS, Math.max(...times) + DAY_MS], [MARGIN.left, WIDTH - MARGIN.right]);
  const y = scaleLinear([low - pad, high + pad], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);
  return { x, y };
}

function Chart({ points, value }: { points: readonly TrendPoint[]; value: ReportValue }) {
  if (points.length === 0) return null;
  const limits = commonLimits(points);
  const { x, y } = scalesOf(points);
  const at = ({ date }: TrendPoint) => x(timeOf(date));
  const band = area<TrendPoint>()
    .defined(({ uncertainty }) => uncertainty !== null)
    .x(at)
    .y0((point) => y(endsOf(point)[0] ?? 0))
    .y1((point) => y(endsOf(point)[1] ?? 0))([...points]);
  const path = line<TrendPoint>(at, (point) => y(point.value))([...points]);
  return (
    <svg className={classes.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={messages.trend.chart(value.name)}>
      <path className={classes.trendBand} d={band ?? ''} />
      {limits?.map((limit) => (
        <line key={limit} className={classes.trendLimit} x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(limit)} y2={y(limit)} />
      ))}
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line className={classes.trendGrid} x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 6} y={y(tick) + 4} textAnchor="end">
            {number(tick)}
          </text>
        </g>
      ))}
      <path d={path ?? ''} />
      {points.map((point) => (
        <g key={point.date} data-range={point.color}>
          {limits === null &&
            point.limits.map((limit) => (
              <line
                key={limit}
                className={classes.trendLimit}
                x1={at(point) - TICK_PX}
                x2={at(point) + TICK_PX}
                y1={y(limit)}
                y2={y(limit)}
              />
            ))}
          {point.cycles.map((cycle, index) => (
            <circle key={index} className={classes.cycle} cx={at(point)} cy={y(cycle)} r="2" />
          ))}
          <circle cx={at(point)} cy={y(point.value)} r="4" />
        </g>
      ))}
      <text x={at(points[0] as TrendPoint)} y={HEIGHT - 4} textAnchor="start">
        {points[0]?.date}
      </text>
      {points.length > 1 && (
        <text x={at(points.at(-1) as TrendPoint)} y={HEIGHT - 4} textAnchor="end">
          {points.at(-1)?.date}
        </text>
      )}
    </svg>
  );
}

/** Changes between dates, against the smallest that is real. */
function Changes({ points, units }: { points: readonly TrendPoint[]; units: string }) {
  const changes = changesOf(points);
  if (changes === null) return <p>{uncertaintyWords.noChange}</p>;
  return changes.map((change) => (
    <p key={change.from}>
      {uncertaintyWords.smallest(change.smallest, units, change.sameReader)} {uncertaintyWords.change(change, units)}
    </p>
  ));
}

/** The numbers of the chart. */
function Points({ points, unit }: { points: readonly TrendPoint[]; unit: string }) {
  if (points.length < 2) return <p>{messages.trend.none}</p>;
  return (
    <ul className={classes.points}>
      {points.map(({ date, value, color, z }) => (
        <li key={date} data-range={color}>
          <span>{date}</span>
          <b>{shownValue(value)}</b>
          <span>{unit}</span>
          {z !== null && <span>{measured.standing.z(shownZ(z))}</span>}
        </li>
      ))}
    </ul>
  );
}
