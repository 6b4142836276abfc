import { setImmediate } from 'node:timers/promises';
import type { ImportCounts, ImportedFile, ImportOutcome } from '@echometry/contract/records/import.ts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { pack, unpack } from './document.ts';
import type { BurnedInText, Database, ImportFileTable, JobTable } from './schema.ts';

type Query = Kysely<Database>;

/** Keeps texts from who reads the database (workspace/secret-box.ts). */
export interface Sealing {
  seal: (purpose: string, text: Uint8Array) => Uint8Array;
  open: (purpose: string, sealed: Uint8Array) => Uint8Array;
  mark: (purpose: string, text: string) => string;
}

/** Kind of jobs that import. */
export const IMPORT_KIND = 'import';

const ORDER = 'order of an import';
const FILE = 'file of an import';
/** First byte of a gzip; JSON begins with another. */
const GZIP_START = 0x1f;
/** Numbers of unused rows of a mapping that are kept. */
const UNUSED_KEPT = 1000;

const sealText = (secrets: Sealing, purpose: string, value: unknown): Uint8Array =>
  secrets.seal(purpose, new TextEncoder().encode(JSON.stringify(value)));
const openText = (secrets: Sealing, purpose: string, sealed: Uint8Array): unknown =>
  JSON.parse(new TextDecoder().decode(secrets.open(purpose, sealed)));

export interface NewRun {
  jobId: string;
  sourceKind: 'folder' | 'upload' | 'pacs';
  sourceName: string;
  /** By `storedOrder`. */
  sealedOrder: Uint8Array;
}

/** An order as it is stored. It names patients: the digest only shows whether the same was requested twice. */
export interface StoredOrder {
  digest: string;
  sealedOrder: Uint8Array;
}

/**
 * The order of an import as it is stored. Each step takes tens of milliseconds with 50,000 rows of a mapping, so other
 * requests are handled in between, and it happens outside of transactions.
 */
export async function storedOrder(secrets: Sealing, jobId: string, order: unknown): Promise<StoredOrder> {
  const text = JSON.stringify(order);
  await setImmediate();
  const digest = secrets.mark(ORDER, text);
  await setImmediate();
  const sealedOrder = secrets.seal(`${ORDER} ${jobId}`, (await pack(order)).bytes);
  return { digest, sealedOrder };
}

/** Keeps what an import was asked for, sealed, until it has ended. */
export async function storeRun(query: Transaction<Database>, run: NewRun): Promise<void> {
  await query
    .insertInto('import_run')
    .values({
      job_id: run.jobId,
      source_kind: run.sourceKind,
      source_name: run.sourceName,
      sealed_order: run.sealedOrder,
      rows_unused: '[]',
    })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute();
}

/** The order of an import as it was stored; null when it has ended. */
export async function orderOf(query: Query, secrets: Sealing, jobId: string): Promise<unknown> {
  const row = await query.selectFrom('import_run').select('sealed_order').where('job_id', '=', jobId).executeTakeFirst();
  if (row?.sealed_order == null) return null;
  const order = secrets.open(`${ORDER} ${jobId}`, row.sealed_order);
  // Earlier versions stored the text itself.
  return order[0] === GZIP_START ? unpack(order) : (JSON.parse(new TextDecoder().decode(order)) as unknown);
}

/** Forgets the order of an import in the transaction that ends its job; what came of it stays. */
export async function endRun(query: Transaction<Database>, jobId: string, rowsUnused: readonly number[]): Promise<void> {
  const rows_unused = JSON.stringify(rowsUnused.slice(0, UNUSED_KEPT));
  await query.updateTable('import_run').set({ sealed_order: null, rows_unused }).where('job_id', '=', jobId).execute();
}

/** Deletes the orders of imports that were cancelled while they were not running. */
export async function forgetEndedOrders(query: Query): Promise<void> {
  await query
    .updateTable('import_run')
    .set({ sealed_order: null })
    .where('sealed_order', 'is not', null)
    .where('job_id', 'in', (jobs) => jobs.selectFrom('job').select('id').where('state', 'in', ['finished', 'error', 'cancelled']))
    .execute();
}

