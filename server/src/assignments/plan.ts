import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AssignmentPlan, MAX_PLAN_READINGS, type PlannedReader } from '@echometry/contract/records/assignment.ts';
import {
  type AssignedStudy,
  seededRandom,
  shuffled,
  StudyGiver,
  type StudyToAssign,
  withGold,
  withRepeats,
} from '@echometry/contract/rules/assign-studies.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Kysely } from 'kysely';
import { blindReadersOf, firstReaders, loadsOfReader, studiesToAssign } from '../db/assignments.ts';
import { type GoldRow, goldOfProject, peopleOfGold } from '../db/gold.ts';
import { goodQualityOf } from '../db/list-tasks.ts';
import type { ProjectRow } from '../db/projects.ts';
import type { Database, Flag } from '../db/schema.ts';
import { invalidField } from '../errors.ts';
import { certifiedReaders, type PersonInRole } from './readers.ts';
import { stratumOf } from './strata.ts';

type Query = Kysely<Database>;

/** Studies that are given out before other requests have their turn. */
const STUDIES_OF_A_TURN = 200;

/** A study of a plan with the number of its row. */
interface PlanStudy extends StudyToAssign {
  id: number;
}

/** The result of a plan. */
export interface Planned {
  /** With the numbers of their rows. */
  assigned: Array<AssignedStudy & { studyId: number; readerId: number }>;
  /** Readers that the studies of the plan had when it was made, by the numbers of the studies. */
  having: ReadonlyMap<number, readonly string[]>;
  readers: PlannedReader[];
  studies: number;
  complete: number;
  lacking: number;
  later: number;
}

/** Studies of a plan by their numbers, each with the kind that is spread evenly. */
async function studiesOfPlan(query: Query, projectId: number, { studies, strata }: AssignmentPlan) {
  const all = await studiesToAssign(query, projectId);
  const wanted = studies === undefined ? null : new Set(studies);
  const known = new Set(all.map(({ study_id }) => study_id));
  for (const study of wanted ?? []) if (!known.has(study)) throw invalidField('plan.studies', `This project has no active study ${study}`);
  const chosen = wanted === null ? all : all.filter(({ study_id }) => wanted.has(study_id));
  const works = chosen.flatMap(({ id, version_id }) => (version_id === null ? [] : [{ study_id: id, version_id }]));
  const good = strata.includes('quality') ? await goodQualityOf(query, works) : new Map<number, boolean>();
  return chosen.map((study) => ({ id: study.id, study_id: study.study_id, stratum: stratumOf(study, strata, good.get(study.id)) }));
}

/** How many of each, in the order of the alphabet. */
function countOf(names: readonly string[]): PlannedReader['strata'] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, studies]) => ({ name, studies })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Gold cases, with everybody who knows each of them. */
export async function goldToAssign(query: Query, cases: readonly GoldRow[]) {
  const ids = cases.map(({ study_id }) => study_id);
  const [people, readings, having] = await Promise.all([
    peopleOfGold(query, cases),
    blindReadersOf(query, ids),
    firstReaders(query, ids, 1),
  ]);
  return cases.map(({ study_id: id, study }) => ({
    id,
    study_id: study,
    known: new Set([...(people.get(id) ?? []), ...(readings.get(id) ?? []), ...(having.get(id) ?? [])]),
  }));
}

/** Refuses the parts of a plan that are for blind readers only. */
function refuseForShared(plan: AssignmentPlan): void {
  if (plan.per_study > 1)
    throw invalidField('plan.per_study', 'Work of Editors on a study is shared: assign each study to one Editor, or use blind readers');
  if (plan.repeats !== null) throw invalidField('plan.repeats', 'Only blind readers can repeat a study: Editors see what was done before');
  if (plan.gold !== null)
    throw invalidField('plan.gold', 'Only blind readers can get gold cases: Editors see the work that a case was made from');
}

/** Studies that each reader has still to read, by e-mail. */
async function openOf(query: Query, projectId: number, readers: readonly PersonInRole[], blind: Flag, today: string) {
  const open = new Map<string, number>();
  for (const { id, email } of readers) {
    const loads = await loadsOfReader(query, projectId, { userId: id, blind }, today);
    const left = loads.filter(({ state }) => state !== 'done').reduce((sum, { n }) => sum + Number(n), 0);
    open.set(email, left);
  }
  return open;
}

/** Gives out the studies, in turns. */
async function give(studies: readonly PlanStudy[], giver: StudyGiver, random: () => number): Promise<AssignedStudy[]> {
  const assigned: AssignedStudy[] = [];
  for (const [n, study] of shuffled(studies, random).entries()) {
    if (n % STUDIES_OF_A_TURN === 0) await nextTurn();
    assigned.push(...giver.give(study));
  }
  return assigned;
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
  const readers = await certifiedReaders(query, project, plan, { today, field: 'plan.readers' });
  const cases = plan.gold === null ? [] : await goldOfProject(query, project.id);
  const isCase = new Set(cases.map(({ study_id }) => study_id));
  // Where gold cases are mixed in, they are given out only so.
  const studies = (await studiesOfPlan(query, project.id, plan)).filter(({ id }) => !isCase.has(id));
  const having = await firstReaders(
    query,
    studies.map(({ id }) => id),
    blind,
  );
  const all = studies.map((study): PlanStudy => ({ ...study, readers: having.get(study.id) ?? [] }));
  const open = all.filter((study) => study.readers.length < plan.per_study);
  const toAssign = open.slice(0, Math.floor(MAX_PLAN_READINGS / plan.per_study));
  const before = await openOf(query, project.id, readers, blind, today);
  const random = seededRandom(seed);
  const people = readers.map(({ email }) => ({ email, open: before.get(email) ?? 0 }));
  const given = await give(toAssign, new StudyGiver({ readers: people, perStudy: plan.per_study, random }), random);
  const ordinary = withRepeats(given, plan.repeats?.share ?? 0, random);
  const gold = await goldToAssign(query, cases);
  const assigned = withGold(ordinary, gold, { share: plan.gold?.share ?? 0, random });
  const numbers = new Map([...toAssign, ...gold].map(({ study_id, id }) => [study_id, id]));
  const numberOf = new Map(readers.map(({ email, id }) => [email, id]));
  const times = new Map(countOf(ordinary.map(({ study_id }) => study_id)).map(({ name, studies: n }) => [name, n]));
  return {
    assigned: assigned.map((one) => ({ ...one, studyId: numbers.get(one.study_id) ?? 0, readerId: numberOf.get(one.email) ?? 0 })),
    having,
    readers: readers.map(({ email }) => plannedReader(email, before.get(email) ?? 0, assigned, plan)),
    studies: times.size,
    complete: all.length - open.length,
    lacking: toAssign.filter((study) => study.readers.length + (times.get(study.study_id) ?? 0) < plan.per_study).length,
    later: open.length - toAssign.length,
  };
}

function plannedReader(email: string, before: number, assigned: readonly AssignedStudy[], { strata }: AssignmentPlan): PlannedReader {
  const own = assigned.filter((one) => one.email === email);
  const count = (what: 'repeat' | 'gold') => own.filter((one) => one[what]).length;
  const kinds = strata.length === 0 ? [] : countOf(own.filter((one) => !one.gold).map(({ stratum }) => stratum));
  return { email, before, added: own.length, strata: kinds, repeats: count('repeat'), gold: count('gold') };
}
