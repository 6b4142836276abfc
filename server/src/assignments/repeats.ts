import { dayOf } from '@echometry/contract/rules/inbox.ts';
import type { AssignmentRow } from '../db/assignments.ts';
import { changeAssignments, insertAssignments, repeatsDue } from '../db/assignments.ts';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { countRevision } from '../db/listing.ts';
import { assignPassWithin, currentPass } from '../db/work-lines.ts';

/** A repeat has as many days as the first reading had. */
const dueOfRepeat = ({ due_on, assigned_at }: AssignmentRow, now: number): string | null =>
  due_on === null ? null : dayOf(now + Math.max(0, Date.parse(due_on) - Date.parse(dayOf(assigned_at))));

async function begin(db: Db, due: AssignmentRow & { project_id: number; study: string }, now: number): Promise<void> {
  const work = { studyId: due.study_id, editorId: due.reader_id, blind: due.blind };
  await db.query.transaction().execute(async (inside) => {
    const lock = inside.selectFrom('study').select('id').where('id', '=', due.study_id);
    await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();
    await changeAssignments(inside, [due.id], { repeat_after_days: null });
    // Repeated by an Admin meanwhile.
    if ((await currentPass(inside, work)) !== due.pass) return;
    const pass = await assignPassWithin(inside, work, { userId: due.assigned_by ?? due.reader_id, now });
    const repeat = { study_id: due.study_id, reader_id: due.reader_id, blind: due.blind, pass };
    await insertAssignments(inside, [
      { ...repeat, assigned_by: null, assigned_at: now, due_on: dueOfRepeat(due, now), repeat_after_days: null },
    ]);
    await countRevision(inside, due.project_id);
    await recordAct(inside, db.dialect, {
      at: now,
      actorId: null,
      role: null,
      act: 'pass-assigned',
      studyId: due.study_id,
      subject: due.study,
      detail: { reader: due.reader, pass },
    });
  });
}

/** Begins the repeats whose time has come (docs/readers.md#assignment). Returns how many. */
export async function beginRepeats(db: Db, now: number): Promise<number> {
  const due = await repeatsDue(db.query, now);
  for (const one of due) await begin(db, one, now);
  return due.length;
}
