import { useEffect } from 'react';
import { leadingStanding } from '@echometry/contract/rules/reference-choice.ts';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { factsNeeded, gradedTables, type GradedTable } from '@echometry/contract/rules/guidelines.ts';
import { missingQuantities, QUANTITIES, type Quantity } from '@echometry/contract/rules/missing-quantities.ts';
import {
  hasValue,
  reportImages,
  reportOf,
  valuesOf,
  type AnatomySummary,
  type ReportFacts,
  type ReportValue,
} from '@echometry/contract/rules/report.ts';
import { definitionOf, type Definition } from '../../image-page/measurements/definitions.ts';
import { caliperRows, type CaliperRow } from './calipers.ts';
import { isStill, reasonsOf } from '../../image-page/measurements/reasons.ts';
import { type Judging, useJudging } from '../../study/measuring/judging.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { Measured, StudyMeasuring } from '../../study/measuring/study-measuring.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';

const NOTHING: Measured = { image: null, all: null, guidelines: [], unread: [], unreadable: [], failure: null, revision: 0 };
const nobody = proxy(NOTHING);

/** What values are judged by: reference values, or the normal ranges of the measurements. */
export type Basis = 'references' | 'ranges';

export interface Reading {
  basis: Basis;
  /** The reference values of the project. */
  judging: Judging;
  measuring: StudyMeasuring | null;
  facts: ReportFacts;
  report: readonly AnatomySummary[];
  /** There are values, or none can come any more. */
  isThere: boolean;
  /** Images whose files are still read, of how many with work. */
  reading: { left: number; of: number };
  /** Files that could not be read. */
  unreadable: number;
  failure: string | null;
  /** Nothing can come any more, and no value is there. */
  empty: boolean;
  /** Quantities that values, ranges and grades wait for, each with how many values do. */
  missing: readonly { quantity: Quantity; values: number }[];
  missingOf: (value: ReportValue) => readonly Quantity[];
  /** Saved calipers of the images of the report. */
  calipers: readonly CaliperRow[];
  /** Grades by guidelines; none while files are read, and without any value. */
  guidelines: readonly GradedTable[];
  /** Why values are missing. */
  reasonsOf: (value: ReportValue) => readonly string[];
}

export const reportFactsOf = ({ head, project, config }: Pick<OpenStudy, 'head' | 'project' | 'config'>): ReportFacts => ({
  dataType: head.data_type,
  modalities: project.modalities,
  sidesOfType: (type) => config.imageTypes.find((row) => row.type === type)?.side ?? [],
});

const NO_RANGES: NonNullable<Definition['normal']> = [];

/** Images that do not move, found once for all values. */
function stillImages({ images, files }: OpenStudy): ReadonlySet<string> {
  const modalities = new Map(images.map(({ instance_id, modality }) => [instance_id, modality]));
  return new Set(
    files.flatMap(({ instance_id, number_of_frames }) =>
      isStill(modalities.get(instance_id) ?? null, number_of_frames) ? [instance_id] : [],
    ),
  );
}

/** Facts that the reference value of a value waits for. */
function missingFacts({ standings }: ReportValue): readonly string[] {
  const reason = leadingStanding(standings)?.reason;
  return reason?.code === 'missing' ? reason.facts : [];
}

/** Images of active files in the order of the study, independent of when they were labelled. */
export const inOrder = (files: readonly StudyFile[], images: readonly AnalysisImage[]): AnalysisImage[] =>
  files.flatMap((file) => images.filter((image) => file.active && image.instance_id === file.instance_id));

/** Everything that is measured in the open study, as it is now. */
export function useReport(study: OpenStudy, basis: Basis): Reading {
  const measuring = studyMeasuring();
  useEffect(() => {
    measuring?.watchAll(true);
    return () => measuring?.watchAll(false);
  }, [measuring]);
  const judging = useJudging(study);
  const { all, guidelines: results, unread, unreadable, failure } = useSnapshot(measuring?.shown ?? nobody) as Measured;
  const definitionFor = ({ from, name }: ReportValue) => definitionOf(study.config.measuring.measurements, from, name);
  const images = reportImages(inOrder(study.files, study.images), study.role);
  const facts = { ...reportFactsOf(study), sourceOf: (row: string) => judging.rows?.get(row)?.pack.source.name ?? row };
  const left = images.filter(({ instance_id }) => unread.includes(instance_id)).length;
  // Values of an unread file would lack its frame times.
  const measured = images.flatMap((image) => {
    const found = all?.find(({ instance_id }) => instance_id === image.instance_id);
    return found && !unread.includes(image.instance_id)
      ? [{ image, measurements: found.measurements, standings: basis === 'references' ? found.standings : undefined }]
      : [];
  });
  const report = reportOf(measured, facts);
  const calipers = caliperRows(images, all ?? []);
  const values = valuesOf(report);
  const missingOf = (value: ReportValue) => {
    const ofRange = missingQuantities(definitionFor(value)?.normal ?? NO_RANGES, study.head, value.measurement);
    const ofReference = missingFacts(value);
    return QUANTITIES.filter((quantity) => ofRange.includes(quantity) || ofReference.includes(quantity));
  };
  const stills = stillImages(study);
  const isMeasured = values.some(({ measurement }) => hasValue(measurement));
  const guidelines = left === 0 && isMeasured ? gradedTables(judging.tables, results) : [];
  const needed = guidelines.flatMap((graded) => factsNeeded(graded, study.head));
  const waiting = values.filter(({ measurement }) => hasValue(measurement) || measurement.reasons !== undefined).map(missingOf);
  return {
    basis,
    judging,
    measuring,
    facts,
    report,
    isThere: report.length > 0 || failure !== null || images.length === 0 || (all !== null && left === 0),
    reading: { left, of: images.length },
    unreadable: images.filter(({ instance_id }) => unreadable.includes(instance_id)).length,
    failure,
    empty: images.length === 0 || (all !== null && left === 0 && !isMeasured && calipers.length === 0),
    missing: QUANTITIES.map((quantity) => ({ quantity, values: waiting.filter((some) => some.includes(quantity)).length })).filter(
      ({ quantity, values: count }) => count > 0 || needed.some((fact) => fact === quantity),
    ),
    missingOf,
    calipers,
    guidelines,
    reasonsOf: (value) => reasonsOf(value.measurement, { definition: definitionFor(value), isStill: stills.has(value.image_id) }),
  };
}
