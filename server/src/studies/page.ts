import type { StudyListQuery, StudyListSummary } from '@echometry/contract/records/study-list.ts';
import { pageStart } from '@echometry/contract/rules/study-list.ts';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import type { Database } from '../db/schema.ts';
import type { Services } from '../access/services.ts';
import { ARC_PROJECT } from '@echometry/contract/rules/completed.ts';
import { revisionOf } from '../db/listing.ts';
import { openFlagsOfProject } from '../db/open-flags.ts';
import { type Counts, KeptCounts } from './kept-counts.ts';
import { filtersOf, scopeFilters, stepsOf } from './filters.ts';
import { isOpenNow, listed, type Listed, type ListReader } from './listed.ts';
import { orderOf } from './order.ts';
import { type MadeRow, rowsOfProject } from './rows.ts';

type Rows = SelectQueryBuilder<{ r: Listed }, 'r', unknown>;

const rowsWhere = (query: Kysely<Database>, reader: ListReader, filters: ReturnType<typeof filtersOf>): Rows => {
  const all = query.selectFrom(listed(reader).as('r')) as unknown as Rows;
  return filters.reduce((rows, filter) => rows.where(filter), all);
};

const isValidated = ({ seeing }: ListReader) => (seeing.see === 'steps' ? sql`r.review_step > 0` : sql`r.validated > 0`);
const countOf = (what: ReturnType<typeof isValidated>) => sql<number>`cast(count(case when ${what} then 1 end) as bigint)`;

/** Content before search and filters, by the editor whose work is shown. */
const countByEditor = (rows: Rows, reader: ListReader) =>
  rows
    .select([
      'r.editor_id',
      sql<number>`cast(count(*) as bigint)`.as('total'),
      countOf(isValidated(reader)).as('validated'),
      countOf(sql`r.data_type = 'fetal'`).as('fetal'),
    ])
    .groupBy('r.editor_id')
    .execute();

const countFound = (rows: Rows, reader: ListReader) =>
  rows.select([sql<number>`cast(count(*) as bigint)`.as('found'), countOf(isValidated(reader)).as('validated')]).executeTakeFirstOrThrow();

/** Rows of studies that are held open: looked for by these studies, which are few. */
async function countOpen(query: Kysely<Database>, rows: Rows, reader: ListReader): Promise<number> {
  const held = await openFlagsOfProject(query, reader.projectId, reader.now);
  if (held.length === 0) return 0;
  const ids = held.map(({ studyId }) => studyId);
  const open = ids.length > MAX_HELD_BY_NAME ? isOpenNow(reader.now) : sql<boolean>`r.id in (${sql.join(ids)})`;
  return (
    await rows
      .where(open)
      .select(sql<number>`cast(count(*) as bigint)`.as('open'))
      .executeTakeFirstOrThrow()
  ).open;
}

/** Studies that are named in a query: more of them are joined. */
const MAX_HELD_BY_NAME = 1000;

