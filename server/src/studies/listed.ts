/**
 * The rows of a list in SQL, by what is kept next to studies and heads (docs/why/storage.md#lists-in-sql): one relation for
 * each way of seeing, all with the same columns.
 */
import { OPEN_WINDOW_MS } from '@echometry/contract/rules/open-study.ts';
import { mayReview, maySave, visibilityOf } from '@echometry/contract/rules/permissions.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenIn } from '../access/blinding.ts';
import type { Caller } from '../access/caller.ts';
import { type ProjectAccess, workScopeOf } from '../access/project-access.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { type WorkTask, workTask } from '@echometry/contract/rules/work-task.ts';
import { nextKey } from '../db/listing.ts';
import type { Services } from '../access/services.ts';

/** A row of the list before it is made: null where it shows no work. */
export interface Listed {
  id: number;
  study_id: string;
  /** De-identified, in no order. */
  uid: string;
  study_date: string;
  patient: string | null;
  search: string | null;
  data_type: DataType;
  study_type: string | null;
  version_id: number | null;
  editor_id: number | null;
  blind: number | null;
  pass: number | null;
  editor: string | null;
  updated_at: number | null;
  steps: number;
  validated: number;
  validators: string | null;
  review_step: number;
  /** Key of the next step in the work shown, for roles that save it; null where nothing is left. */
  next: string | null;
}

/** How the rows of a list follow from the studies. */
export type Seeing =
  | { see: 'shared' }
  /** Shared work, but one's own where there is some. */
  | { see: 'tester'; userId: number }
  | { see: 'own'; userId: number }
  | { see: 'assigned'; editors: readonly number[] }
  /** No work at all: how far the reviews of each study have come. */
  | { see: 'steps' };

/** Whose list of what. */
export interface ListReader {
  projectId: number;
  /** Key of the project. */
  project: string;
  activeOnly: boolean;
  showQc: boolean;
  seeing: Seeing;
  /** The next step in a study without work. */
  first: WorkTask | null;
  role: RoleName;
  /** The order of studies is hidden from the caller. */
  hidesOrder: boolean;
  /** Tasks are only the studies that were assigned to the caller. */
  isAssigned: boolean;
  userId: number;
  email: string;
  now: number;
}

async function seeingOf(services: Services, caller: Caller, access: ProjectAccess): Promise<Seeing> {
  if (visibilityOf(caller.role) === 'none') return { see: 'steps' };
  const scope = workScopeOf(caller, access);
  if (scope.see !== 'assigned') return scope;
  const found = await services.db.query
    .selectFrom('user_account')
    .select('id')
    .where('email', 'in', ['', ...scope.editors])
    .execute();
  return { see: 'assigned', editors: found.map(({ id }) => id) };
}

/** How the caller's list is read in SQL. */
export async function listReader(services: Services, caller: Caller, access: ProjectAccess, activeOnly: boolean): Promise<ListReader> {
  return {
    projectId: access.id,
    project: access.project._id,
    activeOnly,
    showQc: access.project.qc.show_status,
    seeing: await seeingOf(services, caller, access),
    first: workTask(access.project),
    role: access.role,
    hidesOrder: hiddenIn(access).order,
    isAssigned: access.project.assignment === true && maySave(access.role),
    userId: caller.user.id,
    email: caller.user.person.email,
    now: services.now(),
  };
}

const STUDY = sql`s.id, s.study_id, s.study_instance_uid as uid, s.study_date, s.list_patient as patient, s.list_search as search, s.data_type, s.study_type`;
/** No work of the row's own version, which only rows of each analysis have. */
const NO_VERSION = sql`cast(null as bigint) as version_id, cast(null as bigint) as blind, cast(null as bigint) as pass, cast(null as text) as validators`;
const NO_STEP = sql`cast(null as text) as next`;
const HEAD = sql`h.version_id, h.editor_id, h.blind, h.pass, h.list_editor as editor, h.updated_at,
  coalesce(h.list_steps, 0) as steps, coalesce(h.list_validated, 0) as validated, h.list_validators as validators`;
const NO_HEAD = sql`cast(null as bigint) as version_id, cast(null as bigint) as editor_id, cast(null as bigint) as blind, cast(null as bigint) as pass,
  cast(null as text) as editor, cast(null as bigint) as updated_at, 0 as steps, 0 as validated, cast(null as text) as validators`;

/** The newest shared work of a study except of test users. */
const SHARED = sql`${NO_VERSION}, s.list_editor_id as editor_id, s.list_editor as editor, s.list_updated_at as updated_at, s.list_steps as steps,
  s.list_validated as validated, s.list_next as next`;

const own = (of: string, shared: string) => sql`case when h.version_id is null then ${sql.ref(shared)} else ${sql.ref(of)} end`;
/** The same, but a test user's own work where there is some. */
const OWN_OR_SHARED = sql`${NO_VERSION}, ${own('h.editor_id', 's.list_editor_id')} as editor_id, ${own('h.list_editor', 's.list_editor')} as editor,
  ${own('h.updated_at', 's.list_updated_at')} as updated_at, ${own('h.list_steps', 's.list_steps')} as steps,
  ${own('h.list_validated', 's.list_validated')} as validated, ${own('h.list_next', 's.list_next')} as next`;

