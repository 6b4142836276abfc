import { ASSIGNED_ROLES, type Assignment, MAX_LISTED_ASSIGNMENTS, type ReaderLoad } from '@echometry/contract/records/assignment.ts';
import { uncertifiedTypes } from '@echometry/contract/rules/certificates.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import { assignmentsOfProject, loadsOfProject, stateOfAssignment } from '../db/assignments.ts';
import { readersOfProject } from './plan.ts';
import { certificatesOfProject } from '../db/certificates.ts';
import { projectNamed } from './project-named.ts';

/** Reader of a project with what they have; also of people who have assignments and lost the role since. */
function loadsOf(readers: Awaited<ReturnType<typeof readersOfProject>>, counts: Awaited<ReturnType<typeof loadsOfProject>>): ReaderLoad[] {
  const loads = new Map<string, ReaderLoad>();
  const loadOf = (email: string, role: ReaderLoad['role']): ReaderLoad => {
    const known = loads.get(`${role} ${email}`) ?? { email, role, to_do: 0, begun: 0, done: 0, overdue: 0, paused: 0, uncertified: [] };
    loads.set(`${role} ${email}`, known);
    return known;
  };
  for (const { email, role } of readers) loadOf(email, role);
  for (const { email, blind, state, n, paused, late } of counts) {
    const load = loadOf(email, ASSIGNED_ROLES.find((role) => isBlind(role) === (blind === 1)) ?? 'Editor');
    load[state === 'to-do' ? 'to_do' : state] += Number(n);
    if (state === 'done') continue;
    load.paused += Number(paused);
    load.overdue += Number(late);
  }
  return [...loads.values()];
}

const assignmentOf = (row: Awaited<ReturnType<typeof assignmentsOfProject>>[number]): Assignment => ({
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
    const [readers, counts, certificates, found] = await Promise.all([
      readersOfProject(db.query, id),
      loadsOfProject(db.query, id, today),
      certificatesOfProject(db.query, id),
      assignmentsOfProject(db.query, id, MAX_LISTED_ASSIGNMENTS + 1),
    ]);
    return {
      readers: loadsOf(readers, counts).map((load) => ({
        ...load,
        uncertified: uncertifiedTypes(project.certificates ?? [], certificates, { email: load.email, blind: isBlind(load.role) }, today),
      })),
      assignments: found.slice(0, MAX_LISTED_ASSIGNMENTS).map(assignmentOf),
      more: found.length > MAX_LISTED_ASSIGNMENTS,
    };
  };

  return { assignmentsList };
}
