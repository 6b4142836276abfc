/**
 * Keys for order, search and filters of lists (docs/why/storage.md#lists-in-sql): computed with the rules of the contract from
 * what is stored, and kept next to it.
 */
import type { Project } from '@echometry/contract/records/project.ts';
import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import { reviewStep } from '@echometry/contract/rules/review.ts';
import { taskWords } from '@echometry/contract/rules/review-task.ts';
import { sortKey } from '@echometry/contract/rules/sort.ts';
import { type WorkTask, workTask } from '@echometry/contract/rules/work-task.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type HeadRecord, headsOfStudies, statusOf } from './analyses.ts';
import type { Db } from './connect.ts';
import type { Dialect } from './dialect.ts';
import { tasksOfHeads } from './list-tasks.ts';
import { findProjectById } from './projects.ts';
import { byStudy, finishedOfStudies, reviewsOfStudies, type ReviewRecord, validatedBy, type FinishedReview } from './reviews.ts';
import type { Database } from './schema.ts';
import { FIRST_PASS, passesOfStudies } from './work-lines.ts';

type Query = Kysely<Database>;

/** Studies that are listed in one transaction: a person's save waits no longer than for these. */
const STUDIES_AT_ONCE = 500;

/** Step dots as bits, in the order of STATUS_ORDER, before project and data type leave some out. */
const bitsOf = (head: HeadRecord): number => {
  const status = statusOf(head, { dataType: 'fetal', showQc: true, validated: false });
  return STATUS_ORDER.reduce((bits, name, place) => (status[name] === true ? bits + 2 ** place : bits), 0);
};

interface ListedStudy {
  id: number;
  project_id: number;
  patient_show: string;
}

/** A piece of work as lists know it. */
type ListedHead = HeadRecord & { is_test_work: 0 | 1; is_current: boolean };

/** All that the place of some studies in lists follows from. */
interface Found {
  studies: ListedStudy[];
  projects: ReadonlyMap<number, Project>;
  /** The newest first. */
  heads: ListedHead[];
  finished: Map<number, FinishedReview[]>;
  reviews: ReviewRecord[];
  /** Next steps of incomplete works, by version. */
  tasks: ReadonlyMap<number, WorkTask>;
}

/** Of blind work the current pass of its person is current, of shared work the newest of each person. */
async function currentHeads(query: Query, ids: readonly number[]): Promise<ListedHead[]> {
  const passes = await passesOfStudies(query, ids);
  const sharing = new Set<string>();
  return (await headsOfStudies(query, ids)).map((head) => {
    const work = `${head.study_id} ${head.editor_id} ${head.blind}`;
    if (head.blind === 1) return { ...head, is_current: head.pass === (passes.get(work) ?? FIRST_PASS) };
    const is_current = !sharing.has(work);
    sharing.add(work);
    return { ...head, is_current };
  });
}

async function projectsOf(query: Query, ids: Iterable<number>): Promise<Map<number, Project>> {
  const projects = new Map<number, Project>();
  for (const id of new Set(ids)) {
    const found = await findProjectById(query, id);
    if (found !== null) projects.set(id, found.project);
  }
  return projects;
}

function projectOfStudies(studies: readonly ListedStudy[], projects: ReadonlyMap<number, Project>): (studyId: number) => Project {
  const numbers = new Map(studies.map(({ id, project_id }) => [id, project_id]));
  return (studyId) => {
    const project = projects.get(numbers.get(studyId) ?? 0);
    if (project === undefined) throw new Error(`Study ${studyId} is in no project`);
    return project;
  };
}

async function readFound(query: Query, ids: readonly number[]): Promise<Found> {
  const studies = await query
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['study.id', 'study.project_id', 'patient.patient_show'])
    .where('study.id', 'in', [...ids])
    .execute();
  const projects = await projectsOf(
    query,
    studies.map(({ project_id }) => project_id),
  );
  const heads = await currentHeads(query, ids);
  const unfinished = heads.filter(({ is_current, study_state }) => is_current && study_state === 'Incomplete');
  return {
    studies,
    projects,
    heads,
    finished: byStudy(await finishedOfStudies(query, ids)),
    reviews: await reviewsOfStudies(query, ids),
    tasks: await tasksOfHeads(query, unfinished, projectOfStudies(studies, projects)),
  };
}

const number = (value: number | null): RawBuilder<unknown> => sql`cast(${value} as bigint)`;
const text = (value: string | null): RawBuilder<unknown> => sql`cast(${value} as text)`;

/** Sets the columns of many rows at once: `rows` are their keys and values, in the order of `columns`. */
async function setRows(query: Query, table: string, keys: readonly string[], columns: readonly string[], rows: RawBuilder<unknown>[]) {
  if (rows.length === 0) return;
  const names = sql.join([...keys, ...columns].map((name) => sql.ref(name)));
  const changes = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`found.${name}`)}`));
  const same = sql.join(
    keys.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`found.${name}`)}`),
    sql` and `,
  );
  await sql`with found(${names}) as (values ${sql.join(rows)}) update ${sql.table(table)} set ${changes} from found where ${same}`.execute(
    query,
  );
}

const STUDY_COLUMNS = [
  'listed',
  'list_patient',
  'list_search',
  'list_editor_id',
  'list_editor',
  'list_updated_at',
  'list_steps',
  'list_validated',
  'list_review_step',
  'list_tasks',
  'list_next',
] as const;
const HEAD_KEYS = ['study_id', 'editor_id', 'blind', 'pass'] as const;
const HEAD_COLUMNS = [
  'list_editor',
  'list_steps',
  'list_validated',
  'list_validators',
  'list_is_current',
  'list_newest_editor',
  'list_next',
  'list_task',
] as const;

