/**
 * Codes of SNOMED as reports before 2016 write them (designators SRT, SNM3 and 99SDM), by the number that replaced each
 * (PS3.16 annex O). Only codes of modifiers: measurements have codes of LOINC there.
 */
import type { ReportedNumber } from '@echometry/contract/records/machine.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';

type Reported = ReportedNumber['code'];

const OLDER_SCHEMES = new Set(['SRT', 'SNM3', '99SDM']);

export const OLDER_CODES: Readonly<Record<string, string>> = {
  'G-C0E3': '363698007',
  'G-0373': '399264008',
  'G-C036': '370129005',
  'G-C048': '260674002',
  'R-00317': '373098007',
  'R-404FB': '255605001',
  'G-A437': '56851009',
  'G-03A2': '399064001',
  'G-0394': '399155008',
  'R-409E4': '261199008',
  'R-409E3': '261198000',
  'P5-B0128': '439858009',
  'G-0396': '399139001',
  'G-A19C': '399214001',
  'G-A19B': '399232001',
  'G-0395': '399339008',
  'G-0367': '397417004',
  'R-42E61': '312004007',
  'R-42047': '263677008',
  'T-32600': '87878005',
  'T-32500': '53085002',
  'T-32300': '82471001',
  'T-32200': '73829009',
  'T-35300': '91134007',
  'T-35400': '34202007',
  'T-35100': '46030003',
  'T-35200': '39057004',
  'T-44000': '81040000',
  'T-42100': '54247002',
  'T-42300': '57034009',
  'T-42400': '32672002',
  'T-48600': '35532006',
};

/** A code as it is written today; codes of other schemes as they are. */
export function current({ value, scheme }: Reported): Reported {
  if (!OLDER_SCHEMES.has(scheme)) return { value, scheme };
  const now = ownValue(OLDER_CODES, value);
  return now === undefined ? { value, scheme } : { value: now, scheme: 'SCT' };
}

export const isSame = (a: Reported, b: Reported): boolean => a.value === b.value && a.scheme === b.scheme;
