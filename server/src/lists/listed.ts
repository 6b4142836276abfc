/**
 * The rows of a list in SQL, by what is kept next to studies and heads (docs/decisions/0241-lists-in-sql.md): one relation for
 * each way of seeing, all with the same columns.
 */
import { OPEN_WINDOW_MS } from '@echometry/contract/rules/open-study.ts';
import { isTeamReview, mayReview } from '@echometry/contract/rules/permissions.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Caller } from '../access/caller.ts';
import { type ProjectAccess, workScopeOf } from '../access/project-access.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type Services } from '../services.ts';

/** A row of the list before it is made: null where it shows no work. */
export interface Listed {
  id: number;
  study_id: string;
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
}

/** How the rows of a list follow from the studies. */
export type Seeing =
  | { see: 'shared' }
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
  role: RoleName;
  userId: number;
  email: string;
  now: number;
}

/**
 * How the caller's list is read in SQL; null for test users, who see their own work before the shared one: theirs is made
 * of all rows.
 */
export async function listReader(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  activeOnly: boolean,
): Promise<ListReader | null> {
  const scope = workScopeOf(caller, access);
  const seeingOf = async (): Promise<Seeing | null> => {
    if (isTeamReview(caller.role)) return { see: 'steps' };
    if (scope.see === 'tester') return null;
    if (scope.see !== 'assigned') return scope;
    const found = await services.db.query
      .selectFrom('user_account')
      .select('id')
      .where('email', 'in', ['', ...scope.editors])
      .execute();
    return { see: 'assigned', editors: found.map(({ id }) => id) };
  };
  const seeing = await seeingOf();
  if (seeing === null) return null;
  return {
    projectId: access.id,
    project: access.project._id,
    activeOnly,
    showQc: access.project.qc.show_status,
    seeing,
    role: access.role,
    userId: caller.user.id,
    email: caller.user.person.email,
    now: services.now(),
  };
}

const STUDY = sql`s.id, s.study_id, s.study_date, s.list_patient as patient, s.list_search as search, s.data_type, s.study_type`;
const HEAD = sql`h.version_id, h.editor_id, h.blind, h.pass, h.list_editor as editor, h.updated_at,
  coalesce(h.list_steps, 0) as steps, coalesce(h.list_validated, 0) as validated, h.list_validators as validators`;
const NO_HEAD = sql`cast(null as bigint) as version_id, cast(null as bigint) as editor_id, cast(null as bigint) as blind, cast(null as bigint) as pass,
  cast(null as text) as editor, cast(null as bigint) as updated_at, 0 as steps, 0 as validated, cast(null as text) as validators`;

const inProject = ({ projectId, activeOnly }: ListReader): RawBuilder<unknown> =>
  activeOnly ? sql`s.project_id = ${projectId} and s.active = 1` : sql`s.project_id = ${projectId}`;

/** Blind work that its person did not read once more and complete since. */
const isNotRepeated = sql`not exists (select 1 from analysis_head later where later.study_id = h.study_id and later.editor_id = h.editor_id
  and later.blind = h.blind and later.pass > h.pass and later.study_state <> 'Incomplete')`;

/**
 * Work of some editors that a Reviewer is shown: complete, and shared work only where it is the newest of theirs. Mostly that is
 * the newest of all, which is kept with each head; where it is somebody else's, the newest of theirs is looked for.
 */
function assignedTo(editors: readonly number[]): RawBuilder<unknown> {
  const ids = sql.join([0, ...editors].map((id) => sql.lit(id)));
  return sql`h.editor_id in (${ids}) and h.study_state <> 'Incomplete' and ((h.blind = 1 and ${isNotRepeated}) or h.editor_id = h.list_newest_editor
    or (h.list_newest_editor not in (${ids}) and h.editor_id = (select n.editor_id from analysis_head n where n.study_id = h.study_id
      and n.blind = 0 and n.study_state <> 'Incomplete' and n.editor_id in (${ids}) order by n.version_id desc limit 1)))`;
}

/** All rows of a list, in no order. */
export function listed(reader: ListReader): RawBuilder<Listed> {
  const { seeing } = reader;
  switch (seeing.see) {
    case 'shared':
      return sql<Listed>`(select ${STUDY}, cast(null as bigint) as version_id, s.list_editor_id as editor_id, cast(null as bigint) as blind,
        cast(null as bigint) as pass, s.list_editor as editor, s.list_updated_at as updated_at, s.list_steps as steps,
        s.list_validated as validated, cast(null as text) as validators, 0 as review_step from study s where ${inProject(reader)})`;
    case 'own':
      return sql<Listed>`(select ${STUDY}, ${HEAD}, 0 as review_step from study s left join analysis_head h on h.study_id = s.id
        and h.editor_id = ${seeing.userId} and h.blind = 1 and h.list_is_current = 1 where ${inProject(reader)})`;
    case 'assigned':
      return sql<Listed>`(select ${STUDY}, ${HEAD}, 0 as review_step from analysis_head h join study s on s.id = h.study_id
        where ${inProject(reader)} and ${assignedTo(seeing.editors)})`;
    case 'steps':
      return sql<Listed>`(select ${STUDY}, ${NO_HEAD}, s.list_review_step as review_step from study s where ${inProject(reader)})`;
  }
}

/** Somebody holds the study of the row open. */
export const isOpenNow = (now: number): RawBuilder<boolean> =>
  sql<boolean>`r.id in (select held.study_id from study_open held where held.opened_at > ${now - OPEN_WINDOW_MS})`;

/** The caller's own review of the row's work, as columns of `mine`. */
export const ownReview = ({ userId }: ListReader, what: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${what} from review mine where mine.study_id = r.id and mine.editor_id = r.editor_id and mine.blind = r.blind
    and mine.reviewer_id = ${userId} and ${where})`;

/** Rows of who reviews are one for each analysis. */
export const isReviewing = ({ role }: ListReader): boolean => mayReview(role);
