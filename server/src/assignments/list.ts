import { ASSIGNED_ROLES, type Assignment, MAX_LISTED_ASSIGNMENTS, type ReaderLoad } from '@echometry/contract/records/assignment.ts';
import { uncertifiedTypes } from '@echometry/contract/rules/certificates.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import { assignedPeople, assignmentsOfProject, type AssignmentWithStudy, loadsOfReader, stateOfAssignment } from '../db/assignments.ts';
import type { Flag } from '../db/schema.ts';
import { type PersonInRole, readersOfProject } from './readers.ts';
import { certificatesOfProject } from '../db/certificates.ts';
import { projectNamed } from './project-named.ts';

type Person = Omit<PersonInRole, 'role'> & { blind: Flag };

const roleOf = (blind: Flag): ReaderLoad['role'] => ASSIGNED_ROLES.find((role) => isBlind(role) === (blind === 1)) ?? 'Editor';

/** People who can be assigned studies, and people with assignments who lost the role since, once each. */
function everybody(readers: readonly PersonInRole[], assigned: readonly Person[]): Person[] {
  const people = new Map<string, Person>();
  for (const { id, email, role } of readers) people.set(`${email} ${isBlind(role)}`, { id, email, blind: isBlind(role) ? 1 : 0 });
  for (const person of assigned) people.set(`${person.email} ${person.blind === 1}`, person);
  return [...people.values()];
}

type States = Awaited<ReturnType<typeof loadsOfReader>>;

function loadOf({ email, blind }: Person, states: States): Omit<ReaderLoad, 'uncertified'> {
  const load = { email, role: roleOf(blind), to_do: 0, begun: 0, done: 0, overdue: 0, paused: 0 };
  for (const { state, n, paused, late } of states) {
    load[state === 'to-do' ? 'to_do' : state] += Number(n);
    if (state === 'done') continue;
    load.paused += Number(paused);
    load.overdue += Number(late);
  }
  return load;
}

const assignmentOf = (row: AssignmentWithStudy): Assignment => ({
  id: row.id,
  study_id: row.study,
  patient_show: row.patient_show,
  date: dashedDate(row.study_date),
  reader: row.reader,
  blind: row.blind === 1,
  pass: row.pass,
  state: stateOfAssignment(row),
  due_on: row.due_on,
  paused: row.paused === 1,
  assigned_at: row.assigned_at,
  assigned_by: row.assigner,
  repeat_after_days: row.repeat_after_days,
});

export function assignmentListHandlers({ db, now }: Services): Pick<Handlers, 'assignmentsList'> {
  const assignmentsList: Handlers['assignmentsList'] = async ({ body }) => {
    const { id, project } = await projectNamed(db, body.project);
    const today = dayOf(now());
    const [readers, assigned, certificates, found] = await Promise.all([
      readersOfProject(db.query, id),
      assignedPeople(db.query, id),
      certificatesOfProject(db.query, id),
      assignmentsOfProject(db.query, id, MAX_LISTED_ASSIGNMENTS + 1),
    ]);
    const loads: ReaderLoad[] = [];
    for (const person of everybody(readers, assigned)) {
      const of = { email: person.email, blind: person.blind === 1 };
      const states = await loadsOfReader(db.query, id, { userId: person.id, blind: person.blind }, today);
      loads.push({ ...loadOf(person, states), uncertified: uncertifiedTypes(project.certificates ?? [], certificates, of, today) });
    }
    return {
      readers: loads,
      assignments: found.slice(0, MAX_LISTED_ASSIGNMENTS).map(assignmentOf),
      more: found.length > MAX_LISTED_ASSIGNMENTS,
    };
  };

  return { assignmentsList };
}