/** Text for a failure whose reason is no longer kept. */
const REASON_GONE = 'The reason of this failure is no longer kept.';

/**
 * Forgets names of files of imports that ended before; numbers and outcomes stay. The log and the failure of such an import
 * go as well: earlier versions wrote names into them.
 */
export async function forgetNames(query: Query, before: number): Promise<void> {
  const ended = query.updateTable('job').where('kind', '=', IMPORT_KIND).where('ended_at', '<', before);
  await ended.where('log', '!=', '[]').set({ log: '[]' }).execute();
  await ended.where('failure', 'is not', null).where('failure', '!=', REASON_GONE).set({ failure: REASON_GONE }).execute();
  await query
    .updateTable('import_file')
    .set({ sealed: null })
    .where('sealed', 'is not', null)
    .where('job_id', 'in', (jobs) => jobs.selectFrom('job').select('id').where('kind', '=', IMPORT_KIND).where('ended_at', '<', before))
    .execute();
}

export interface FileNote {
  name: string;
  /** How many files of this name came before it. */
  nth: number;
  position: number;
  outcome: ImportOutcome;
  reason: string;
  studyId: string | null;
  burnedInText: BurnedInText | null;
  ageLeftOut: boolean;
}

/**
 * Keeps what became of files. A second try of the same import finds the files of the first, which stay listed as imported.
 */
export async function noteFiles(query: Query, secrets: Sealing, jobId: string, notes: readonly FileNote[]): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map((note) => ({
    job_id: jobId,
    name_mark: secrets.mark(FILE, `${jobId}\n${note.nth}\n${note.name}`),
    position: note.position,
    outcome: note.outcome,
    study_id: note.studyId,
    burned_in_text: note.burnedInText,
    age_left_out: note.ageLeftOut ? 1 : 0,
    sealed: sealText(secrets, `${FILE} ${jobId}`, [note.name, note.reason]),
  }));
  await query
    .insertInto('import_file')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['job_id', 'name_mark'])
        .doUpdateSet((set) => ({
          position: set.ref('excluded.position'),
          outcome: set.ref('excluded.outcome'),
          study_id: set.ref('excluded.study_id'),
          burned_in_text: set.ref('excluded.burned_in_text'),
          age_left_out: set.ref('excluded.age_left_out'),
          sealed: set.ref('excluded.sealed'),
        }))
        .where('import_file.outcome', '!=', 'imported'),
    )
    .execute();
}

/** Files of an import in their order, of one outcome or of all. */
export async function filesOf(
  query: Query,
  secrets: Sealing,
  asked: { jobId: string; outcome: ImportOutcome | null; offset: number; limit: number },
): Promise<{ files: ImportedFile[]; total: number }> {
  const all = query.selectFrom('import_file').where('job_id', '=', asked.jobId);
  const some = asked.outcome === null ? all : all.where('outcome', '=', asked.outcome);
  const { n } = await some.select((fn) => fn.fn.countAll().as('n')).executeTakeFirstOrThrow();
  const rows = await some.selectAll().orderBy('position').orderBy('name_mark').limit(asked.limit).offset(asked.offset).execute();
  return { files: rows.map((row) => fileOf(secrets, row)), total: Number(n) };
}

/** Places of the files of an import that wait for a mask, by name; null once their names are no longer kept. */
export async function heldFilesOf(query: Query, secrets: Sealing, jobId: string): Promise<ReadonlyMap<string, number> | null> {
  const rows = await query
    .selectFrom('import_file')
    .select(['position', 'sealed'])
    .where('job_id', '=', jobId)
    .where('outcome', '=', 'held')
    .execute();
  const places = new Map<string, number>();
  for (const { position, sealed } of rows) {
    if (sealed === null) return null;
    const [name] = openText(secrets, `${FILE} ${jobId}`, sealed) as [string, string];
    places.set(name, position);
  }
  return places;
}

function fileOf(secrets: Sealing, row: Selectable<ImportFileTable>): ImportedFile {
  const common = { outcome: row.outcome, study_id: row.study_id };
  if (row.sealed === null) return { ...common, file: `file ${row.position + 1}`, reason: '' };
  const [file, reason] = openText(secrets, `${FILE} ${row.job_id}`, row.sealed) as [string, string];
  return { ...common, file, reason };
}

