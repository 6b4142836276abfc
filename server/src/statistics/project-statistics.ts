import {
  STATISTICS_FILES,
  STATISTICS_FORMAT,
  type DataAnomalies,
  type DataStatistics,
  type GuidelineCohort,
  type ImageQuality,
} from '@echometry/contract/records/statistics.ts';
import type { MeasuredInput } from '@echometry/contract/rules/guidelines.ts';
import { countAnomalies, orderedAnomalies } from './anomalies.ts';
import type { ProjectRules, StudyFacts } from './facts.ts';
import { blindFiles } from './for-reader.ts';
import { countGuidelineValues } from './guideline-values.ts';
import { countMeasurements } from './measurements.ts';
import { monthsPicture, PICTURES, qualityPicture, valuesPicture } from './plots.ts';
import { countQuality } from './quality.ts';
import { countStudies } from './studies.ts';

/** A file of the statistics of a project, by the name it is read under. */
export interface StatisticsFile {
  name: string;
  content: string;
}

/** Rules of a project by which its statistics are made. */
export interface StatisticsRules extends ProjectRules {
  /** Measurements that decision tables of guidelines ask for. */
  guidelineInputs: readonly MeasuredInput[];
}

/**
 * The files of a project's statistics, from its studies one after the other.
 * @param date milliseconds since 1970 UTC
 */
export async function projectStatistics(
  studies: AsyncIterable<StudyFacts>,
  rules: StatisticsRules,
  date: number,
): Promise<StatisticsFile[]> {
  const [counted, measured, quality, anomalies] = [countStudies(), countMeasurements(), countQuality(), countAnomalies(rules)];
  const compared = countGuidelineValues(rules.guidelineInputs);
  for await (const study of studies) for (const counting of [counted, measured, quality, anomalies, compared]) counting.add(study);
  const { months, studies: studyTable, images: imageTable, totals } = counted.result();
  const { studies: plotted, measurements, table, values, engineVersions } = measured.result();
  const { images, types } = quality.result();

  const data: DataStatistics = {
    format: STATISTICS_FORMAT,
    date,
    engine_versions: engineVersions,
    totals: { ...totals, values },
    plots: [
      { name: 'studies_by_month', image: PICTURES.studies_by_month, months },
      { name: 'quality_by_type', image: PICTURES.quality_by_type, types },
      { name: 'values_by_age', image: PICTURES.values_by_age, studies: plotted, measurements },
    ],
    stats: [studyTable, imageTable, table],
  };
  const odd: DataAnomalies = {
    format: STATISTICS_FORMAT,
    date,
    anomalies: orderedAnomalies(anomalies.result(), { studies: plotted, measurements }),
  };
  const cohort: GuidelineCohort = { format: STATISTICS_FORMAT, date, ...compared.result() };
  const assessed: ImageQuality = { format: STATISTICS_FORMAT, date, images };
  return [
    { name: STATISTICS_FILES.data, content: JSON.stringify(data) },
    { name: STATISTICS_FILES.anomalies, content: JSON.stringify(odd) },
    { name: STATISTICS_FILES.quality, content: JSON.stringify(assessed) },
    ...blindFiles({ data, anomalies: odd, quality: assessed }),
    { name: STATISTICS_FILES.guidelines, content: JSON.stringify(cohort) },
    { name: PICTURES.studies_by_month, content: monthsPicture(months) },
    { name: PICTURES.quality_by_type, content: qualityPicture(types) },
    { name: PICTURES.values_by_age, content: valuesPicture(plotted, measurements) },
  ];
}
