/** A site's own reference values in a file: a pack in JSON, or a table in CSV (docs/references.md#own-values). */
import type { ConfigFault } from '../records/configuration.ts';
import type { GuidelineTable, ReferencePack, ReferenceRow } from '../records/reference-pack.ts';
import { isSameContent } from './content.ts';
import { csvRecords } from './csv-records.ts';

const REQUIRED = ['row', 'quantity', 'image_type', 'measurement', 'data_type', 'unit'] as const;
const RANGES = ['age_years', 'ga_weeks', 'bsa_m2', 'height_cm', 'weight_kg'] as const;
const NUMBERS = ['at', 'mean', 'sd', 'low', 'high', ...RANGES.flatMap((range) => [`${range}_from`, `${range}_to`])];
const COLUMNS: readonly string[] = [...REQUIRED, ...NUMBERS, 'sex', 'predictor', 'bsa_formula'];

type Fields = Readonly<Record<string, string>>;

/** The name of a file without its folder and its ending: it becomes the name of the pack. */
const nameOfFile = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');

/** Lines of the table by column, each with the number of its line in the file. */
function linesOf(text: string): { line: number; fields: Fields }[] {
  const records = csvRecords(text.replace(/^\uFEFF/, ''));
  if (records === null) throw new Error('A quoted field of the table does not end.');
  const [header = [], ...lines] = records;
  const missing = REQUIRED.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`The table lacks the columns ${missing.join(', ')}.`);
  const unknown = header.filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0) throw new Error(`The table has unknown columns: ${unknown.join(', ')}. Known are ${COLUMNS.join(', ')}.`);
  return lines.map((record, at) => ({
    line: at + 2,
    fields: Object.fromEntries(header.map((column, index) => [column, (record[index] ?? '').trim()])),
  }));
}

function number(fields: Fields, column: string, line: number): number | undefined {
  const text = fields[column] ?? '';
  if (text === '') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`Line ${line}: ${column} is ${text}, which is not a number.`);
  return value;
}

