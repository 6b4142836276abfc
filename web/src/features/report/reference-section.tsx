import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useEffect, useState } from 'react';
import type { Curve, CurvePoint, Standing } from '@echometry/contract/generated/references.ts';
import { leadingStanding } from '@echometry/contract/rules/reference-choice.ts';
import { populationText, predictorText } from '@echometry/contract/rules/reference-words.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { messages as measured } from '../../image-page/measurements/messages.ts';
import { limitsWords, outcomeWords, reasonWords, sourceOf } from '../../image-page/measurements/standing-words.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { number } from '../../lib/format.ts';
import type { Judging } from '../../study/measuring/judging.ts';
import { messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import classes from './sections.module.css';
import type { Reading } from './use-report.ts';

const texts = messages.references;

/** The value among every reference value that the project uses, side by side, with the curve of the chosen one. */
export function ReferenceSection({ value, reading: { judging, measuring } }: { value: ReportValue; reading: Reading }) {
  const [chosen, choose] = useState<string | null>(null);
  const { standings } = value;
  const leading = leadingStanding(standings);
  if (leading === null) return judging.failure === null ? null : <p role="alert">{texts.notRead(judging.failure)}</p>;
  const shown = standings.find(({ row }) => row === chosen) ?? leading;
  return (
    <section className={`${kit.bareLists} ${classes.referenceSection}`} aria-label={texts.of(value.name)}>
      <div className={classes.head}>
        <h2>{texts.title}</h2>
        <small>{judging.version !== null && texts.version(judging.version)}</small>
      </div>
      <ul>
        {standings.map((standing) => (
          <Source
            key={standing.row}
            standing={standing}
            value={value}
            rows={judging.rows}
            isInUse={standing === leading}
            isShown={standing === shown}
            onChoose={() => choose(standing.row)}
          />
        ))}
      </ul>
      {measuring && <Plot key={shown.row} standing={shown} value={value} rows={judging.rows} measuring={measuring} />}
    </section>
  );
}

interface SourceProps {
  standing: Standing;
  value: ReportValue;
  rows: Judging['rows'];
  isInUse: boolean;
  isShown: boolean;
  onChoose: () => void;
}

function Source({ standing, value, rows, isInUse, isShown, onChoose }: SourceProps) {
  const row = rows?.get(standing.row)?.row;
  const words = outcomeWords(standing);
  const limits = limitsWords(standing, value.units);
  const facts = row ? [populationText(row.population), predictorText(row)].filter((fact) => fact !== '') : [];
  return (
    <li>
      <button type="button" className={classes.source} aria-pressed={isShown} data-range={standing.state} onClick={onChoose}>
        <span className={classes.referenceLine}>
          <b>{sourceOf(rows, standing)}</b>
          {isInUse && <i>{texts.inUse}</i>}
        </span>
        {words ? (
          <span className={classes.referenceLine}>
            <strong>{words.main}</strong>
            {words.percentile !== '' && <span>{measured.standing.percentile(words.percentile)}</span>}
          </span>
        ) : (
          <span className={classes.reason}>{reasonWords(standing.reason)}</span>
        )}
        {limits !== null && <span>{messages.table.normal(limits)}</span>}
        {facts.length > 0 && <small>{texts.madeFrom(facts)}</small>}
        {row && row.status !== 'two sources' && <small>{texts.status[row.status]}</small>}
      </button>
    </li>
  );
}

const WIDTH = 302;
const HEIGHT = 170;
const MARGIN = { left: 38, right: 12, top: 10, bottom: 22 } as const;
const POINTS = 60;
/** Room above and below, as a share of the extent. */
const PAD = 0.08;

function useCurve(measuring: NonNullable<Reading['measuring']>, row: string, unit: string): Curve | null {
  const [curve, setCurve] = useState<Curve | null>(null);
  useEffect(() => {
    let isHere = true;
    void measuring.referenceCurve({ row, plot: { unit, points: POINTS } }).then((found) => isHere && setCurve(found));
    return () => {
      isHere = false;
    };
  }, [measuring, row, unit]);
  return curve;
}

/** Limits of a source over its predictor, for this sex, with the patient's value. */
function Plot({
  standing,
  value,
  rows,
  measuring,
}: Pick<SourceProps, 'standing' | 'value' | 'rows'> & { measuring: NonNullable<Reading['measuring']> }) {
  const curve = useCurve(measuring, standing.row, value.units);
  if (curve === null || curve.over === null || curve.points.length < 2) return null;
  const variable = measured.standing.variables[curve.over];
  const source = sourceOf(rows, standing);
  const amount = value.measurement.aggregate ?? null;
  return (
    <figure className={classes.plot} data-range={standing.state}>
      <figcaption>{texts.plot(unitShown(value.units), variable, source)}</figcaption>
      <Drawing curve={curve} amount={amount} label={texts.plotOf(value.name, variable.name, source)} />
    </figure>
  );
}

function scalesOf({ points, here }: Curve, amount: number | null) {
  const places = [...points.map(({ at }) => at), ...(here === null ? [] : [here])];
  const limits = points.flatMap(({ low, expected, high }) => [low, expected, high]);
  const values = [...limits, amount].filter((one) => one !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || Math.abs(high) || 1) * PAD;
  return {
    x: scaleLinear([Math.min(...places), Math.max(...places)], [MARGIN.left, WIDTH - MARGIN.right]),
    y: scaleLinear([low - pad, high + pad], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4),
  };
}

function Drawing({ curve, amount, label }: { curve: Curve; amount: number | null; label: string }) {
  const { x, y } = scalesOf(curve, amount);
  const [bottom, top] = y.range() as [number, number];
  const band = area<CurvePoint>()
    .x(({ at }) => x(at))
    .y0(({ low }) => (low === null ? bottom : y(low)))
    .y1(({ high }) => (high === null ? top : y(high)));
  const along = (which: 'low' | 'expected' | 'high') =>
    line<CurvePoint>()
      .defined((point) => point[which] !== null)
      .x(({ at }) => x(at))
      .y((point) => y(point[which] ?? 0))([...curve.points]) ?? '';
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 6} y={y(tick) + 4} textAnchor="end">
            {number(tick)}
          </text>
        </g>
      ))}
      <path className={classes.band} d={band([...curve.points]) ?? ''} />
      <path className={classes.limit} d={along('low')} />
      <path className={classes.expected} d={along('expected')} />
      <path className={classes.limit} d={along('high')} />
      {x.ticks(4).map((tick) => (
        <text key={tick} x={x(tick)} y={HEIGHT - 6} textAnchor="middle">
          {number(tick)}
        </text>
      ))}
      {curve.here !== null && amount !== null && (
        <>
          <line className={classes.here} x1={x(curve.here)} x2={x(curve.here)} y1={y(amount)} y2={bottom} />
          <circle cx={x(curve.here)} cy={y(amount)} r="4" />
        </>
      )}
    </svg>
  );
}
