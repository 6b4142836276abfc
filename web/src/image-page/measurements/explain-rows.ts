/** An explanation of a value as lines of words: where it comes from, and what a reader needs to compute it again. */
import type { Explanation, ImageRead, LineRead } from '@echometry/contract/generated/study-measurements.ts';
import { DASH, number } from '../../lib/format.ts';
import { messages } from './messages.ts';
import { shownValue } from './rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';

export interface ExplainRow {
  label: string;
  lines: string[];
}

/** Scales differ by orders of magnitude: significant figures, not decimals. */
const SCALE_FIGURES = 4;
const scaleNumber = (value: number): string => String(Number(value.toPrecision(SCALE_FIGURES)));

const plain = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ');

function pointsOf(lines: readonly LineRead[]): string[] {
  const names = [...new Set(lines.map(({ name }) => name))];
  return names.map((name) => {
    const counts = [...new Set(lines.filter((line) => line.name === name).map(({ points }) => points.filter(({ read }) => read).length))];
    return messages.explained.pointsOfLine(name, counts);
  });
}

function framesOf({ lines, marks, frame_times }: ImageRead, known: readonly number[] | null): string[] {
  const times = new Map((known ?? []).map((time, index) => [index + 1, time]));
  for (const { frame_number, time_ms } of frame_times) times.set(frame_number, time_ms);
  const read = frame_times.map(({ frame_number }) => frame_number);
  const numbers = [...new Set([...lines.map(({ frame_number }) => frame_number), ...read])];
  const frames = numbers.filter((frame) => frame !== null).toSorted((a, b) => a - b);
  if (frames.length > 0) return frames.map((frame) => (times.has(frame) ? `${frame} · ${number(times.get(frame), 0)} ms` : String(frame)));
  return marks.map(({ event, position }) => messages.explained.atColumn(plain(event), number(position, 1)));
}

function scaleOf({ regions }: ImageRead): string[] {
  return regions.map(({ delta: [x, y], units: [of_x, of_y] }) => {
    const sides = of_x === of_y ? `${scaleNumber(Math.abs(x))} × ${scaleNumber(Math.abs(y))} ${of_x}/px` : null;
    return sides ?? `${scaleNumber(Math.abs(x))} ${of_x}/px × ${scaleNumber(Math.abs(y))} ${of_y}/px`;
  });
}

const sourcesOf = ({ regions }: ImageRead): string[] =>
  regions.map(({ index, source }) =>
    index === null ? messages.explained.sources[source] : messages.explained.region(index + 1, messages.explained.sources[source]),
  );

function rangeOf({ measurement: { normal, units } }: Explanation): string[] {
  if (!normal) return [];
  const { low, high, z, indexed, grade, source, reason } = normal;
  // Limits per square metre are compared with the indexed value.
  const unit = `${unitShown(units)}${indexed === null ? '' : '/m²'}`;
  const limits = [
    low === null ? null : messages.explained.from(shownValue(low)),
    high === null ? null : messages.explained.to(shownValue(high)),
  ].filter((one) => one !== null);
  const first = limits.length > 0 ? `${limits.join(' ')} ${unit}`.trim() : null;
  return [
    indexed === null ? null : messages.explained.indexed(`${shownValue(indexed)} ${unit}`),
    first,
    grade,
    z === null ? null : `z ${shownValue(z)}`,
    source,
    reason,
  ].filter((one) => one !== null && one !== undefined);
}

const once = (lines: readonly string[]): string[] => [...new Set(lines)];

/** Papers and guidelines; sections of our own documents are for engineers. */
const papersOf = (source: string): string[] => source.split('; ').filter((one) => !one.startsWith('docs/'));

/**
 * The rows of an explanation; empty rows are left out.
 * @param times of the frames of the image in view, in ms; null where they are not known
 */
export function explainRows(explanation: Explanation, times: readonly number[] | null): ExplainRow[] {
  const { measurement, read, equation, inputs, source } = explanation;
  const { provenance, value } = measurement;
  const formula = provenance?.formula;
  const name = formula ? `${plain(formula.name ?? formula.kind)}, v${formula.version}` : plain(measurement.formula ?? measurement.type);
  const versions = provenance
    ? [
        messages.explained.engine(provenance.engine_version),
        ...Object.entries(provenance.config_versions).map(([set, version]) => `${plain(set)} ${version}`),
      ]
    : [];
  const entered = (provenance?.inputs ?? []).map(
    (input) => `${input.name}: ${input.value === null ? DASH : input.value.map(shownValue).join(' · ')}`,
  );
  const all: ExplainRow[] = [
    { label: messages.explained.formula, lines: [name, equation] },
    { label: messages.explained.inputsOfFormula, lines: [inputs] },
    { label: messages.explained.reference, lines: papersOf(source) },
    { label: messages.explained.points, lines: pointsOf(read.flatMap(({ lines }) => lines)) },
    {
      label: messages.explained.frames,
      lines: once(read.flatMap((image) => framesOf(image, image.instance_id === explanation.instance_id ? times : null))),
    },
    { label: messages.explained.scale, lines: once(read.flatMap(scaleOf)) },
    { label: messages.explained.source, lines: once(read.flatMap(sourcesOf)) },
    { label: messages.explained.inputs, lines: entered },
    { label: messages.explained.cycles, lines: value.length > 0 ? [value.map(shownValue).join(' · ')] : [] },
    { label: messages.explained.range, lines: rangeOf(explanation) },
    { label: messages.explained.note, lines: (provenance?.warnings ?? []).flatMap((code) => messages.explained.warnings[code] ?? []) },
    { label: messages.explained.versions, lines: versions },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}
