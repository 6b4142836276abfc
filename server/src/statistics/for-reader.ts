import type { RoleName } from '@echometry/contract/records/role.ts';
import { DataAnomalies, DataStatistics, ImageQuality, STATISTICS_FILES } from '@echometry/contract/records/statistics.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { Value } from 'typebox/value';
import { PICTURES } from './plots.ts';

/** Files about single studies as a whole. */
const OF_SINGLE_STUDIES: readonly string[] = [PICTURES.values_by_age, STATISTICS_FILES.guidelines];

/** Whether a role is given a file at all. */
export const isGiven = (name: string, role: RoleName): boolean => !isBlind(role) || !OF_SINGLE_STUDIES.includes(name);

/** Assessments whose studies can be distinguished but not found: numbered in the order of their assessment. */
function withoutNames(content: Buffer): Buffer {
  const quality = Value.Parse(ImageQuality, JSON.parse(content.toString('utf8')));
  const numbers = new Map<string, string>();
  const images = quality.images
    .toSorted((a, b) => a.assessed_at - b.assessed_at)
    .map((image) => {
      const study_id = numbers.get(image.study_id) ?? `${numbers.size + 1}_00000000`;
      numbers.set(image.study_id, study_id);
      return { ...image, study_id };
    });
  return Buffer.from(JSON.stringify({ ...quality, images }), 'utf8');
}

/**
 * A file as a role reads it. Who works blind sees counts and distributions, and nothing of what others found in a single
 * study: no points, no anomalies, no names of studies (docs/why/measuring.md#content-of-the-statistics).
 */
export function forReader(name: string, content: Buffer, role: RoleName): Buffer {
  if (!isBlind(role)) return content;
  if (name === STATISTICS_FILES.data) {
    const data = Value.Parse(DataStatistics, JSON.parse(content.toString('utf8')));
    const [months, quality, values] = data.plots;
    const plots: DataStatistics['plots'] = [months, quality, { ...values, studies: [], measurements: [] }];
    return Buffer.from(JSON.stringify({ ...data, plots }), 'utf8');
  }
  if (name === STATISTICS_FILES.anomalies) {
    const odd = Value.Parse(DataAnomalies, JSON.parse(content.toString('utf8')));
    return Buffer.from(JSON.stringify({ ...odd, anomalies: [] }), 'utf8');
  }
  return name === STATISTICS_FILES.quality ? withoutNames(content) : content;
}