/** Sort key of a list of tasks; null where nothing is left. */
export const nextKey = (task: WorkTask | null): string | null => (task === null ? null : sortKey(taskWords(task)));

/** Reads what lists need of some studies, and stores it. The caller's transaction holds their rows. */
async function listStudies(query: Query, ids: readonly number[]): Promise<void> {
  const { studies, projects, heads, finished, reviews, tasks } = await readFound(query, ids);
  const validatorsOf = (head: HeadRecord) => validatedBy(finished.get(head.study_id) ?? [], head);
  const headsOf = new Map<number, typeof heads>();
  for (const head of heads) headsOf.set(head.study_id, [...(headsOf.get(head.study_id) ?? []), head]);
  // Without work the next step follows only from the project.
  const first = new Map([...projects].map(([id, project]) => [id, nextKey(workTask(project))]));
  const steps = new Map<number, number>();
  for (const review of reviews) steps.set(review.study_id, Math.max(steps.get(review.study_id) ?? 0, reviewStep(review)));

  await setRows(
    query,
    'study',
    ['id'],
    STUDY_COLUMNS,
    studies.map(({ id, project_id, patient_show }) => {
      // Heads come the newest first.
      const shown = headsOf.get(id)?.find(({ blind, is_test_work }) => blind === 0 && is_test_work === 0);
      return sql`(${sql.join([
        number(id),
        number(1),
        text(sortKey(patient_show)),
        text(patient_show.toLowerCase()),
        number(shown?.editor_id ?? null),
        text(sortKey(shown?.editor)),
        number(shown?.updated_at ?? null),
        number(shown === undefined ? 0 : bitsOf(shown)),
        number(shown === undefined ? 0 : validatorsOf(shown).length),
        number(steps.get(id) ?? 0),
        number(1),
        text(shown === undefined ? (first.get(project_id) ?? null) : nextKey(tasks.get(shown.version_id) ?? null)),
      ])})`;
    }),
  );
  await setRows(
    query,
    'analysis_head',
    HEAD_KEYS,
    HEAD_COLUMNS,
    heads.map((head) => {
      const validators = validatorsOf(head);
      const newest = headsOf.get(head.study_id)?.find(({ blind, study_state }) => blind === 0 && study_state !== 'Incomplete');
      const task = tasks.get(head.version_id) ?? null;
      return sql`(${sql.join([
        ...[head.study_id, head.editor_id, head.blind, head.pass].map(number),
        text(sortKey(head.editor)),
        number(bitsOf(head)),
        number(validators.length),
        text(sortKey(validators.join(' '))),
        number(head.is_current ? 1 : 0),
        number(newest?.editor_id ?? null),
        text(nextKey(task)),
        text(task && JSON.stringify(task)),
      ])})`;
    }),
  );
  // In one order, as everybody who changes several of them.
  for (const project of [...new Set(studies.map(({ project_id }) => project_id))].sort((a, b) => a - b))
    await countRevision(query, project);
}

/** How often lists of a project changed: counts of another revision are repeated. */
export async function revisionOf(query: Query, projectId: number): Promise<number> {
  const row = await query.selectFrom('list_revision').select('revision').where('project_id', '=', projectId).executeTakeFirst();
  return row?.revision ?? 0;
}

/** Lists of a project changed by what is not kept with its studies. */
export async function countRevision(query: Query, projectId: number): Promise<void> {
  await query
    .insertInto('list_revision')
    .values({ project_id: projectId, revision: 1 })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet((set) => ({ revision: set('list_revision.revision', '+', 1) })))
    .execute();
}

/** Studies of a project, or of all, whose place in lists is not kept; an index has them, by the words of this condition. */
function unlisted(query: Query, projectId: number | null) {
  const all = query
    .selectFrom('study')
    .select('id')
    .where(sql<boolean>`(listed = 0 or list_tasks = 0)`);
  return projectId === null ? all : all.where('project_id', '=', projectId);
}

/**
 * Lists unlisted studies of a project, some hundred in a separate transaction. On PostgreSQL their rows are locked first, in one
 * order: what changes meanwhile marks them again.
 */
async function listSome(query: Query, dialect: Dialect, projectId: number | null): Promise<number> {
  return query.transaction().execute(async (inside) => {
    const some = unlisted(inside, projectId).orderBy('id').limit(STUDIES_AT_ONCE);
    const ids = (await (dialect === 'postgres' ? some.forUpdate() : some).execute()).map(({ id }) => id);
    if (ids.length > 0) await listStudies(inside, ids);
    return ids.length;
  });
}

/** Lists what is not listed yet of one project. */
export async function listProject({ query, dialect }: Pick<Db, 'query' | 'dialect'>, projectId: number): Promise<void> {
  if ((await unlisted(query, projectId).limit(1).executeTakeFirst()) === undefined) return;
  while ((await listSome(query, dialect, projectId)) > 0);
}

/** The same of all projects. */
export async function listAllStudies({ query, dialect }: Pick<Db, 'query' | 'dialect'>): Promise<void> {
  if ((await unlisted(query, null).limit(1).executeTakeFirst()) === undefined) return;
  while ((await listSome(query, dialect, null)) > 0);
}
