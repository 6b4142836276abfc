/**
 * Normal ranges of values of curves: the range of the measurement of the same quantity (the same line, formula and event), where a
 * reference source in use, or a confirmed range of the project, has one for the patient.
 */
import type { CurveValue, CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { isStrain } from '@echometry/contract/rules/curve-values.ts';
import { leadingStanding, type SourcedRow } from '@echometry/contract/rules/reference-choice.ts';
import type { Definition } from '../../image-page/measurements/definitions.ts';
import { limitsWords, sourceOf } from '../../image-page/measurements/standing-words.ts';

type CurveOfMeasurements = Pick<CycleCurve, 'chamber' | 'kind' | 'measurements'>;

/** Whether a value of a curve is the quantity of a measurement; of strain, the end-systolic one is. */
function isQuantity(curve: CurveOfMeasurements, of: CurveValue, { name, type, cardiac_event, inputs }: Definition): boolean {
  const isMeasured = (measurement: string): boolean => curve.measurements.includes(measurement);
  if (isStrain(curve)) return of === 'end-systolic' && isMeasured(name);
  if (of === 'emptying-fraction')
    return type === 'EF' && inputs !== undefined && inputs.every((one) => typeof one === 'string' && isMeasured(one));
  const [full, empty] = curve.chamber === 'atrium' ? ['end_systole', 'end_diastole'] : ['end_diastole', 'end_systole'];
  const event = of === 'largest' ? full : of === 'smallest' ? empty : null;
  return event !== null && isMeasured(name) && cardiac_event === event;
}

const NO_LIMITS = { low: null, high: null };

/** The image with its values, and the definitions and sources that judge them. */
interface Judged {
  image: Pick<ImageMeasurements, 'measurements' | 'standings'>;
  definitionOf: (name: string) => Definition | undefined;
  rows: ReadonlyMap<string, SourcedRow> | null;
}

/** The limits for the patient and the name of their source; null where no source has limits for this quantity. */
export function rangeOf(
  curve: CurveOfMeasurements,
  of: CurveValue,
  { image, definitionOf, rows }: Judged,
): { limits: string; source: string } | null {
  for (const { name, normal } of image.measurements) {
    const definition = definitionOf(name);
    if (!definition || !isQuantity(curve, of, definition)) continue;
    const standing = leadingStanding(image.standings?.find((one) => one.name === name)?.standings ?? []);
    const source = standing ? sourceOf(rows, standing) : (normal?.source ?? null);
    const limits = limitsWords(standing ?? normal ?? NO_LIMITS, definition.units ?? '');
    if (source !== null && limits !== null) return { limits, source };
  }
  return null;
}
