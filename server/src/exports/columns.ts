import type { Cell } from '@echometry/contract/rules/csv.ts';

/** Columns of the long table in their order, each with what it holds: header, README and docs/data.md are made from it. */
export const LONG_COLUMNS = [
  ['project', 'key of the project'],
  ['study_id', 'study: number of the patient in this workspace and shifted date'],
  ['patient', 'pseudonymised code of the patient'],
  ['study_date', 'YYYY-MM-DD, shifted: intervals between studies of a patient are right, the date itself is not'],
  ['data_type', 'fetal, pediatric or adult'],
  ['gestational_age_days', 'days; empty when neither the file nor a person gave it'],
  ['editor', 'e-mail of the person whose work it is; machine for a value that the ultrasound machine reported'],
  ['reviewer', 'e-mail of the reviewer whose copy of that work this is; empty for the work itself'],
  ['study_state', 'state of this work: Incomplete, Valid, Not valid, Consensus pending or Suboptimal'],
  ['instance_id', 'de-identified SOP Instance UID: the key of the image'],
  ['filename', 'name of the DICOM file, unique within a study'],
  ['image_type', 'type of the image in the configuration'],
  ['view', 'view of the image'],
  ['modality', '2D, M-Mode, PW Doppler, CW Doppler or Tissue Doppler'],
  ['reference', 'true for the reference image of its type'],
  ['cycle', 'cardiac cycle, from 1; empty for an aggregate and for what belongs to no cycle'],
  ['cardiac_event', 'event of the measurement, or two events separated by a space'],
  ['frame_number', 'frame of the lines that were read, from 1; several are separated by a space, and a strip has none'],
  [
    'measurement',
    'name of the measurement in the configuration; of a caliper its name, or its template, and the name of the distance or angle; of a curve the line, its part and the value',
  ],
  ['abbreviation', 'as the report shows it'],
  ['class', 'direct, calculated, caliper, curve or machine'],
  [
    'kind',
    'kind of the measurement (docs/formulas.md); of a curve curve-volume, curve-area, curve-strain, curve-mid-wall-strain or curve-circumferential-strain, of widths curve-widths; of a value of the machine its code, such as LN 79999-9',
  ],
  ['formula', 'formula of a kind that has several'],
  ['formula_version', 'counts changes of what the formula computes, from 1'],
  ['value', 'the number with all its digits, recomputed from the stored record; empty when there is none'],
  ['unit', 'UCUM'],
  ['aggregate_of', 'cycles whose mean the value is, separated by spaces; empty for the value of one cycle'],
  [
    'normal_low',
    'lower limit of the normal range of an aggregate, in its unit; empty when open or unknown, and when it is one of the index by body surface area (then `warnings` has `range_of_the_index`)',
  ],
  ['normal_high', 'upper limit'],
  ['in_range', 'true or false; empty when no normal range holds'],
  [
    'calibration_source',
    'where the scale came from: regions, pixel_spacing, confirmed_spacing, manual, or none; of a calculated value the least trusted of its inputs',
  ],
  ['warnings', 'codes of what a reader should know, separated by spaces (docs/measuring.md)'],
  ['reason', 'code of the reason for a missing value (docs/measuring.md)'],
  ['recomputed_differs', 'true when another number is stored with the analysis, false when the same one is; empty when none is stored'],
  ['engine_version', 'version of the engine that computed the value'],
  ['role', 'role in which the work was saved'],
  ['blind', 'true for the work of a Ground-truth generator'],
  ['pass', 'counts repeated readings of one person, from 1'],
  ['version', 'id of the stored version that was read; r before it for a version of a review'],
  ['review_state', 'checkpoint, finished, or consensus, which settles the reviews that it was made from; empty for the work of an editor'],
  ['validated', 'true when the reviewer confirmed the image; empty for the work of an editor'],
  ['changed_since', 'true when the editor saved after the version that the review is based on'],
  ['consensus_of', 'e-mail addresses of the reviewers whose reviews a consensus settles, separated by spaces'],
  ['finished_with_reason', 'why the review was finished although something was open'],
  ['gestational_age_source', 'where the gestational age comes from: file, administrator or person; empty when it is unknown'],
  ['age_days', 'age of the patient in days at the study; empty when unknown'],
  ['age_source', 'where the age comes from'],
  ['sex', 'M, F or O; empty when unknown'],
  ['sex_source', 'where the sex comes from'],
  ['height_cm', 'height of the patient in cm; empty when unknown'],
  ['height_source', 'where the height comes from'],
  ['weight_kg', 'weight of the patient in kg; empty when unknown'],
  ['weight_source', 'where the weight comes from'],
  ['reference_source', 'source of the reference value that counts for an aggregate, such as Pettersen 2008; empty where none applies'],
  ['reference_row', 'row of that source (docs/references.md)'],
  ['z', 'z-score of the aggregate in that row; empty where the row has none'],
  ['percentile', 'percent of the population of that row below the aggregate; of percentile curves the outermost one is a bound'],
  ['multiple_of_median', 'aggregate divided by the median of that row'],
  ['reference_low', 'lower limit of that row for this patient, in the unit of the value; empty when open'],
  ['reference_high', 'upper limit'],
  ['in_reference', 'true or false by these limits; empty when the row judges nothing'],
  [
    'reference_reason',
    'why that row has no result, as a code: missing and what, outside_range and of what, or another one (docs/references.md)',
  ],
  ['reference_version', 'version of the set of reference values'],
] as const satisfies readonly (readonly [string, string])[];

export type LongColumn = (typeof LONG_COLUMNS)[number][0];
export const LONG_HEADER: readonly LongColumn[] = LONG_COLUMNS.map(([name]) => name);

/** A row of the long table. */
export type LongRow = Readonly<Record<LongColumn, Cell>>;
export const cellsOf = (row: LongRow): Cell[] => LONG_HEADER.map((column) => row[column]);

/** Files of the tables of values. */
export const CSV_FILES = { long: 'measurements.csv', byImage: 'measurements_by_image.csv', byStudy: 'measurements_by_study.csv' } as const;
