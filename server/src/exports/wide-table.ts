import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import type { LeftOut } from './formats/source.ts';
import type { LongColumn, LongRow } from './columns.ts';
import { type Cell, csvLine } from '@echometry/contract/rules/csv.ts';
import { steadyFile } from '../objects/steady-file.ts';

export const WORK_COLUMNS = [
  'project',
  'study_id',
  'patient',
  'study_date',
  'data_type',
  'gestational_age_days',
  'editor',
  'reviewer',
  'study_state',
  'review_state',
  'changed_since',
  'consensus_of',
  'finished_with_reason',
  'role',
  'blind',
  'pass',
  'version',
  'gestational_age_source',
  'age_days',
  'age_source',
  'sex',
  'sex_source',
  'height_cm',
  'height_source',
  'weight_kg',
  'weight_source',
] as const satisfies readonly LongColumn[];
export const IMAGE_COLUMNS = [
  'instance_id',
  'filename',
  'image_type',
  'view',
  'modality',
  'reference',
  'validated',
] as const satisfies readonly LongColumn[];

/** The values of one image: one for each column, unless several would have to share it. */
interface WideImage {
  work: Cell[];
  image: Cell[];
  reference: boolean;
  values: Record<string, Cell>;
  /** Columns for which the image has several values. */
  several: string[];
}

const columnOf = (row: LongRow): string => `${row.image_type ?? ''}: ${row.measurement ?? ''} [${row.unit ?? ''}]`;
/** Columns of the long table that follow a value in its own columns of the wide ones, where it has them. */
const FOLLOWING = [
  'z',
  'percentile',
  'multiple_of_median',
  'reference_source',
  'reference_version',
] as const satisfies readonly LongColumn[];
/** Columns of values end with their unit. The columns that belong to a value are empty where it is, and are not listed separately. */
const isOfValue = (column: string): boolean => column.endsWith(']');
const cellsOfValue = (row: LongRow): [string, Cell][] => {
  const column = columnOf(row);
  const judged = row.reference_reason === null ? FOLLOWING : [];
  return [
    [column, Number(row.value)],
    ...judged.flatMap((name): [string, Cell][] => (row[name] === null ? [] : [[`${column} ${name}`, row[name]]])),
  ];
};
/** Aggregates, and calipers, which have none. */
const isWide = (row: LongRow): boolean => row.value !== null && (row.class === 'caliper' || row.aggregate_of !== null);

function wideImage(rows: readonly LongRow[]): WideImage | null {
  const [first] = rows;
  if (first === undefined) return null;
  const values: Record<string, Cell> = {};
  const several = new Set<string>();
  for (const row of rows.filter(isWide)) {
    for (const [column, cell] of cellsOfValue(row)) {
      if (column in values) several.add(column);
      values[column] = cell;
    }
  }
  for (const column of several) delete values[column];
  return {
    work: WORK_COLUMNS.map((name) => first[name]),
    image: IMAGE_COLUMNS.map((name) => first[name]),
    reference: first.reference === true,
    values,
    several: [...several],
  };
}

/** A column of values, as the dictionary of REDCap describes it. */
export interface ValueColumn {
  readonly name: string;
  readonly image_type: string;
  readonly measurement: string;
  readonly unit: string;
  /** Kinds and formulas of its values, such as `volume simpson`. */
  readonly formulas: readonly string[];
  readonly isCaliper: boolean;
}

function valueColumn(row: LongRow, known: ValueColumn | undefined): ValueColumn {
  const formula = [row.kind, row.formula].filter((part) => part !== null).join(' ');
  return {
    name: columnOf(row),
    image_type: String(row.image_type ?? ''),
    measurement: String(row.measurement ?? ''),
    unit: String(row.unit ?? ''),
    formulas: [...new Set([...(known?.formulas ?? []), formula])].filter((text) => text !== '').sort(),
    isCaliper: row.class === 'caliper',
  };
}

/** A row of the table of studies. */
export interface StudyRow {
  readonly work: Readonly<Record<(typeof WORK_COLUMNS)[number], Cell>>;
  /** Cells by the names of columns; null where the value is missing, or there are several. */
  readonly values: ReadonlyMap<string, Cell>;
}

/** Where a value that several images have is missing, in the list of what is left out. */
interface MissingFrom {
  readonly format: 'csv-wide' | 'redcap';
  readonly file: string;
}
const BY_STUDY: MissingFrom = { format: 'csv-wide', file: 'measurements_by_study.csv' };

/**
 * Wide tables: a row for each image, and one for each study and person. Columns are known when everything was measured, so rows
 * are in a file of the scratch folder until then; memory holds the names of columns and one study.
 */
