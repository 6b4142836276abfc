import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnalysisImage, CardiacEvents, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { ArchiveFile } from './formats/source.ts';
import { type Cell, csvLine } from '@echometry/contract/rules/csv.ts';
import { CURVE_COLUMNS, curveRows, type CurvesOfCycle } from './cycle-curves.ts';
import { ofImage, ofWork } from './long-rows.ts';
import type { ReadWork } from './read-work.ts';
import { type ExportedGrade, gradeColumns } from './references.ts';
import { IMAGE_COLUMNS, WORK_COLUMNS } from './wide-table.ts';

/** Columns that lead from a row of an image to its row of `analyses.csv`. */
const KEY = ['study_id', 'editor', 'reviewer', 'version'] as const;
const MARKS = [
  'end_diastole',
  'end_systole',
  'onset_start',
  'onset_end',
  'end_diastole_start',
  'end_diastole_end',
] as const satisfies readonly (keyof CardiacEvents)[];

const GRADE_COLUMNS = [
  'guideline',
  'source',
  'reference_version',
  'grade',
  'possible',
  'criteria',
  'deciding',
  'missing',
  'stated',
] as const satisfies readonly (keyof ReturnType<typeof gradeColumns>)[];

/** Tables of the work itself, with or without a value. */
export const WORK_TABLES = {
  analyses: {
    file: 'analyses.csv',
    about: 'A row for each exported analysis or review. `missing_images` has the image types declared missing, separated by "; ".',
    columns: [...WORK_COLUMNS, 'images', 'missing_images'],
  },
  images: {
    file: 'images.csv',
    about:
      'A row for each image with any work on it: labels, marks, quality, lines, calipers or values. `additional_labels` has pairs "category: label", separated by "; ".',
    columns: [
      ...KEY,
      ...IMAGE_COLUMNS,
      'missing_image',
      'additional_labels',
      'accepted',
      'onset_type',
      'cycles',
      'finished_lines',
      'unfinished_lines',
      'calipers',
      'is_annotated',
      'is_segmented',
      'is_measured',
      'calibration_source',
    ],
  },
  cycles: {
    file: 'cycles.csv',
    about:
      'A row for each cardiac cycle. Marks are frames from 1 in 2D, and columns in stored pixels on a strip; empty where none is set. `excluded` has the reason of an excluded cycle.',
    columns: [...KEY, 'instance_id', 'cycle', ...MARKS, 'excluded'],
  },
  curves: {
    file: 'cycle_curves.csv',
    about:
      'A row for each frame of a cycle whose lines are followed through every frame, for each line, measurement and formula, and for the strain of each segment. `time_ms` counts from end diastole; `reason` has the cause of an empty value. `confirmed` is true in the rows of a line or segment that was followed with doubt, and that a user confirmed. A cycle whose marks or drawn lines have changed since is in left_out.csv.',
    columns: [...KEY, ...CURVE_COLUMNS],
  },
  quality: {
    file: 'quality.csv',
    about: 'A row for each question of quality with a chosen option.',
    columns: [...KEY, 'instance_id', 'section', 'question', 'answer'],
  },
  guidelines: {
    file: 'guidelines.csv',
    about:
      'A row for each guideline of the project and each exported analysis or review (docs/references.md), for research only. `grade` is empty where missing values leave it open; `possible` has every grade that is possible then. `criteria` has "criterion: met", "not met" or "unknown"; `deciding` the criteria of which another result changes the grade; `missing` the inputs without a value; `stated` the inputs that a person stated. Lists are separated by "; ".',
    columns: [...KEY, ...GRADE_COLUMNS],
  },
} as const;
type TableName = keyof typeof WORK_TABLES;
const NAMES = Object.keys(WORK_TABLES) as TableName[];

const linesOf = ({ segmentation }: AnalysisImage): Line[] =>
  segmentation.flatMap(({ end_diastole, end_systole, lines }) => [
    ...(end_diastole?.lines ?? []),
    ...(end_systole?.lines ?? []),
    ...(lines ?? []),
  ]);

const labelsOf = ({ additional_labels }: AnalysisImage): string =>
  Object.entries(additional_labels)
    .flatMap(([category, label]) => (label === false ? [] : [`${category}: ${label}`]))
    .join('; ');

function imageRow(work: ReadWork, image: AnalysisImage): Cell[] {
  const facts = ofImage(work, image);
  const lines = linesOf(image);
  const finished = lines.filter((line) => line.finished).length;
  return [
    ...IMAGE_COLUMNS.map((column) => facts[column]),
    image.missing_image,
    labelsOf(image),
    image.accepted,
    image.onset_type,
    image.cardiac_events.length,
    finished,
    lines.length - finished,
    image.measurements_caliper.length,
    image.is_annotated,
    image.is_segmented,
    image.is_measured,
    image.calibration?.source ?? null,
  ];
}

const cycleRows = ({ instance_id, cardiac_events }: AnalysisImage): Cell[][] =>
  cardiac_events.map((marks, cycle) => [
    instance_id,
    cycle + 1,
    ...MARKS.map((name) => {
      const mark = marks[name];
      return typeof mark === 'number' ? mark : null;
    }),
    marks.excluded?.reason ?? null,
  ]);

const qualityRows = ({ instance_id, score }: AnalysisImage): Cell[][] =>
  (score?.sections ?? []).flatMap(({ name, items }) =>
    items.flatMap((item): Cell[][] => (item.value === null ? [] : [[instance_id, name, item.name, item.value]])),
  );

/** Results of a work that have tables of their own. */
export interface TableParts {
  guidelines: readonly ExportedGrade[];
  curves: readonly CurvesOfCycle[];
}

/** Collects the rows of all tables in files of the scratch folder, so that one pass over the works is enough. */
export class WorkTables {
  readonly #scratch: string;

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  #fileOf(name: TableName): string {
    return path.join(this.#scratch, WORK_TABLES[name].file);
  }

  async begin(): Promise<void> {
    for (const name of NAMES) await appendFile(this.#fileOf(name), csvLine(WORK_TABLES[name].columns), { mode: 0o600 });
  }

  async add(work: ReadWork, { guidelines, curves }: TableParts): Promise<void> {
    const facts = ofWork(work);
    const key = KEY.map((column) => facts[column]);
    const rows: Record<TableName, Cell[][]> = {
      analyses: [[...WORK_COLUMNS.map((column) => facts[column]), work.chosen.length, work.missing_images.join('; ')]],
      images: work.chosen.map((image) => [...key, ...imageRow(work, image)]),
      cycles: work.chosen.flatMap(cycleRows).map((row) => [...key, ...row]),
      guidelines: guidelines.map(gradeColumns).map((grade) => [...key, ...GRADE_COLUMNS.map((column) => grade[column])]),
      curves: curves.flatMap(curveRows).map((row) => [...key, ...row]),
      quality: work.chosen.flatMap(qualityRows).map((row) => [...key, ...row]),
    };
    for (const name of NAMES) await appendFile(this.#fileOf(name), rows[name].map(csvLine).join(''));
  }

  *files(): Iterable<ArchiveFile> {
    for (const name of NAMES) yield { path: WORK_TABLES[name].file, content: createReadStream(this.#fileOf(name)) };
  }
}
