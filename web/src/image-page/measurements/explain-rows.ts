/** An explanation of a value as lines of words: where it comes from, and what a reader needs to compute it again. */
import type { CalibrationSource } from '@echometry/contract/generated/analysis-image.ts';
import type { Explanation, ImageRead, LineRead } from '@echometry/contract/generated/study-measurements.ts';
import { DASH, number } from '../../lib/format.ts';
import { shownValue } from './rows.ts';
import { unitShown } from './units.ts';

export interface ExplainRow {
  label: string;
  lines: string[];
}

/** Where a scale comes from, in words. */
export const SOURCE_WORDS: Readonly<Record<CalibrationSource, string>> = {
  regions: 'file header',
  pixel_spacing: 'Pixel Spacing of the file',
  confirmed_spacing: 'nominal spacing, confirmed',
  manual: 'set by hand',
  none: 'no scale',
};

/** Scales differ by orders of magnitude: significant figures, not decimals. */
const SCALE_FIGURES = 4;
const scaleNumber = (value: number): string => String(Number(value.toPrecision(SCALE_FIGURES)));

const WARNING_WORDS: Readonly<Record<string, string>> = {
  self_intersecting: 'A contour crosses itself.',
  biplane_lengths_differ: 'The long axes of the two planes differ by more than 20 %.',
  event_counts_differ: 'End diastoles and end systoles are not of the same number.',
  caliper_repeated: 'A caliper was placed more than once in a cycle; the latest counts.',
  'onset-types-differ': 'The images count from onsets of different types.',
  no_file_for_frame_times: 'The file of the clip is not available, so its frame times are not known.',
  no_frame_times_in_file: 'The file has no frame times.',
};

const plain = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ');

function pointsOf(lines: readonly LineRead[]): string[] {
  const names = [...new Set(lines.map(({ name }) => name))];
  return names.map((name) => {
    const counts = [...new Set(lines.filter((line) => line.name === name).map(({ points }) => points.filter(({ read }) => read).length))];
    return `${name}, ${counts.join(' or ')} points`;
  });
}

function framesOf({ lines, marks, frame_times }: ImageRead, known: readonly number[] | null): string[] {
  const times = new Map((known ?? []).map((time, index) => [index + 1, time]));
  for (const { frame_number, time_ms } of frame_times) times.set(frame_number, time_ms);
  const read = frame_times.map(({ frame_number }) => frame_number);
  const numbers = [...new Set([...lines.map(({ frame_number }) => frame_number), ...read])];
  const frames = numbers.filter((frame) => frame !== null).toSorted((a, b) => a - b);
  if (frames.length > 0) return frames.map((frame) => (times.has(frame) ? `${frame} · ${number(times.get(frame), 0)} ms` : String(frame)));
  return marks.map(({ event, position }) => `${plain(event)} at column ${number(position, 1)}`);
}

function scaleOf({ regions }: ImageRead): string[] {
  return regions.map(({ delta: [x, y], units: [of_x, of_y] }) => {
    const sides = of_x === of_y ? `${scaleNumber(Math.abs(x))} × ${scaleNumber(Math.abs(y))} ${of_x}/px` : null;
    return sides ?? `${scaleNumber(Math.abs(x))} ${of_x}/px × ${scaleNumber(Math.abs(y))} ${of_y}/px`;
  });
}

const sourcesOf = ({ regions }: ImageRead): string[] =>
  regions.map(({ index, source }) => (index === null ? SOURCE_WORDS[source] : `US region ${index + 1}, ${SOURCE_WORDS[source]}`));

function rangeOf({ measurement: { normal, units } }: Explanation): string[] {
  if (!normal) return [];
  const { low, high, z, indexed, grade, source, reason } = normal;
  // Limits per square metre are compared with the indexed value.
  const unit = `${unitShown(units)}${indexed === null ? '' : '/m²'}`;
  const limits = [low === null ? null : `from ${shownValue(low)}`, high === null ? null : `to ${shownValue(high)}`].filter(
    (one) => one !== null,
  );
  const first = limits.length > 0 ? `${limits.join(' ')} ${unit}`.trim() : null;
  return [
    indexed === null ? null : `indexed ${shownValue(indexed)} ${unit}`,
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
        `engine ${provenance.engine_version}`,
        ...Object.entries(provenance.config_versions).map(([set, version]) => `${plain(set)} ${version}`),
      ]
    : [];
  const entered = (provenance?.inputs ?? []).map(
    (input) => `${input.name}: ${input.value === null ? DASH : input.value.map(shownValue).join(' · ')}`,
  );
  const all: ExplainRow[] = [
    { label: 'Formula', lines: [name, equation] },
    { label: 'With', lines: [inputs] },
    { label: 'Reference', lines: papersOf(source) },
    { label: 'Points', lines: pointsOf(read.flatMap(({ lines }) => lines)) },
    {
      label: 'Frames',
      lines: once(read.flatMap((image) => framesOf(image, image.instance_id === explanation.instance_id ? times : null))),
    },
    { label: 'Scale', lines: once(read.flatMap(scaleOf)) },
    { label: 'Source', lines: once(read.flatMap(sourcesOf)) },
    { label: 'Inputs', lines: entered },
    { label: 'Cycles', lines: value.length > 0 ? [value.map(shownValue).join(' · ')] : [] },
    { label: 'Normal range', lines: rangeOf(explanation) },
    { label: 'Note', lines: (provenance?.warnings ?? []).flatMap((code) => WARNING_WORDS[code] ?? []) },
    { label: 'Versions', lines: versions },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}
