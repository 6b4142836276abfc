import type { RoleName } from '@echometry/contract/records/role.ts';
import { type DataAnomalies, type DataStatistics, type ImageQuality, STATISTICS_FILES } from '@echometry/contract/records/statistics.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { StatisticsEntry } from '../db/project-statistics.ts';
import { PICTURES } from './plots.ts';

/** Files about single studies as a whole. */
const OF_SINGLE_STUDIES: readonly string[] = [PICTURES.values_by_age, STATISTICS_FILES.guidelines];
/** Files that blinded readers get in another form, which is stored too: making it from a large file takes seconds. */
const WITH_BLIND_FORM: readonly string[] = [STATISTICS_FILES.data, STATISTICS_FILES.anomalies, STATISTICS_FILES.quality];
const BLIND = 'blind/';

/** The name that a file is stored under for a role; null where the role is not given it. */
export function storedName(name: string, role: RoleName): string | null {
  if (name.startsWith(BLIND) || (isBlind(role) && OF_SINGLE_STUDIES.includes(name))) return null;
  return isBlind(role) && WITH_BLIND_FORM.includes(name) ? BLIND + name : name;
}

/** The files that a role is given, with the size it reads. */
export function filesFor(stored: readonly StatisticsEntry[], role: RoleName): StatisticsEntry[] {
  return stored.flatMap(({ name }) => {
    const found = stored.find((one) => one.name === storedName(name, role));
    return found === undefined ? [] : [{ ...found, name }];
  });
}

/** Assessments whose studies can be distinguished but not found: numbered in the order of their assessment. */
function withoutNames({ images, ...quality }: ImageQuality): ImageQuality {
  const numbers = new Map<string, string>();
  const unnamed = images
    .toSorted((a, b) => a.assessed_at - b.assessed_at)
    .map((image) => {
      const study_id = numbers.get(image.study_id) ?? `${numbers.size + 1}_00000000`;
      numbers.set(image.study_id, study_id);
      return { ...image, study_id };
    });
  return { ...quality, images: unnamed };
}

function withoutPoints(data: DataStatistics): DataStatistics {
  const [months, quality, values] = data.plots;
  return { ...data, plots: [months, quality, { ...values, studies: [], measurements: [] }] };
}

/**
 * Files as blinded readers get them: counts and distributions, and nothing of what others found in a single study: no points, no
 * anomalies, no names of studies (docs/why/measuring.md#content-of-the-statistics).
 */
export function blindFiles(made: {
  data: DataStatistics;
  anomalies: DataAnomalies;
  quality: ImageQuality;
}): { name: string; content: string }[] {
  const file = (name: string, value: object) => ({ name: BLIND + name, content: JSON.stringify(value) });
  return [
    file(STATISTICS_FILES.data, withoutPoints(made.data)),
    file(STATISTICS_FILES.anomalies, { ...made.anomalies, anomalies: [] }),
    file(STATISTICS_FILES.quality, withoutNames(made.quality)),
  ];
}
