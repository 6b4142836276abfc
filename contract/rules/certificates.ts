import type { AgreementReport } from '../records/agreement.ts';
import { type Certificate, type CertifiedValue, MIN_CERTIFIED_CASES } from '../records/certificate.ts';
import type { ReaderMeasurement } from '../records/reader-report.ts';
import { isGold } from './gold.ts';
import { daysBetween } from './inbox.ts';
import { isMachine } from './machine.ts';
import { standardOf } from './standards.ts';

/** Whether a comparison is of a person's own work with gold cases, in this order: only such a one can be certified. */
export function comparesWithGold({ readers }: Pick<AgreementReport, 'readers'>): boolean {
  const [first, second] = readers;
  if (first === undefined || second === undefined) return false;
  return isGold(first) && second.reviewer === null && !isMachine(second) && standardOf(second) === null;
}

/** The figures of a certificate of an image type: its measurements with enough gold cases, by the comparison. */
export const certifiedValues = ({ values }: Pick<AgreementReport, 'values'>, imageType: string): CertifiedValue[] =>
  values
    .filter(({ image_type, n }) => image_type === imageType && n >= MIN_CERTIFIED_CASES)
    .map(({ name, units, n, bias, lower, upper, icc }) => ({
      name,
      units,
      n,
      bias: bias.value,
      lower: lower.value,
      upper: upper.value,
      icc: icc.value,
    }));

/** Image types of a comparison, with the most cases of a measurement of each. */
export function casesByType({ values }: Pick<AgreementReport, 'values'>): { image_type: string; n: number }[] {
  const most = new Map<string, number>();
  for (const { image_type, n } of values) most.set(image_type, Math.max(most.get(image_type) ?? 0, n));
  return [...most].map(([image_type, n]) => ({ image_type, n })).toSorted((a, b) => (a.image_type < b.image_type ? -1 : 1));
}

/** Of the image types that need one, those for which a person has no certificate that is valid on a day. */
export const uncertifiedTypes = (
  required: readonly string[],
  certificates: readonly Pick<Certificate, 'reader' | 'blind' | 'image_type' | 'expires_on'>[],
  person: { email: string; blind: boolean },
  today: string,
): string[] =>
  required.filter(
    (type) =>
      !certificates.some(
        ({ reader, blind, image_type, expires_on }) =>
          reader === person.email && blind === person.blind && image_type === type && expires_on >= today,
      ),
  );

/** A certificate ends soon in the last so many days. */
const ENDS_SOON_DAYS = 30;

export type CertificateState = 'valid' | 'ends-soon' | 'expired' | 'on-hold';

/** On hold, where the charts of one of its measurements have an alarm by cases that were saved after it was issued. */
export function certificateState(
  { image_type, values, issued_at, expires_on }: Pick<Certificate, 'image_type' | 'values' | 'issued_at' | 'expires_on'>,
  measurements: readonly Pick<ReaderMeasurement, 'image_type' | 'name' | 'since'>[],
  today: string,
): CertificateState {
  if (expires_on < today) return 'expired';
  const isCertified = (name: string): boolean => values.some((value) => value.name === name);
  const drifts = measurements.some(
    (one) => one.image_type === image_type && isCertified(one.name) && one.since !== null && one.since >= issued_at,
  );
  if (drifts) return 'on-hold';
  return daysBetween(today, expires_on) <= ENDS_SOON_DAYS ? 'ends-soon' : 'valid';
}