const NONE: Omit<ImportCounts, 'mapping_rows_unused'> = {
  imported: 0,
  already_there: 0,
  measurements: 0,
  ecg: 0,
  held: 0,
  skipped: 0,
  conflict: 0,
  studies: 0,
  ages_left_out: 0,
  blacked_out: 0,
  may_carry_burned_in_text: 0,
  burned_in_text_unverified: 0,
};
const COUNT_OF: Readonly<Record<ImportOutcome, 'imported' | 'already_there' | 'measurements' | 'ecg' | 'held' | 'skipped' | 'conflict'>> = {
  imported: 'imported',
  'already-there': 'already_there',
  measurements: 'measurements',
  ecg: 'ecg',
  held: 'held',
  skipped: 'skipped',
  conflict: 'conflict',
};

/** Results of imports, in numbers, by job. */
export async function countsOf(query: Query, jobIds: readonly string[]): Promise<ReadonlyMap<string, ImportCounts>> {
  if (jobIds.length === 0) return new Map();
  const runs = await query
    .selectFrom('import_run')
    .select(['job_id', 'rows_unused'])
    .where('job_id', 'in', [...jobIds])
    .execute();
  const counts = new Map(runs.map((run) => [run.job_id, { ...NONE, mapping_rows_unused: JSON.parse(run.rows_unused) as number[] }]));
  const files = await query
    .selectFrom('import_file')
    .select(['job_id', 'outcome', 'burned_in_text'])
    .select((fn) => [fn.fn.countAll().as('n'), fn.fn.sum<number>('age_left_out').as('ages')])
    .where('job_id', 'in', [...jobIds])
    .groupBy(['job_id', 'outcome', 'burned_in_text'])
    .execute();
  for (const row of files) {
    const found = counts.get(row.job_id);
    if (found === undefined) continue;
    found[COUNT_OF[row.outcome]] += Number(row.n);
    found.ages_left_out += Number(row.ages);
    if (row.burned_in_text === 'blacked-out') found.blacked_out += Number(row.n);
    if (row.burned_in_text === 'may-carry') found.may_carry_burned_in_text += Number(row.n);
    if (row.burned_in_text === 'said-to-carry-none') found.burned_in_text_unverified += Number(row.n);
  }
  const studies = await query
    .selectFrom('import_file')
    .select('job_id')
    .select((fn) => fn.fn.count('study_id').distinct().as('n'))
    .where('job_id', 'in', [...jobIds])
    .where('outcome', '=', 'imported')
    .groupBy('job_id')
    .execute();
  for (const row of studies) {
    const found = counts.get(row.job_id);
    if (found !== undefined) found.studies = Number(row.n);
  }
  return counts;
}

/** A job that imports, with its source and the person who requested it. */
export type ImportRow = Pick<
  Selectable<JobTable>,
  'id' | 'state' | 'created_at' | 'started_at' | 'ended_at' | 'done' | 'total' | 'failure' | 'project_id' | 'not_before' | 'request'
> & { source_kind: 'folder' | 'upload' | 'pacs'; source_name: string; email: string };

const selectRuns = (query: Query) =>
  query
    .selectFrom('import_run')
    .innerJoin('job', 'job.id', 'import_run.job_id')
    .innerJoin('user_account', 'user_account.id', 'job.owner_id')
    .select(['job.id', 'job.state', 'job.created_at', 'job.started_at', 'job.ended_at', 'job.done', 'job.total', 'job.failure'])
    .select(['job.project_id', 'job.not_before', 'job.request', 'import_run.source_kind', 'import_run.source_name', 'user_account.email']);

/** The newest imports. */
export const listRuns = (query: Query, limit: number): Promise<ImportRow[]> =>
  selectRuns(query).orderBy('job.created_at', 'desc').orderBy('job.id').limit(limit).execute();

export const findRun = (query: Query, id: string): Promise<ImportRow | undefined> =>
  selectRuns(query).where('job.id', '=', id).executeTakeFirst();