/** One point of a model: where on the predictor, and the limits or mean and standard deviation there. */
function pointOf({ line, fields }: { line: number; fields: Fields }) {
  const [at, mean, sd, low, high] = ['at', 'mean', 'sd', 'low', 'high'].map((column) => number(fields, column, line));
  const isNormal = mean !== undefined && sd !== undefined;
  if (isNormal === (low !== undefined || high !== undefined))
    throw new Error(`Line ${line}: give either mean and sd, or low, high or both.`);
  const limits = { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
  return { line, at, normal: isNormal ? ([mean, sd] as const) : null, limits };
}

/** The model of the lines of one row: constant, or by a predictor. */
function modelOf(lines: readonly { line: number; fields: Fields }[]): ReferenceRow['model'] {
  const points = lines.map(pointOf);
  const [first] = points;
  const predictor = lines[0]?.fields['predictor'] ?? '';
  if (first === undefined) throw new Error('The table has no lines.');
  if (predictor === '') {
    if (points.length > 1 || first.at !== undefined) throw new Error(`Line ${first.line}: several lines of a row need a predictor.`);
    return first.normal === null ? { kind: 'limits', ...first.limits } : { kind: 'z', mean: first.normal[0], sd: first.normal[1] };
  }
  const index = predictor as ReferenceRow['predictors'][number];
  const ordered = points.map((point) => {
    if (point.at === undefined) throw new Error(`Line ${point.line}: at is empty, the place on ${predictor}.`);
    return { ...point, at: point.at };
  });
  if (ordered.every(({ normal }) => normal !== null))
    return { kind: 'mean_sd_table', index, lookup: 'interpolate', rows: ordered.map(({ at, normal }) => [at, ...(normal ?? [])]) };
  if (ordered.every(({ normal }) => normal === null))
    return { kind: 'limits_by', index, rows: ordered.map(({ at, limits }) => ({ from: at, ...limits })) };
  throw new Error(`Line ${first.line}: a row has either mean and sd or limits on all of its lines.`);
}

function rowOf(id: string, lines: readonly { line: number; fields: Fields }[]) {
  const { line, fields } = lines[0] ?? { line: 0, fields: {} };
  const ranges = RANGES.flatMap((range) => {
    const [from, to] = [number(fields, `${range}_from`, line), number(fields, `${range}_to`, line)];
    if ((from === undefined) !== (to === undefined)) throw new Error(`Line ${line}: ${range} needs both ends.`);
    return from === undefined ? [] : [[range, [from, to]] as const];
  });
  const predictor = fields['predictor'] ?? '';
  return {
    id,
    quantity: fields['quantity'],
    measurements: [{ image_type: fields['image_type'], name: fields['measurement'] }],
    population: {
      data_types: (fields['data_type'] ?? '').split(/\s*;\s*/),
      sex: fields['sex'] || 'any',
      ...Object.fromEntries(ranges),
      range_checked: true,
    },
    model: modelOf(lines),
    unit: fields['unit'],
    predictors: predictor === '' ? [] : [predictor],
    bsa_formula: fields['bsa_formula'] || null,
    disagreement: null,
    remarks: [],
  };
}

function packOfTable(name: string, text: string) {
  const lines = linesOf(text);
  const ids = [...new Set(lines.map(({ fields }) => fields['row'] ?? ''))];
  const source = {
    name,
    authors: name,
    topic: 'own values',
    journal: null,
    year: null,
    doi: null,
    doi_verified: false,
    pubmed: null,
    subjects: null,
  };
  const rows = ids.map((id) =>
    rowOf(
      id,
      lines.filter(({ fields }) => fields['row'] === id),
    ),
  );
  return { id: name, source, notes: [], rows };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const localOf = (entries: readonly unknown[]): unknown[] =>
  entries.map((entry) => (isObject(entry) ? { ...entry, status: 'local' } : entry));

/**
 * The pack of a file, its rows and tables labelled as local; its shape is checked with the set that it joins.
 * @returns null where the JSON holds anything but a pack: a whole set, for example
 * @throws {Error} with the line of a table that cannot be read, or where the file is not JSON
 */
export function ownPack(file: string, text: string): { id: unknown; rows: unknown[] } | null {
  const isTable = file.toLowerCase().endsWith('.csv');
  const content: unknown = isTable ? packOfTable(nameOfFile(file), text) : JSON.parse(text);
  if (!isObject(content) || !('id' in content) || !('rows' in content) || !Array.isArray(content.rows)) return null;
  const tables = 'tables' in content && Array.isArray(content.tables) ? { tables: localOf(content.tables) } : {};
  return { ...content, id: content.id, rows: localOf(content.rows), ...tables };
}

/** The packs with another one, in the place of one of its name. */
export const withPack = (packs: readonly unknown[], pack: { id: unknown }): unknown[] => [
  ...packs.filter((one) => (one as { id?: unknown } | null)?.id !== pack.id),
  pack,
];

/** A row or table of a pack, with its place in the set. */
interface Entry {
  path: string;
  entry: ReferenceRow | GuidelineTable;
}

const entriesOf = (pack: ReferencePack): (ReferenceRow | GuidelineTable)[] => [...pack.rows, ...(pack.tables ?? [])];
const placeOf = ({ id }: ReferencePack, at: number): string => `row ${at + 1} (${id})`;
const placedEntries = (packs: readonly ReferencePack[]): Entry[] =>
  packs.flatMap((pack, at) => entriesOf(pack).map((entry) => ({ path: `${placeOf(pack, at)}, ${entry.id}`, entry })));

/**
 * Rows and tables that claim sources without being shipped: only what was compared with published sources here may. In steps of
 * one row or table.
 */
export function* claimedEntries(packs: readonly ReferencePack[], shipped: readonly ReferencePack[]): Generator<ConfigFault[]> {
  const known = new Map(shipped.flatMap(entriesOf).map((entry) => [entry.id, entry]));
  for (const [at, pack] of packs.entries())
    for (const entry of entriesOf(pack)) {
      const isRight = entry.status === 'local' || isSameContent(known.get(entry.id), entry);
      const message = `is not as shipped, so its status cannot be "${entry.status}". Make it "local".`;
      yield isRight ? [] : [{ path: `${placeOf(pack, at)}, ${entry.id}`, message }];
    }
}

/** Names that stand for two things: a project activates rows and tables by name, and a value names its source. */
export function sharedNames(packs: readonly ReferencePack[]): ConfigFault[] {
  const repeated = (named: readonly { path: string; name: string }[]): ConfigFault[] => {
    const first = new Map<string, string>();
    return named.flatMap(({ path, name }) => {
      const other = first.get(name);
      first.set(name, other ?? path);
      return other === undefined ? [] : [{ path, message: `has the name of ${other}. Give it another one.` }];
    });
  };
  return [
    ...repeated(placedEntries(packs).map(({ path, entry }) => ({ path, name: entry.id }))),
    ...repeated(packs.map((pack, at) => ({ path: `${placeOf(pack, at)}, source`, name: pack.source.name }))),
  ];
}
