import { ASSIGNED_ROLES, type AssignmentChange } from '@echometry/contract/records/assignment.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Transaction } from 'kysely';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import {
  type AssignmentRow,
  changeAssignments,
  findAssignments,
  firstReaders,
  insertAssignments,
  stateOfAssignment,
} from '../db/assignments.ts';
import { recordAct } from '../db/audit.ts';
import { goldOfProject } from '../db/gold.ts';
import { countRevision } from '../db/listing.ts';
import { lockProject, type ProjectRow } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { FIRST_PASS } from '../db/work-lines.ts';
import { invalidField } from '../errors.ts';
import { goldToAssign } from './plan.ts';
import { certifiedReaders } from './readers.ts';
import { projectNamed } from './project-named.ts';

/** Assignments that a change makes different: what is done stays as it is. */
function toChange(rows: readonly AssignmentRow[], change: AssignmentChange): AssignmentRow[] {
  const open = rows.filter((row) => stateOfAssignment(row) !== 'done');
  switch (change.act) {
    case 'pause':
      return open.filter(({ paused }) => paused === 0);
    case 'resume':
      return open.filter(({ paused }) => paused === 1);
    case 'due':
      return open.filter(({ due_on }) => due_on !== change.due_on);
    case 'hand-over':
      // Only the reader of the first pass can repeat it.
      return open.filter(({ reader, pass }) => reader !== change.reader && pass === FIRST_PASS);
    case 'remove':
      return open;
  }
}

/** A change in its transaction. */
interface Changing {
  inside: Transaction<Database>;
  project: ProjectRow;
  rows: readonly AssignmentRow[];
  by: { userId: number; now: number };
}

const idsOf = (rows: readonly AssignmentRow[]): string[] => rows.map(({ id }) => id);

/** Refuses gold cases that a blind reader knows; in the words for any study, so that no message shows which are gold. */
async function refuseKnown({ inside, project }: Changing, moved: readonly AssignmentRow[], email: string): Promise<void> {
  const ids = new Set(moved.map(({ study_id }) => study_id));
  const cases = (await goldOfProject(inside, project.id)).filter(({ study_id }) => ids.has(study_id));
  const known = (await goldToAssign(inside, cases)).filter((one) => one.known.has(email));
  if (known.length > 0)
    throw invalidField(
      'change.reader',
      `${email} already knows ${known.map(({ study_id }) => study_id).join(', ')}. Nothing was handed over: choose another reader, or leave these studies out`,
    );
}

/** Gives studies to another reader, who begins again; studies that this reader has already are left out. */
async function handOver(changing: Changing, email: string): Promise<number> {
  const { inside, project, rows, by } = changing;
  const blind = rows[0]?.blind ?? 0;
  if (rows.some((row) => row.blind !== blind)) throw invalidField('ids', 'Hand over blind and shared readings separately');
  const role = ASSIGNED_ROLES.find((one) => isBlind(one) === (blind === 1)) ?? 'Editor';
  const asked = { today: dayOf(by.now), field: 'change.reader' };
  const [reader] = await certifiedReaders(inside, project, { role, readers: [email] }, asked);
  if (reader === undefined) return 0;
  const having = await firstReaders(
    inside,
    rows.map(({ study_id }) => study_id),
    blind,
  );
  const moved = rows.filter(({ study_id }) => !having.get(study_id)?.includes(email));
  if (blind === 1) await refuseKnown(changing, moved, email);
  await changeAssignments(inside, idsOf(moved), { ended_at: by.now });
  await insertAssignments(
    inside,
    moved.map(({ study_id, pass, due_on, repeat_after_days }) => ({
      study_id,
      reader_id: reader.id,
      blind,
      pass,
      assigned_by: by.userId,
      assigned_at: by.now,
      due_on,
      repeat_after_days,
    })),
  );
  return moved.length;
}

async function make(changing: Changing, change: AssignmentChange): Promise<number> {
  const { inside, rows, by } = changing;
  switch (change.act) {
    case 'hand-over':
      return handOver(changing, change.reader);
    case 'pause':
    case 'resume':
      await changeAssignments(inside, idsOf(rows), { paused: change.act === 'pause' ? 1 : 0 });
      break;
    case 'remove':
      await changeAssignments(inside, idsOf(rows), { ended_at: by.now });
      break;
    case 'due':
      await changeAssignments(inside, idsOf(rows), { due_on: change.due_on });
      break;
  }
  return rows.length;
}

/** Detail of the audit beyond the name of a change. */
const detailOf = (change: AssignmentChange): string | null =>
  change.act === 'hand-over' ? change.reader : change.act === 'due' ? change.due_on : null;

/** Pauses, resumes, dates, takes back and hands over what was assigned. */
export function assignmentChangeHandlers({ db, now }: Services): Pick<Handlers, 'assignmentsChange'> {
  const assignmentsChange: Handlers['assignmentsChange'] = async ({ body: { project, ids, change }, caller }) => {
    const found = await projectNamed(db, project);
    const by = { userId: caller.user.id, now: now() };
    if (change.act === 'due' && change.due_on !== null && change.due_on < dayOf(by.now))
      throw invalidField('change.due_on', 'This day has passed');
    return db.query.transaction().execute(async (inside) => {
      await lockProject(db, inside, found.id);
      const rows = toChange(await findAssignments(inside, found.id, ids), change);
      const changed = rows.length === 0 ? 0 : await make({ inside, project: found, rows, by }, change);
      if (changed === 0) return { changed };
      await countRevision(inside, found.id);
      await recordAct(inside, db.dialect, {
        at: by.now,
        actorId: by.userId,
        role: caller.role,
        act: 'assignments-changed',
        studyId: null,
        subject: project,
        detail: { change: change.act, readings: changed, to: detailOf(change) },
      });
      return { changed };
    });
  };

  return { assignmentsChange };
}
