/** A reading of an image against the gold case: differences are the reading minus the gold case. */
import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import type { Agreed, CurvePair, EventTime } from '@echometry/contract/generated/agreement.ts';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { Interpolation } from '@echometry/contract/generated/study-measurements.ts';
import type { FeedbackImage, FeedbackRule } from '@echometry/contract/records/course.ts';
import type { Tolerances } from '@echometry/contract/records/gold.ts';
import { pairedEvents, pairedValues } from '@echometry/contract/rules/agreement-pairs.ts';
import { readLines } from '@echometry/contract/rules/consensus-lines.ts';
import { toleranceOf, verdictOf } from '@echometry/contract/rules/tolerances.ts';
import { found } from '../statistics/agreement/samples.ts';

/** Tolerances, scale and rules of a comparison. */
export interface Comparing {
  tolerances: Tolerances | null;
  interpolationOf: (line: Line) => Interpolation | null;
  /** Height and width of a stored pixel; null without calibration. */
  pixel_size_mm: [number, number] | null;
  time: EventTime;
  ruleOf: (name: string) => Promise<FeedbackRule | null>;
}

/** One of the two has nothing to compare. */
const MISSING = 'missing';
const NOT_CONFIGURED = 'not-in-configuration';

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Null where the label was never chosen, or was cleared. */
const choiceOf = ({ additional_labels }: AnalysisImage, label: string): string | null => {
  const choice = additional_labels[label];
  return typeof choice === 'string' ? choice : null;
};

/** Labels that differ between a reading and the gold case. */
export function differingLabels(own: AnalysisImage, gold: AnalysisImage): FeedbackImage['labels'] {
  const more = [...new Set([...Object.keys(own.additional_labels), ...Object.keys(gold.additional_labels)])].map((label) => ({
    label,
    own: choiceOf(own, label),
    gold: choiceOf(gold, label),
  }));
  const all = [
    { label: 'Image type', own: own.type, gold: gold.type },
    { label: 'View', own: own.view, gold: gold.view },
    { label: 'Reference image', own: yesOrNo(own.reference), gold: yesOrNo(gold.reference) },
    { label: 'Cycles', own: String(own.cardiac_events.length), gold: String(gold.cardiac_events.length) },
    ...more,
  ];
  return all.filter((one) => one.own !== one.gold);
}

async function comparedValues(own: AnalysisImage, gold: AnalysisImage, type: string, { tolerances, ruleOf }: Comparing) {
  const values: FeedbackImage['values'] = [];
  for (const { name, pair } of pairedValues(gold, own)) {
    // A value that is not in the gold case has nothing to be compared with.
    if (pair.first === null) continue;
    const isOfUnit = pair.first_unit === pair.second_unit;
    const difference = pair.second === null || !isOfUnit ? null : pair.second - pair.first;
    const tolerance = toleranceOf.value(tolerances, type, name, pair.first_unit);
    values.push({
      name,
      units: pair.first_unit,
      own: isOfUnit ? pair.second : null,
      gold: pair.first,
      difference,
      reason: difference !== null ? null : isOfUnit ? MISSING : 'units-differ',
      tolerance,
      verdict: verdictOf(difference, tolerance),
      rule: await ruleOf(name),
    });
  }
  return values;
}

const NO_DISTANCE: Agreed = { value: null, unit: 'mm', reason: null };

async function comparedLines(engine: AgreementFunctions, own: AnalysisImage, gold: AnalysisImage, type: string, by: Comparing) {
  // Axes of strips are not both lengths.
  if (own.modality !== '2D' || gold.modality !== '2D') return [];
  const lines = readLines(gold, own).filter(({ first }) => first?.finished === true);
  const pairs = lines.map(({ first, second }): CurvePair | string => {
    if (first === undefined || second?.finished !== true) return MISSING;
    const [one, two] = [first, second].map((line) => {
      const interpolation = by.interpolationOf(line);
      return interpolation && { type: 'drawn' as const, shape: line.shape, interpolation, points: line.points };
    });
    return one && two ? { first: one, second: two, pixel_size_mm: by.pixel_size_mm } : NOT_CONFIGURED;
  });
  const known = pairs.filter((pair) => typeof pair !== 'string');
  const figures = known.length === 0 ? [] : found(await engine.curves(known));
  return lines.map(({ name, event, cycles }, at): FeedbackImage['lines'][number] => {
    const pair = pairs[at];
    const compared = typeof pair === 'object' ? figures[known.indexOf(pair)] : undefined;
    const { mean_distance: mean = NO_DISTANCE, hausdorff = NO_DISTANCE } = compared ?? {};
    const tolerance = toleranceOf.line(by.tolerances, type, name);
    return {
      name,
      event,
      cycle: cycles[0],
      mean_mm: mean.value,
      hausdorff_mm: hausdorff.value,
      reason: typeof pair === 'string' ? pair : mean.reason,
      tolerance,
      verdict: verdictOf(mean.value, tolerance),
    };
  });
}

async function comparedMarks(engine: AgreementFunctions, own: AnalysisImage, gold: AnalysisImage, type: string, by: Comparing) {
  const marks = pairedEvents(gold, own).filter(({ pair }) => pair.first !== null);
  if (marks.length === 0) return [];
  const pairs = marks.map(({ pair }) => pair);
  const compared = found(await engine.events(pairs, by.time));
  return marks.map(({ event, cycle, pair }, at): FeedbackImage['marks'][number] => {
    const { steps, ms } = compared[at] ?? { steps: null, ms: null };
    const tolerance = toleranceOf.mark(by.tolerances, type, event);
    const difference = ms?.value ?? null;
    return {
      event,
      cycle,
      unit: by.time.type === 'frames' ? 'frame' : 'column',
      steps: steps?.value ?? null,
      ms: difference,
      reason: pair.second === null ? MISSING : (ms?.reason ?? null),
      tolerance,
      verdict: verdictOf(difference, tolerance),
    };
  });
}

const NOTHING = { labels: [], values: [], lines: [], marks: [] };

/** Compares one image; `own` is undefined where the reader has none. */
export async function compareImage(
  engine: AgreementFunctions,
  own: AnalysisImage | undefined,
  gold: AnalysisImage,
  by: Comparing,
): Promise<FeedbackImage> {
  const { instance_id, type } = gold;
  if (own === undefined || own.type === null) return { ...NOTHING, instance_id, type, state: 'missed' };
  const labels = differingLabels(own, gold);
  if (type === null || own.type !== type) return { ...NOTHING, labels, instance_id, type, state: 'other-type' };
  return {
    instance_id,
    type,
    state: 'compared',
    labels,
    values: await comparedValues(own, gold, type, by),
    lines: await comparedLines(engine, own, gold, type, by),
    marks: await comparedMarks(engine, own, gold, type, by),
  };
}