async function emailsOf(query: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom('user_account')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function numberOf(query: Kysely<Database>, email: string | undefined): Promise<number | null> {
  if (email === undefined) return null;
  return (await query.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirst())?.id ?? null;
}

const keyOf = (id: number, editor: number | null, blind: number | null, pass: number | null): string => [id, editor, blind, pass].join(' ');

/** Which rows a page has, in order. */
const placesOf = (rows: Rows, reader: ListReader, query: StudyListQuery, offset: number) =>
  rows.select(['r.id', 'r.editor_id', 'r.blind', 'r.pass']).orderBy(orderOf(query, reader)).limit(query.limit).offset(offset).execute();

/** The rows of a page as the caller sees them now: made by the rules of the whole list, only of the studies of the page. */
async function makeRows(
  { services, caller, access }: Asking,
  places: Awaited<ReturnType<typeof placesOf>>,
  reader: ListReader,
): Promise<MadeRow[]> {
  if (places.length === 0) return [];
  const ids = [...new Set(places.map(({ id }) => id))];
  const made = await rowsOfProject(services, caller, access, reader.activeOnly, ids);
  // Who reviews has a row for each analysis, the others one for each study.
  const severalRows = reader.seeing.see === 'assigned';
  const keyOfMade = ({ study, head }: MadeRow) =>
    severalRows && head !== undefined ? keyOf(study.id, head.editor_id, head.blind, head.pass) : `${study.id}`;
  const byKey = new Map(made.map((one) => [keyOfMade(one), one]));
  return places.flatMap(({ id, editor_id, blind, pass }) => byKey.get(severalRows ? keyOf(id, editor_id, blind, pass) : `${id}`) ?? []);
}

export interface Asking {
  services: Services;
  caller: Caller;
  access: ProjectAccess;
}

/** Counts of all workspaces of this process, which have one each. */
const kept = new WeakMap<Kysely<Database>, KeptCounts>();
const countsOf = (db: Kysely<Database>): KeptCounts => {
  const known = kept.get(db) ?? new KeptCounts();
  kept.set(db, known);
  return known;
};

async function count(all: Rows, passing: Rows | null, reader: ListReader): Promise<Counts> {
  const [editors, some] = await Promise.all([countByEditor(all, reader), passing === null ? null : countFound(passing, reader)]);
  const sum = (part: 'total' | 'validated' | 'fetal'): number => editors.reduce((n, one) => n + one[part], 0);
  return {
    total: sum('total'),
    fetal: sum('fetal'),
    found: some?.found ?? sum('total'),
    validated: some?.validated ?? sum('validated'),
    editors: editors.flatMap(({ editor_id }) => editor_id ?? []),
  };
}

/** How many rows a list has before search and filters: all of them, or those with something left to do. */
export async function countRows(db: Kysely<Database>, reader: ListReader, what: { tasks?: true }): Promise<number> {
  const revision = await revisionOf(db, reader.projectId);
  const rows = rowsWhere(db, reader, scopeFilters(what, reader));
  return (await countsOf(db).at(KeptCounts.keyOf(reader, what), revision, () => count(rows, null, reader))).total;
}

/** Changes of counts that no revision shows: open flags end with the clock, and imports fill in types of studies. */
const isCountedAnew = ({ status, hide_completed }: StudyListQuery, { project }: ListReader): boolean =>
  status === 'in work' || (hide_completed === true && project === ARC_PROJECT);

/** One page of a list, with what it is a part of, read by SQL. */
export async function readPage(
  asking: Asking,
  reader: ListReader,
  query: StudyListQuery,
): Promise<{ rows: MadeRow[]; list: StudyListSummary }> {
  const { query: db } = asking.services.db;
  const scope = scopeFilters(query, reader);
  const filters = filtersOf(query, reader, await numberOf(db, query.editor));
  const all = rowsWhere(db, reader, scope);
  const passing = rowsWhere(db, reader, [...scope, ...filters]);
  const counting = () => count(all, filters.length === 0 ? null : passing, reader);
  const counted = async (): Promise<Counts> => {
    if (isCountedAnew(query, reader)) return counting();
    const { offset: _offset, limit: _limit, sort: _sort, ...what } = query;
    // Read before it is counted: what changes in between is counted once more.
    const revision = await revisionOf(db, reader.projectId);
    return countsOf(db).at(KeptCounts.keyOf(reader, what), revision, counting);
  };
  const [{ total, found, validated, fetal, editors }, open, asked] = await Promise.all([
    counted(),
    countOpen(db, passing, reader),
    placesOf(passing, reader, query, query.offset),
  ]);
  const offset = pageStart(query.offset, query.limit, found);
  const places = offset === query.offset ? asked : await placesOf(passing, reader, query, offset);
  const emails = await emailsOf(db, editors);
  return {
    rows: await makeRows(asking, places, reader),
    list: {
      offset,
      total,
      found,
      validated,
      open,
      editors: [...emails.values()].toSorted(),
      steps: total === 0 ? [] : stepsOf(reader, fetal > 0),
    },
  };
}
