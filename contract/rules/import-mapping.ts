import { Value } from 'typebox/value';
import { MAX_MAPPING_ROWS, MappingRow } from '../records/import.ts';
import { csvRecords } from './csv-records.ts';

const IDENTIFIERS = ['patient_id', 'accession_number', 'study_instance_uid'] as const;
const FIELDS = ['code', 'study_type', 'data_type'] as const;
const COLUMNS: readonly string[] = [...IDENTIFIERS, ...FIELDS];

export interface ReadMapping {
  rows: MappingRow[];
  /** The fault, by row; with one, nothing of the mapping is used. */
  faults: string[];
}

const refused = (fault: string): ReadMapping => ({ rows: [], faults: [fault] });

/** Upper case and single spaces, as patient ids are compared everywhere (engine-rs/src/deid/patient.rs). */
const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase();

function rowOf(number: number, cells: Readonly<Record<string, unknown>>): MappingRow | string {
  const row: Record<string, unknown> = { row: number };
  for (const column of COLUMNS) {
    const cell = cells[column] ?? null;
    if (cell !== null && typeof cell !== 'string' && typeof cell !== 'number')
      return `row ${number}: ${column} is neither a text nor a number`;
    const text = cell === null ? '' : String(cell).trim();
    row[column] = text === '' ? null : column === 'patient_id' || column === 'accession_number' ? plain(text) : text;
  }
  const [error] = Value.Errors(MappingRow, row);
  if (error !== undefined) return `row ${number}: ${error.instancePath.slice(1) || 'row'} ${error.message}`;
  // The check above proved that it matches the schema.
  const found = row as unknown as MappingRow;
  if (IDENTIFIERS.every((column) => found[column] === null)) return `row ${number}: names none of ${IDENTIFIERS.join(', ')}`;
  if (FIELDS.every((column) => found[column] === null)) return `row ${number}: has none of ${FIELDS.join(', ')}`;
  return found;
}

const keyOf = (row: MappingRow): string => JSON.stringify(IDENTIFIERS.map((column) => row[column]));

/** Rows of the same studies that contradict each other: neither is known to be right. */
function contradictions(rows: readonly MappingRow[]): string[] {
  const first = new Map<string, MappingRow>();
  const faults: string[] = [];
  for (const row of rows) {
    const earlier = first.get(keyOf(row));
    if (earlier === undefined) first.set(keyOf(row), row);
    else if (FIELDS.some((column) => earlier[column] !== row[column]))
      faults.push(`row ${row.row}: contradicts row ${earlier.row} of the same study`);
  }
  return faults;
}

interface NumberedCells {
  row: number;
  cells: Readonly<Record<string, unknown>>;
}

function made(records: readonly NumberedCells[]): ReadMapping {
  if (records.length > MAX_MAPPING_ROWS) return refused(`more rows than the limit of ${MAX_MAPPING_ROWS}`);
  const rows: MappingRow[] = [];
  const faults: string[] = [];
  for (const { row: number, cells } of records) {
    const row = rowOf(number, cells);
    if (typeof row === 'string') faults.push(row);
    else rows.push(row);
  }
  return { rows, faults: [...faults, ...contradictions(rows)] };
}

const unknownColumn = (names: readonly string[]): string | null => {
  const unknown = names.find((name) => !COLUMNS.includes(name));
  return unknown === undefined ? null : `unknown column ${unknown}; columns are ${COLUMNS.join(', ')}`;
};

function fromJson(text: string): ReadMapping {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return refused('is not valid JSON');
  }
  if (!Array.isArray(content)) return refused('is not a list of rows');
  const records = content as unknown[];
  const odd = records.findIndex((record) => typeof record !== 'object' || record === null || Array.isArray(record));
  if (odd !== -1) return refused(`row ${odd + 1}: is not an object`);
  const rows = records as Record<string, unknown>[];
  for (const [index, row] of rows.entries()) {
    const fault = unknownColumn(Object.keys(row));
    if (fault !== null) return refused(`row ${index + 1}: ${fault}`);
  }
  return made(rows.map((cells, index) => ({ row: index + 1, cells })));
}

/** A table with a header; rows count as a spreadsheet shows them, the header being row 1. */
function fromCsv(text: string): ReadMapping {
  // Spreadsheets of much of Europe write semicolons.
  const separator = !text.slice(0, text.indexOf('\n')).includes(',') && text.includes(';') ? ';' : ',';
  const records = csvRecords(text, separator);
  const [header, ...lines] = records ?? [];
  if (records === null) return refused('a quoted field does not end');
  if (header === undefined) return refused('holds no rows');
  const names = header.map((name) => name.trim().toLowerCase());
  const fault = unknownColumn(names);
  if (fault !== null) return refused(fault);
  if (new Set(names).size !== names.length) return refused('names a column twice');
  // Lines without any text are how tables end.
  const filled = lines.map((line, index) => ({ row: index + 2, line })).filter(({ line }) => line.some((cell) => cell.trim() !== ''));
  const wrong = filled.find(({ line }) => line.length !== names.length);
  if (wrong !== undefined) return refused(`row ${wrong.row}: has ${wrong.line.length} fields, the header has ${names.length}`);
  return made(filled.map(({ row, line }) => ({ row, cells: Object.fromEntries(names.map((name, column) => [name, line[column] ?? ''])) })));
}

/** Reads a mapping from CSV or JSON: patient id, accession number or study UID to code, type and data type of the study. */
export function readMapping(text: string): ReadMapping {
  const plainText = text.replace(/^\uFEFF/, '');
  return /^\s*\[/.test(plainText) ? fromJson(plainText) : fromCsv(plainText);
}

/** Finds the row of a study: by its UID, else its accession number, else its patient. */
export class MappingIndex {
  readonly #by: Record<(typeof IDENTIFIERS)[number], Map<string, MappingRow[]>> = {
    study_instance_uid: new Map(),
    accession_number: new Map(),
    patient_id: new Map(),
  };
  readonly #unused = new Set<number>();

  constructor(rows: readonly MappingRow[] = []) {
    this.add(rows);
  }

  /** Adds further rows. */
  add(rows: readonly MappingRow[]): void {
    for (const row of rows) {
      this.#unused.add(row.row);
      const column = (['study_instance_uid', 'accession_number', 'patient_id'] as const).find((name) => row[name] !== null);
      if (column === undefined) continue;
      const key = row[column] ?? '';
      const others = this.#by[column].get(key);
      if (others === undefined) this.#by[column].set(key, [row]);
      else others.push(row);
    }
  }

  /** @param study identifiers, in upper case with single spaces; empty for none */
  find(study: Record<(typeof IDENTIFIERS)[number], string>): MappingRow | null {
    for (const column of ['study_instance_uid', 'accession_number', 'patient_id'] as const) {
      if (study[column] === '') continue;
      const fits = (this.#by[column].get(study[column]) ?? []).find((row) =>
        IDENTIFIERS.every((name) => row[name] === null || row[name] === study[name]),
      );
      if (fits === undefined) continue;
      this.#unused.delete(fits.row);
      return fits;
    }
    return null;
  }

  /** Numbers of the rows that no study was found for. */
  get unused(): number[] {
    return [...this.#unused].sort((a, b) => a - b);
  }
}
