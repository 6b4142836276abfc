/** The report as a table: rows for the clipboard and for paper, with footnotes on scales and versions. */
import type { Measurement, Provenance } from '@echometry/contract/generated/analysis-image.ts';
import { cellText } from '@echometry/contract/rules/csv.ts';
import type { AnatomySummary, ReportValue } from '@echometry/contract/rules/report.ts';
import { curveMessages } from '../../image-page/curves/messages.ts';
import { messages as measurementMessages } from '../../image-page/measurements/messages.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { limitsWords, outcomeWords } from '../../image-page/measurements/standing-words.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { type Halves, valueKey } from './halves.ts';
import { imageWords, limitWords, messages, STATE_WORDS, stateWords } from './messages.ts';

const texts = measurementMessages.standing;

export interface TableRow {
  anatomy: string;
  value: ReportValue;
  cells: readonly string[];
}

/** The value per square metre with its unit, where the limits are of that; empty otherwise. */
const indexedText = ({ normal, units }: Pick<Measurement, 'normal' | 'units'>): string =>
  !normal || normal.state === 'undefined' || normal.indexed === null ? '' : `${shownValue(normal.indexed)} ${unitShown(units)}/m²`;

/** One value per cycle; nothing for a single one, which is the aggregate. */
export const cycleWords = ({ value }: Pick<Measurement, 'value'>): string => (value.length > 1 ? value.map(shownValue).join(' · ') : '');

/** The value of each cycle with what it moves by when every drawn point does; of a single cycle only that. */
function cycleSpreads(measurement: Pick<Measurement, 'value'>, halves: readonly (number | null)[] | undefined): string {
  const spread = (at: number): string => {
    const half = halves?.[at] ?? null;
    return half === null ? '' : curveMessages.spread(shownValue(half));
  };
  if (measurement.value.length === 1 || !halves) return cycleWords(measurement) || spread(0);
  return measurement.value.map((value, at) => `${shownValue(value)} ${spread(at)}`.trim()).join(' · ');
}

/** How a value is judged, in words: by the reference value that counts, otherwise by its normal range. */
interface Judgement {
  limits: string;
  state: string;
  z: string;
  percentile: string;
  source: string;
}

function judgementOf({ judged, measurement, units, color }: ReportValue): Judgement {
  if (judged === null)
    return {
      limits: limitWords(measurement) ?? '',
      state: stateWords(measurement),
      z: '',
      percentile: '',
      source: color === 'undefined' ? '' : (measurement.normal?.source ?? ''),
    };
  const { standing, source } = judged;
  const words = outcomeWords(standing);
  const isZ = standing.outcome?.kind === 'z';
  return {
    limits: limitsWords(standing, units) ?? '',
    state: [STATE_WORDS[color], isZ ? '' : (words?.main ?? '')].filter(Boolean).join(', '),
    z: isZ ? (words?.main ?? '') : '',
    percentile: words?.percentile ?? '',
    source,
  };
}

function cellsOf(anatomy: string, value: ReportValue, halves: Halves): string[] {
  const { measurement } = value;
  const { limits, state, z, percentile, source } = judgementOf(value);
  return [
    anatomy,
    value.name,
    shownValue(measurement.aggregate),
    unitShown(value.units),
    indexedText(measurement),
    cycleSpreads(measurement, halves.get(valueKey(value.image_id, value.measurement.name))),
    limits,
    state,
    z,
    percentile,
    source,
    imageWords(value),
  ];
}

/** @param halves of values of curves */
export const tableOf = (report: readonly AnatomySummary[], halves: Halves = new Map()): TableRow[] =>
  report.flatMap(({ name_short, modalities }) =>
    modalities.flatMap(({ measurements }) =>
      measurements.map((value) => ({ anatomy: name_short, value, cells: cellsOf(name_short, value, halves) })),
    ),
  );

/** Text for the clipboard, in both forms that programs paste. */
export interface Copied {
  text: string;
  html: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** Signed numbers, ranges and lists of them: the only texts with a sign in front that a sheet may read as numbers. */
const SIGNED_NUMBERS = /^[+-][\d.][\d.\s–—·%+-]*$/;
/** A name that a person chose may not run as a formula in the sheet that it is pasted into. */
const safe = (text: string): string => (SIGNED_NUMBERS.test(text) ? text : cellText(text));
/** A tab or a line break would begin another cell. */
const plain = (text: string): string => safe(text).replaceAll(/[\t\r\n]+/g, ' ');

/** Rows with a head: separated by tabs as text, and as a table. */
export function copiedTable(columns: readonly string[], rows: readonly (readonly string[])[]): Copied {
  const line = (cells: readonly string[]) => cells.map(plain).join('\t');
  const html = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(safe(cell))}</${tag}>`).join('')}</tr>`;
  return {
    text: [columns, ...rows].map(line).join('\n'),
    html: `<table><thead>${html(columns, 'th')}</thead><tbody>${rows.map((row) => html(row, 'td')).join('')}</tbody></table>`,
  };
}

/** A value with its unit, indexed value, cycles and range, as a sentence would name it. */
export function copiedValue(value: ReportValue): Copied {
  const { measurement } = value;
  const { limits, z, percentile, source } = judgementOf(value);
  const cycles = cycleWords(measurement);
  const amount = `${shownValue(measurement.aggregate)} ${unitShown(value.units)}`.trim();
  const indexed = indexedText(measurement);
  const more = [
    indexed && messages.table.indexed(indexed),
    cycles,
    z && [z, percentile && texts.percentile(percentile)].filter(Boolean).join(', '),
    limits === '' ? source : `${messages.table.normal(limits)}, ${source}`,
    imageWords(value),
  ];
  const rest = more.filter((part) => part !== '').join('; ');
  return { text: `${value.name} ${amount} (${rest})`, html: `<b>${escaped(value.name)}</b> ${escaped(amount)} (${escaped(rest)})` };
}

function scaleWords({ calibration: { source, region_indices, version } }: Provenance): string {
  const regions = region_indices.map((index) => index + 1);
  return [
    regions.length === 0 ? '' : messages.table.regions(regions),
    measurementMessages.explained.sources[source],
    version === null ? '' : messages.table.version(version),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export interface Footnotes {
  /** Scales, each with the number by which values name it, from 1. */
  scales: readonly string[];
  /** Number of the scale of a value; null where none was used. */
  numberOf: (value: ReportValue) => number | null;
  /** Engine and configuration sets, with every version that computed a value. */
  versions: string;
}

/** What a reader needs to trust the table: where scales come from, and what computed the values. */
export function footnotesOf(rows: readonly TableRow[]): Footnotes {
  const scales: string[] = [];
  const numbers = new Map<string, number>();
  const versions = new Set<string>();
  for (const { value } of rows) {
    const { provenance } = value.measurement;
    if (!provenance) continue;
    versions.add(messages.table.engine(provenance.engine_version));
    for (const [set, version] of Object.entries(provenance.config_versions)) versions.add(`${set.replaceAll('_', ' ')} ${version}`);
    if (provenance.calibration.source === 'none') continue;
    const words = scaleWords(provenance);
    if (!scales.includes(words)) scales.push(words);
    numbers.set(value.key, scales.indexOf(words) + 1);
  }
  return { scales, numberOf: ({ key }) => numbers.get(key) ?? null, versions: [...versions].join(', ') };
}
