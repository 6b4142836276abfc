import { type StudyListQuery, type StudyListSummary } from '@echometry/contract/records/study-list.ts';
import { type StudyRow } from '@echometry/contract/records/study.ts';
import { pageStart } from '@echometry/contract/rules/study-list.ts';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type Caller } from '../access/caller.ts';
import { type ProjectAccess } from '../access/project-access.ts';
import { type Database } from '../db/schema.ts';
import { type Services } from '../services.ts';
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
const count = (what: ReturnType<typeof isValidated>) => sql<number>`cast(count(case when ${what} then 1 end) as bigint)`;

/** What there is before search and filters, by the editor whose work is shown. */
const countByEditor = (rows: Rows, reader: ListReader) =>
  rows
    .select([
      'r.editor_id',
      sql<number>`cast(count(*) as bigint)`.as('total'),
      count(isValidated(reader)).as('validated'),
      count(sql`r.data_type = 'fetal'`).as('fetal'),
    ])
    .groupBy('r.editor_id')
    .execute();

const countFound = (rows: Rows, reader: ListReader) =>
  rows.select([sql<number>`cast(count(*) as bigint)`.as('found'), count(isValidated(reader)).as('validated')]).executeTakeFirstOrThrow();

const countOpen = async (rows: Rows, reader: ListReader): Promise<number> =>
  (
    await rows
      .where(isOpenNow(reader.now))
      .select(sql<number>`cast(count(*) as bigint)`.as('open'))
      .executeTakeFirstOrThrow()
  ).open;

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

/** The rows of a page as the caller sees them now: made by the rules of the whole list, of the studies of the page alone. */
async function makeRows(
  { services, caller, access }: Asking,
  places: Awaited<ReturnType<typeof placesOf>>,
  reader: ListReader,
): Promise<StudyRow[]> {
  if (places.length === 0) return [];
  const ids = [...new Set(places.map(({ id }) => id))];
  const made = await rowsOfProject(services, caller, access, reader.activeOnly, ids);
  // Who reviews has a row for each analysis, the others one for each study.
  const severalRows = reader.seeing.see === 'assigned';
  const keyOfMade = ({ study, head }: MadeRow) =>
    severalRows && head !== undefined ? keyOf(study.id, head.editor_id, head.blind, head.pass) : `${study.id}`;
  const byKey = new Map(made.map((one) => [keyOfMade(one), one.row]));
  return places.flatMap(({ id, editor_id, blind, pass }) => byKey.get(severalRows ? keyOf(id, editor_id, blind, pass) : `${id}`) ?? []);
}

export interface Asking {
  services: Services;
  caller: Caller;
  access: ProjectAccess;
}

/** One page of a list, with what it is a part of, read by SQL. */
export async function readPage(
  asking: Asking,
  reader: ListReader,
  query: StudyListQuery,
): Promise<{ rows: StudyRow[]; list: StudyListSummary }> {
  const { query: db } = asking.services.db;
  const scope = scopeFilters(query, reader);
  const filters = filtersOf(query, reader, await numberOf(db, query.editor));
  const all = rowsWhere(db, reader, scope);
  const passing = rowsWhere(db, reader, [...scope, ...filters]);
  const [editors, some, open, asked] = await Promise.all([
    countByEditor(all, reader),
    filters.length === 0 ? null : countFound(passing, reader),
    countOpen(passing, reader),
    placesOf(passing, reader, query, query.offset),
  ]);
  const sum = (part: 'total' | 'validated' | 'fetal'): number => editors.reduce((n, one) => n + one[part], 0);
  const { found, validated } = some ?? { found: sum('total'), validated: sum('validated') };
  const offset = pageStart(query.offset, query.limit, found);
  const places = offset === query.offset ? asked : await placesOf(passing, reader, query, offset);
  const emails = await emailsOf(
    db,
    editors.flatMap(({ editor_id }) => editor_id ?? []),
  );
  return {
    rows: await makeRows(asking, places, reader),
    list: {
      offset,
      total: sum('total'),
      found,
      validated,
      open,
      editors: [...emails.values()].toSorted(),
      steps: sum('total') === 0 ? [] : stepsOf(reader, sum('fetal') > 0),
    },
  };
}
