import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { MAX_INBOX_ENTRIES, type OpenQuestion } from '@echometry/contract/records/assignment.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { workTask } from '@echometry/contract/rules/work-task.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { projectsOfCaller, type ProjectAccess } from '../access/project-access.ts';
import type { Services } from '../access/services.ts';
import { assignmentsOfReader, stateOfAssignment } from '../db/assignments.ts';
import { openIssuesOf, type OpenIssueRow, replyOf } from '../db/review-issues.ts';
import type { CommentAnchor } from '@echometry/contract/records/comment.ts';
import { type MadeRow, rowsOfProject } from '../studies/rows.ts';
import { listWhatIsNot } from '../studies/studies-list.ts';
import { taskOf } from '../studies/tasks.ts';

type Assigned = Awaited<ReturnType<typeof assignmentsOfReader>>[number];

/** Studies whose rows are made before other requests have their turn. */
const STUDIES_AT_ONCE = 100;

/** Reasons for a study to be in the inbox. */
interface Place {
  assignment: Assigned | null;
  questions: OpenIssueRow[];
}

const questionOf = (row: OpenIssueRow): OpenQuestion => ({
  id: row.id,
  instance_id: row.instance_id,
  image_filename: row.image_filename,
  reason: row.reason,
  content: row.content,
  anchor: row.anchor === null ? null : (JSON.parse(row.anchor) as CommentAnchor),
  reviewer: row.reviewer,
  created_at: row.created_at,
  reply: replyOf(row),
  version: row.base_version,
});

const ownAssignment = ({ due_on, assigned_at, assigner, paused }: Assigned) => ({
  due_on,
  assigned_at,
  assigned_by: assigner,
  paused: paused === 1,
});

/** Whether something is left to do. */
const isLeft = ({ assignment, questions }: Place): boolean =>
  questions.some(({ reply }) => reply === null) || (assignment !== null && stateOfAssignment(assignment) !== 'done');

/** The studies of the caller, by project, then by study; of several passes the last. */
async function placesOf({ db }: Services, caller: Caller, projects: readonly ProjectAccess[]): Promise<Map<number, Map<number, Place>>> {
  const work = { userId: caller.user.id, blind: isBlind(caller.role) ? (1 as const) : (0 as const) };
  const ids = projects.map(({ id }) => id);
  const [assigned, issues] = await Promise.all([
    assignmentsOfReader(db.query, work, ids),
    openIssuesOf(db.query, { editorId: work.userId, blind: work.blind }, ids),
  ]);
  const places = new Map<number, Map<number, Place>>(ids.map((id) => [id, new Map()]));
  const placeOf = (projectId: number, studyId: number): Place => {
    const known = places.get(projectId)?.get(studyId) ?? { assignment: null, questions: [] };
    places.get(projectId)?.set(studyId, known);
    return known;
  };
  for (const one of assigned) placeOf(one.project_id, one.study_id).assignment = one;
  for (const issue of issues) placeOf(issue.project_id, issue.study_id).questions.push(issue);
  return places;
}

/** The inbox of a person over all their projects. */
export function inboxHandlers(services: Services): Pick<Handlers, 'inboxGet'> {
  const entriesOf = async (caller: Caller, access: ProjectAccess, places: Map<number, Place>): Promise<InboxEntry[]> => {
    await listWhatIsNot(services, access);
    const first = workTask(access.project);
    const ids = [...places.keys()];
    const rows: MadeRow[] = [];
    for (let from = 0; from < ids.length; from += STUDIES_AT_ONCE)
      rows.push(...(await rowsOfProject(services, caller, access, true, ids.slice(from, from + STUDIES_AT_ONCE))));
    return rows.map(({ row, study, head }) => {
      const { assignment, questions } = places.get(study.id) ?? { assignment: null, questions: [] };
      return {
        row,
        task: taskOf(study, head, first),
        assignment: assignment && ownAssignment(assignment),
        questions: questions.map(questionOf),
      };
    });
  };

  const inboxGet: Handlers['inboxGet'] = async ({ caller }) => {
    const projects = await projectsOfCaller(services, caller);
    const places = await placesOf(services, caller, projects);
    const all = [...places].flatMap(([projectId, ofProject]) => [...ofProject].map(([studyId, place]) => ({ projectId, studyId, place })));
    const shown = all.toSorted((a, b) => Number(isLeft(b.place)) - Number(isLeft(a.place))).slice(0, MAX_INBOX_ENTRIES);
    const entries: InboxEntry[] = [];
    for (const access of projects) {
      const own = shown.filter(({ projectId }) => projectId === access.id);
      if (own.length > 0) entries.push(...(await entriesOf(caller, access, new Map(own.map(({ studyId, place }) => [studyId, place])))));
    }
    return { entries, more: all.length > shown.length };
  };

  return { inboxGet };
}
