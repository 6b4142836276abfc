import { MAX_NAMED, type PersonEffect } from '@echometry/contract/records/people.ts';
import { OPEN_WINDOW_MS } from '@echometry/contract/rules/open-study.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { lostIn, type Standing } from './standing.ts';

type Query = Kysely<Database>;

/** Around a change: who it is about, and what they could do before and after. */
export interface Changed {
  userId: number;
  email: string;
  before: Standing;
  after: Standing;
  /** Sign-ins that the change ended. */
  signIns: number;
  /** Tokens of programs that the change revoked. */
  tokens: number;
  isDisabled: boolean;
  now: number;
}

/** An empty list must find nothing; SQL has no empty "in". */
const among = (ids: readonly number[]): number[] => (ids.length === 0 ? [0] : [...ids]);

const effect = (what: PersonEffect['what'], names: readonly string[], count: number | null = names.length): PersonEffect[] =>
  count === 0 ? [] : [{ what, count, names: [...names].sort().slice(0, MAX_NAMED) }];

async function openStudies(query: Query, { userId, now }: Changed, projects: readonly number[]): Promise<string[]> {
  const rows = await query
    .selectFrom('study_open')
    .innerJoin('study', 'study.id', 'study_open.study_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['patient.patient_show', 'study.study_date'])
    .where('study_open.user_id', '=', userId)
    .where('study_open.opened_at', '>', now - OPEN_WINDOW_MS)
    .where('study.project_id', 'in', among(projects))
    .execute();
  return rows.map(({ patient_show, study_date }) => `${patient_show} of ${dashedDate(study_date)}`);
}

/** Editors of a project that were reviewed before and are no more, by project. */
function editorsLost({ before, after }: Changed): Map<number, string[]> {
  const lost = new Map<number, string[]>();
  for (const [project, { reviews }] of before) {
    const kept = after.get(project)?.reviews ?? new Set();
    const gone = [...reviews].filter((editor) => !kept.has(editor));
    if (gone.length > 0) lost.set(project, gone);
  }
  return lost;
}

async function reviewsLeft(query: Query, { userId }: Changed, lost: ReadonlyMap<number, readonly string[]>): Promise<string[]> {
  const rows = await query
    .selectFrom('review')
    .innerJoin('study', 'study.id', 'review.study_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .innerJoin('user_account', 'user_account.id', 'review.editor_id')
    .select(['patient.patient_show', 'study.study_date', 'study.project_id', 'user_account.email'])
    .where('review.reviewer_id', '=', userId)
    .where('review.state', '!=', 'finished')
    .where('study.project_id', 'in', among([...lost.keys()]))
    .execute();
  return rows
    .filter(({ project_id, email }) => lost.get(project_id)?.includes(email) ?? false)
    .map(({ patient_show, study_date, email }) => `${patient_show} of ${dashedDate(study_date)} by ${email}`);
}

/** Of the editors that are reviewed no more, the ones with work without another reviewer. */
async function editorsUnreviewed(query: Query, { userId }: Changed, lost: ReadonlyMap<number, readonly string[]>): Promise<string[]> {
  const alone = new Set<string>();
  for (const [project, editors] of lost) {
    const others = await query
      .selectFrom('role_grant')
      .innerJoin('user_account', 'user_account.id', 'role_grant.user_id')
      .innerJoin('project_member', 'project_member.user_id', 'role_grant.user_id')
      .select('role_grant.reviews_to')
      .where('project_member.project_id', '=', project)
      .where('user_account.active', '=', 1)
      .where('role_grant.role', '=', 'Reviewer')
      .where('role_grant.user_id', '!=', userId)
      .where((where) => where.or([where('role_grant.project_id', 'is', null), where('role_grant.project_id', '=', project)]))
      .execute();
    const reviewed = new Set(others.flatMap(({ reviews_to }) => JSON.parse(reviews_to) as string[]));
    const working = await query
      .selectFrom('analysis_head')
      .innerJoin('study', 'study.id', 'analysis_head.study_id')
      .innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
      .select('user_account.email')
      .distinct()
      .where('study.project_id', '=', project)
      .where('user_account.email', 'in', editors)
      .execute();
    for (const { email } of working) if (!reviewed.has(email)) alone.add(email);
  }
  return [...alone];
}

/** Studies of projects without another active member, with the projects' names. */
async function studiesAlone(query: Query, { userId }: Changed, projects: readonly number[]): Promise<{ count: number; names: string[] }> {
  const found = { count: 0, names: [] as string[] };
  for (const project of projects) {
    const other = await query
      .selectFrom('project_member')
      .innerJoin('user_account', 'user_account.id', 'project_member.user_id')
      .select('project_member.user_id')
      .where('project_member.project_id', '=', project)
      .where('project_member.user_id', '!=', userId)
      .where('user_account.active', '=', 1)
      .limit(1)
      .executeTakeFirst();
    if (other !== undefined) continue;
    const { n, key } = await query
      .selectFrom('project')
      .leftJoin('study', (join) => join.onRef('study.project_id', '=', 'project.id').on('study.active', '=', 1))
      .select(['project.key', (e) => e.fn.count('study.id').as('n')])
      .where('project.id', '=', project)
      .groupBy('project.key')
      .executeTakeFirstOrThrow();
    if (Number(n) === 0) continue;
    found.count += Number(n);
    found.names.push(`project ${key}`);
  }
  return found;
}

async function studiesWithWork(query: Query, userId: number, projects: readonly number[]): Promise<number> {
  const row = await query
    .selectFrom('analysis_head')
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .select((e) => e.fn.count('study.id').distinct().as('n'))
    .where('analysis_head.editor_id', '=', userId)
    .where('study.project_id', 'in', among(projects))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

async function jobsUnderWay(query: Query, userId: number): Promise<string[]> {
  const rows = await query
    .selectFrom('job')
    .select('id')
    .where('owner_id', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .execute();
  return rows.map(({ id }) => id);
}

/** Work that a change ends, hides or leaves without a responsible person, in a fixed order; read in its transaction, after it. */
export async function effectsOf(query: Query, changed: Changed): Promise<PersonEffect[]> {
  const { userId, before, after } = changed;
  const notOpening = lostIn(before, after, ({ roles }) => roles.has('Editor'));
  const notSaving = lostIn(before, after, ({ roles }) => [...roles].some(maySave));
  const outside = lostIn(before, after, () => true);
  const editors = editorsLost(changed);
  const alone = await studiesAlone(query, changed, outside);
  const testedNow = [...after].flatMap(([project, { isTester }]) => (isTester && before.get(project)?.isTester === false ? [project] : []));
  const testedBefore = [...after].flatMap(([project, { isTester }]) =>
    !isTester && before.get(project)?.isTester === true ? [project] : [],
  );
  return [
    ...effect('sign-ins-end', [], changed.signIns),
    ...effect('tokens-end', [], changed.tokens),
    ...effect('studies-open', await openStudies(query, changed, notOpening)),
    ...effect('unsent-changes', [], notSaving.length === 0 ? 0 : null),
    ...effect('reviews-left', await reviewsLeft(query, changed, editors)),
    ...effect('editors-unreviewed', await editorsUnreviewed(query, changed, editors)),
    ...effect('studies-without-member', alone.names, alone.count),
    ...effect('work-hidden', [], await studiesWithWork(query, userId, testedNow)),
    ...effect('work-shown', [], await studiesWithWork(query, userId, testedBefore)),
    ...effect('jobs-go-on', changed.isDisabled ? await jobsUnderWay(query, userId) : []),
  ];
}