export class WideTable {
  readonly #file: string;
  readonly #columns = new Map<string, Set<string>>();
  readonly #values = new Map<string, ValueColumn>();
  #writer: Writable | null = null;
  /** Settles when the file is written, or fails as soon as it cannot be. */
  #written: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#file = path.join(folder, 'wide.ndjson');
  }

  /** Takes the rows of one image. */
  async add(rows: readonly LongRow[]): Promise<void> {
    const image = wideImage(rows);
    if (image === null) return;
    for (const column of [...Object.keys(image.values), ...image.several]) {
      const views = this.#columns.get(column) ?? new Set();
      const view = rows[0]?.view;
      if (typeof view === 'string') views.add(view);
      this.#columns.set(column, views);
    }
    for (const row of rows.filter(isWide)) this.#values.set(columnOf(row), valueColumn(row, this.#values.get(columnOf(row))));
    const writer = this.#opened();
    if (!writer.write(`${JSON.stringify(image)}\n`)) await Promise.race([once(writer, 'drain'), this.#written]);
  }

  async close(): Promise<void> {
    if (this.#writer === null) return;
    this.#writer.end();
    await this.#written;
  }

  #opened(): Writable {
    if (this.#writer !== null) return this.#writer;
    this.#writer = steadyFile(this.#file);
    this.#written = finished(this.#writer);
    // A failure between two images is met by the next wait.
    this.#written.catch(() => undefined);
    return this.#writer;
  }

  /** The columns of values in the order of the table. */
  get valueColumns(): ValueColumn[] {
    return this.#names.flatMap((name) => this.#values.get(name) ?? []);
  }

  get #names(): string[] {
    return [...this.#columns.keys()].sort((a, b) => (a < b ? -1 : 1));
  }

  async *#images(): AsyncIterable<WideImage> {
    if (this.#writer === null) return;
    for await (const line of createInterface({ input: createReadStream(this.#file) })) yield JSON.parse(line) as WideImage;
  }

  *#header(fixed: readonly string[], views: boolean): Iterable<string> {
    const names = this.#names;
    if (views) yield csvLine([...fixed.map(() => ''), ...names.map((name) => [...(this.#columns.get(name) ?? [])].sort().join(' / '))]);
    yield csvLine([...fixed, ...names]);
  }

  /** A row for each image. */
  async *byImage(views: boolean): AsyncIterable<string> {
    yield* this.#header([...WORK_COLUMNS, ...IMAGE_COLUMNS], views);
    const names = this.#names;
    for await (const { work, image, values } of this.#images())
      yield csvLine([...work, ...image, ...names.map((name) => values[name] ?? null)]);
  }

  /** A row for each work, as `studies` has them. */
  async *byStudy(views: boolean, leaveOut: (what: LeftOut) => void): AsyncIterable<string> {
    yield* this.#header(WORK_COLUMNS, views);
    const names = this.#names;
    for await (const { work, values } of this.studies(leaveOut, BY_STUDY))
      yield csvLine([...WORK_COLUMNS.map((column) => work[column]), ...names.map((name) => values.get(name) ?? null)]);
  }

  /**
   * The works in their order. A value comes from the reference image of its type, or from the only image that has one; where several
   * would do, the cell is empty and listed as left out.
   */
  async *studies(leaveOut: (what: LeftOut) => void, missingFrom: MissingFrom): AsyncIterable<StudyRow> {
    let images: WideImage[] = [];
    for await (const image of this.#images()) {
      if (images[0] !== undefined && JSON.stringify(images[0].work) !== JSON.stringify(image.work)) {
        yield this.#studyRow(images, leaveOut, missingFrom);
        images = [];
      }
      images.push(image);
    }
    if (images.length > 0) yield this.#studyRow(images, leaveOut, missingFrom);
  }

  #studyRow(images: readonly WideImage[], leaveOut: (what: LeftOut) => void, { format, file }: MissingFrom): StudyRow {
    const cells = images[0]?.work ?? [];
    const work = Object.fromEntries(WORK_COLUMNS.map((column, at) => [column, cells[at] ?? null])) as StudyRow['work'];
    const values = this.#names.map((name): [string, Cell] => {
      const having = images.filter(({ values, several }) => name in values || several.includes(name));
      const references = having.filter(({ reference }) => reference);
      const [one, ...others] = references.length > 0 ? references : having;
      if (one === undefined) return [name, null];
      const value = others.length === 0 ? one.values[name] : undefined;
      if (value === undefined && isOfValue(name))
        leaveOut({
          study_id: String(work.study_id ?? ''),
          editor: String(work.editor ?? ''),
          reviewer: String(work.reviewer ?? '') || null,
          version: String(work.version ?? ''),
          instance_id: '',
          format,
          reason: `${file}: several values of ${name} and no single reference image`,
        });
      return [name, value ?? null];
    });
    return { work, values: new Map(values) };
  }
}