const inProject = ({ projectId, activeOnly }: ListReader): RawBuilder<unknown> =>
  activeOnly ? sql`s.project_id = ${projectId} and s.active = 1` : sql`s.project_id = ${projectId}`;

/** Blind work that its person did not read once more and complete since. */
const isNotRepeated = sql`not exists (select 1 from analysis_head later where later.study_id = h.study_id and later.editor_id = h.editor_id
  and later.blind = h.blind and later.pass > h.pass and later.study_state <> 'Incomplete')`;

/**
 * Work of some editors that a Reviewer is shown: complete, and shared work only where it is the newest of theirs. Mostly that is
 * the newest of all, which is kept with each head; where it is another editor's, the newest of theirs is looked for.
 */
function assignedTo(editors: readonly number[]): RawBuilder<unknown> {
  const ids = sql.join([0, ...editors].map((id) => sql.lit(id)));
  return sql`(h.study_state <> 'Incomplete' and ((h.blind = 1 and ${isNotRepeated}) or h.editor_id = h.list_newest_editor
    or (h.list_newest_editor not in (${ids}) and h.editor_id = (select n.editor_id from analysis_head n where n.study_id = h.study_id
      and n.blind = 0 and n.study_state <> 'Incomplete' and n.editor_id in (${ids}) order by n.version_id desc limit 1))))`;
}

/** Work that became incomplete after the reader began to review it; of several passes the newest. */
const isReviewed = (userId: number): RawBuilder<unknown> => sql`(h.study_state = 'Incomplete'
  and not exists (select 1 from analysis_head later where later.study_id = h.study_id and later.editor_id = h.editor_id
    and later.blind = h.blind and later.version_id > h.version_id)
  and exists (select 1 from review own where own.study_id = h.study_id and own.editor_id = h.editor_id and own.blind = h.blind
    and own.reviewer_id = ${userId}))`;

/** The next step in one's own work, or in a study one has not begun. */
function nextOrFirst({ first }: ListReader): RawBuilder<unknown> {
  const key = nextKey(first);
  return key === null ? sql`h.list_next` : sql`case when h.version_id is null then ${key} else h.list_next end`;
}

/** Current work of one person, next to the study it is of. */
const withWorkOf = (userId: number, blind: 0 | 1): RawBuilder<unknown> => sql`study s left join analysis_head h on h.study_id = s.id
  and h.editor_id = ${userId} and h.blind = ${sql.lit(blind)} and h.list_is_current = 1`;

/** All rows of a list, in no order. */
export function listed(reader: ListReader): RawBuilder<Listed> {
  const { seeing } = reader;
  switch (seeing.see) {
    case 'shared':
      return sql<Listed>`(select ${STUDY}, ${SHARED}, 0 as review_step from study s where ${inProject(reader)})`;
    case 'tester':
      return sql<Listed>`(select ${STUDY}, ${OWN_OR_SHARED}, 0 as review_step from ${withWorkOf(seeing.userId, 0)} where ${inProject(reader)})`;
    case 'own':
      return sql<Listed>`(select ${STUDY}, ${HEAD}, 0 as review_step, ${nextOrFirst(reader)} as next from ${withWorkOf(seeing.userId, 1)}
        where ${inProject(reader)})`;
    case 'assigned':
      return sql<Listed>`(select ${STUDY}, ${HEAD}, 0 as review_step, ${NO_STEP} from analysis_head h join study s on s.id = h.study_id
        where ${inProject(reader)} and h.editor_id in (${sql.join([0, ...seeing.editors].map((id) => sql.lit(id)))})
        and (${assignedTo(seeing.editors)}${isReviewing(reader) ? sql` or ${isReviewed(reader.userId)}` : sql``}))`;
    case 'steps':
      return sql<Listed>`(select ${STUDY}, ${NO_HEAD}, s.list_review_step as review_step, ${NO_STEP} from study s where ${inProject(reader)})`;
  }
}

/** The study of the row is held open. */
export const isOpenNow = (now: number): RawBuilder<boolean> =>
  sql<boolean>`r.id in (select held.study_id from study_open held where held.opened_at > ${now - OPEN_WINDOW_MS})`;

/** The caller's own review of the row's work, as columns of `mine`. */
export const ownReview = ({ userId }: ListReader, what: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${what} from review mine where mine.study_id = r.id and mine.editor_id = r.editor_id and mine.blind = r.blind
    and mine.reviewer_id = ${userId} and ${where})`;

/** Rows can have something left to do for the caller: in the work they save, or in their reviews. */
export const hasTasks = (reader: ListReader): boolean => maySave(reader.role) || isReviewing(reader);

/** Rows of reviewing roles are one for each analysis. */
export const isReviewing = ({ role }: ListReader): boolean => mayReview(role);
