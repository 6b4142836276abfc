/** Active time of readers. */
import type { EffortEntry } from '@echometry/contract/records/effort.ts';
import type { EffortRow } from '@echometry/contract/rules/effort.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isTestWork } from './analyses.ts';
import type { Database, EffortTable, Flag } from './schema.ts';

type Query = Kysely<Database>;

/** Studies whose rows are read together. */
const STUDIES_AT_ONCE = 20;
/** Stands for the study as a whole; an image always has an id. */
const WHOLE_STUDY = '';

/** A work line and its reader. */
export interface EffortLine {
  studyId: number;
  editorId: number;
  blind: Flag;
  pass: number;
  review: Flag;
  readerId: number;
}

/** The time that a reader's batch counted; undefined for a batch that is not kept. */
export const batchOf = (query: Query, readerId: number, batch: string) =>
  query.selectFrom('effort_batch').select('counted_ms').where('reader_id', '=', readerId).where('batch', '=', batch).executeTakeFirst();

/** When a reader last added to a study; null where that is not kept. */
export async function lastBatchAt(query: Query, { readerId, studyId }: EffortLine): Promise<number | null> {
  const row = await query
    .selectFrom('effort_batch')
    .select((fn) => fn.fn.max<number | null>('added_at').as('at'))
    .where('reader_id', '=', readerId)
    .where('study_id', '=', studyId)
    .executeTakeFirst();
  return row?.at == null ? null : Number(row.at);
}

/** Keeps the id of a batch, and forgets the reader's ids from before `forgetBefore`. False where the id is kept already. */
export async function keepBatch(
  query: Query,
  { readerId, studyId }: EffortLine,
  { batch, countedMs, now, forgetBefore }: { batch: string; countedMs: number; now: number; forgetBefore: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('effort_batch')
    .values({ reader_id: readerId, batch, study_id: studyId, counted_ms: countedMs, added_at: now })
    .onConflict((conflict) => conflict.columns(['reader_id', 'batch']).doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 0) return false;
  await query.deleteFrom('effort_batch').where('reader_id', '=', readerId).where('added_at', '<', forgetBefore).execute();
  return true;
}

/** Adds to the sums of a line. Rows are written in one order, so that two batches never wait for each other. */
export async function addEffort(query: Query, line: EffortLine, entries: readonly EffortEntry[]): Promise<void> {
  const rows = entries
    .map(({ instance_id, image_type, step, active_ms }) => ({
      study_id: line.studyId,
      editor_id: line.editorId,
      blind: line.blind,
      pass: line.pass,
      review: line.review,
      reader_id: line.readerId,
      instance_id: instance_id ?? WHOLE_STUDY,
      step,
      image_type,
      active_ms,
    }))
    .toSorted((a, b) => (`${a.instance_id} ${a.step}` < `${b.instance_id} ${b.step}` ? -1 : 1));
  if (rows.length === 0) return;
  await query
    .insertInto('effort')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['study_id', 'editor_id', 'blind', 'pass', 'review', 'reader_id', 'instance_id', 'step']).doUpdateSet((row) => ({
        active_ms: sql<number>`${row.ref('effort.active_ms')} + ${row.ref('excluded.active_ms')}`,
        image_type: sql<string | null>`coalesce(${row.ref('excluded.image_type')}, ${row.ref('effort.image_type')})`,
      })),
    )
    .execute();
}

type ImageOfReader = Pick<Selectable<EffortTable>, 'study_id' | 'reader_id' | 'instance_id' | 'image_type'>;

const imageKey = ({ study_id, reader_id, instance_id }: ImageOfReader): string => `${study_id} ${reader_id} ${instance_id}`;

/** Types of images by reader: an image may get its type in a later step. */
const typesOf = (rows: readonly ImageOfReader[]): Map<string, string> =>
  new Map(rows.flatMap((row) => (row.image_type === null ? [] : [[imageKey(row), row.image_type] as const])));

/** Active time in the active studies of a project, of all readers or of one, in parts. Test users are left out. */
export async function* effortOfProject(
  query: Query,
  projectId: number,
  only: number | null,
): AsyncGenerator<(EffortRow & { email: string })[]> {
  const found = await query
    .selectFrom('study')
    .select('id')
    .where('project_id', '=', projectId)
    .where('active', '=', 1)
    .where((where) =>
      where.exists(
        where
          .selectFrom('effort')
          .select('step')
          .whereRef('effort.study_id', '=', 'study.id')
          .$if(only !== null, (some) => some.where('effort.reader_id', '=', only)),
      ),
    )
    .execute();
  for (let from = 0; from < found.length; from += STUDIES_AT_ONCE) {
    const studies = found.slice(from, from + STUDIES_AT_ONCE).map(({ id }) => id);
    const rows = await query
      .selectFrom('effort')
      .innerJoin('user_account', 'user_account.id', 'effort.reader_id')
      .selectAll('effort')
      .select('user_account.email')
      .where('effort.study_id', 'in', studies)
      .where(sql<boolean>`not ${isTestWork(sql.ref('effort.study_id'), sql.ref('effort.reader_id'))}`)
      .$if(only !== null, (some) => some.where('effort.reader_id', '=', only))
      .execute();
    const types = typesOf(rows);
    yield rows.map(({ email, ...row }) => ({
      email,
      reader: row.reader_id,
      study: row.study_id,
      editor: row.editor_id,
      pass: row.pass,
      work: row.review === 1 ? 'review' : row.blind === 1 ? 'blind' : 'shared',
      instance_id: row.instance_id === WHOLE_STUDY ? null : row.instance_id,
      image_type: row.image_type ?? types.get(imageKey(row)) ?? null,
      step: row.step,
      active_ms: Number(row.active_ms),
    }));
  }
}
