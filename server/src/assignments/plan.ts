import { ASSIGNED_ROLES, type AssignmentPlan, MAX_PLAN_STUDIES, type PlannedReader } from '@echometry/contract/records/assignment.ts';
import { assignStudies, type AssignedStudy, seededRandom, withGold } from '@echometry/contract/rules/assign-studies.ts';
import { uncertifiedTypes } from '@echometry/contract/rules/certificates.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Kysely } from 'kysely';
import { blindReadersOf, firstReaders, loadsOfProject, studiesToAssign } from '../db/assignments.ts';
import { certificatesOfProject } from '../db/certificates.ts';
import { type GoldRow, goldOfProject, peopleOfGold } from '../db/gold.ts';
import { goodQualityOf } from '../db/list-tasks.ts';
import type { ProjectRow } from '../db/projects.ts';
import { peopleInRole } from '../db/readings.ts';
import type { Database } from '../db/schema.ts';
import { invalidField } from '../errors.ts';
import { stratumOf } from './strata.ts';

type Query = Kysely<Database>;

/** What a plan comes to. */
export interface Planned {
  /** With the numbers of their rows. */
  assigned: Array<AssignedStudy & { studyId: number; readerId: number }>;
  readers: PlannedReader[];
  studies: number;
  complete: number;
  lacking: number;
  later: number;
}

/** Everyone whom studies of a project can be assigned to, by role. */
export async function readersOfProject(query: Query, projectId: number) {
  const byRole = await Promise.all(
    ASSIGNED_ROLES.map(async (role) => (await peopleInRole(query, projectId, role)).map((person) => ({ ...person, role }))),
  );
  return byRole.flat();
}

async function readersOfPlan(
  query: Query,
  { id, project }: ProjectRow,
  { role, readers }: AssignmentPlan,
  today: string,
): Promise<Map<string, number>> {
  const known = new Map((await peopleInRole(query, id, role)).map(({ email, id }) => [email, id]));
  for (const email of readers)
    if (!known.has(email))
      throw invalidField('plan.readers', `${email} does not hold the role ${role} in this project, or may not sign in`);
  const required = project.certificates ?? [];
  const certificates = required.length === 0 ? [] : await certificatesOfProject(query, id);
  for (const email of readers) {
    const lacking = uncertifiedTypes(required, certificates, { email, blind: isBlind(role) }, today);
    if (lacking.length > 0) throw invalidField('plan.readers', `${email} has no valid certificate for ${lacking.join(', ')}`);
  }
  return known;
}

async function studiesOfPlan(query: Query, projectId: number, { studies, strata }: AssignmentPlan) {
  const all = await studiesToAssign(query, projectId);
  const wanted = studies === undefined ? null : new Set(studies);
  const known = new Set(all.map(({ study_id }) => study_id));
  for (const study of wanted ?? []) if (!known.has(study)) throw invalidField('plan.studies', `This project has no active study ${study}`);
  const chosen = wanted === null ? all : all.filter(({ study_id }) => wanted.has(study_id));
  const good = strata.includes('quality')
    ? await goodQualityOf(
        query,
        chosen.flatMap(({ id, version_id }) => (version_id === null ? [] : [{ study_id: id, version_id }])),
      )
    : new Map<number, boolean>();
  return chosen.map((study) => ({ id: study.id, study_id: study.study_id, stratum: stratumOf(study, strata, good.get(study.id)) }));
}

/** How many of each, in the order of the alphabet. */
function countOf(names: readonly string[]): PlannedReader['strata'] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, studies]) => ({ name, studies })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The gold cases of a project with everybody who knows each of them. */
async function goldToAssign(query: Query, projectId: number, cases: readonly GoldRow[], having: ReadonlyMap<number, string[]>) {
  if (cases.length === 0) return [];
  const people = await peopleOfGold(query, cases);
  const readings = await blindReadersOf(
    query,
    cases.map(({ study_id }) => study_id),
  );
  const names = new Map((await studiesToAssign(query, projectId)).map(({ id, study_id }) => [id, study_id]));
  return cases.map(({ study_id: id }) => ({
    id,
    study_id: names.get(id) ?? '',
    known: new Set([...(people.get(id) ?? []), ...(readings.get(id) ?? []), ...(having.get(id) ?? [])]),
  }));
}

/** What shared work cannot have. */
function refuseForShared(plan: AssignmentPlan): void {
  if (plan.per_study > 1)
    throw invalidField('plan.per_study', 'Work of Editors on a study is shared: assign each study to one Editor, or use blind readers');
  if (plan.repeats !== null) throw invalidField('plan.repeats', 'Only blind readers can repeat a study: Editors see what was done before');
  if (plan.gold !== null)
    throw invalidField('plan.gold', 'Only blind readers can get gold cases: Editors see the work that a case was made from');
}

/** Distributes studies by a plan; stores nothing. */
export async function planOf(
  query: Query,
  project: ProjectRow,
  plan: AssignmentPlan,
  { seed, today }: { seed: number; today: string },
): Promise<Planned> {
  const blind = isBlind(plan.role) ? 1 : 0;
  if (blind === 0) refuseForShared(plan);
  const { id: projectId } = project;
  const readers = await readersOfPlan(query, project, plan, today);
  const cases = plan.gold === null ? [] : await goldOfProject(query, projectId);
  const isCase = new Set(cases.map(({ study_id }) => study_id));
  // Where gold cases are mixed in, they are given out only so.
  const studies = (await studiesOfPlan(query, projectId, plan)).filter(({ id }) => !isCase.has(id));
  const having = await firstReaders(query, projectId, blind);
  const loads = await loadsOfProject(query, projectId, today);
  const openOf = (email: string): number =>
    loads.filter((one) => one.email === email && one.blind === blind && one.state !== 'done').reduce((sum, { n }) => sum + Number(n), 0);
  const all = studies.map(({ id, study_id, stratum }) => ({ study_id, stratum, readers: having.get(id) ?? [] }));
  const open = all.filter((study) => study.readers.length < plan.per_study);
  const toAssign = open.slice(0, MAX_PLAN_STUDIES);
  const random = seededRandom(seed);
  const ordinary = assignStudies({
    studies: toAssign,
    readers: plan.readers.map((email) => ({ email, open: openOf(email) })),
    perStudy: plan.per_study,
    repeatShare: plan.repeats?.share ?? 0,
    random,
  });
  const gold = await goldToAssign(query, projectId, cases, having);
  const assigned = withGold(ordinary, gold, { share: plan.gold?.share ?? 0, random });
  const numbers = new Map([...studies, ...gold].map(({ study_id, id }) => [study_id, id]));
  const given = new Map<string, number>();
  for (const { study_id } of ordinary) given.set(study_id, (given.get(study_id) ?? 0) + 1);
  return {
    assigned: assigned.map((one) => ({ ...one, studyId: numbers.get(one.study_id) ?? 0, readerId: readers.get(one.email) ?? 0 })),
    readers: plan.readers.map((email) => {
      const own = assigned.filter((one) => one.email === email);
      const strata = plan.strata.length === 0 ? [] : countOf(own.filter((one) => !one.gold).map(({ stratum }) => stratum));
      const count = (what: 'repeat' | 'gold') => own.filter((one) => one[what]).length;
      return { email, before: openOf(email), added: own.length, strata, repeats: count('repeat'), gold: count('gold') };
    }),
    studies: given.size,
    complete: all.length - open.length,
    lacking: toAssign.filter((study) => study.readers.length + (given.get(study.study_id) ?? 0) < plan.per_study).length,
    later: open.length - toAssign.length,
  };
}
