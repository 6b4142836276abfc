import type { AssignmentPlan } from '@echometry/contract/records/assignment.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import type { Services } from '../access/services.ts';
import { firstReaders, insertAssignments } from '../db/assignments.ts';
import { recordAct } from '../db/audit.ts';
import { countRevision } from '../db/listing.ts';
import { lockProject, type ProjectRow } from '../db/projects.ts';
import { FIRST_PASS } from '../db/work-lines.ts';
import { invalidField, wrongState } from '../errors.ts';
import { type Planned, planOf } from './plan.ts';
import { projectNamed } from './project-named.ts';

const stated = ({ readers, studies, complete, lacking, later }: Planned) => ({ readers, studies, complete, lacking, later });

interface Asked {
  project: ProjectRow;
  plan: AssignmentPlan;
  seed: number;
}

const ASSIGNED_MEANWHILE = 'Studies of this plan were assigned meanwhile, and nothing was stored. Look at the preview again';

const sameReaders = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join(' ') === [...b].sort().join(' ');

/** Stores what a plan comes to, and the act, in one transaction. */
async function store({ db, now }: Services, caller: Caller, { project, plan, seed }: Asked): Promise<Planned> {
  const at = now();
  const planned = await planOf(db.query, project, plan, { seed, today: dayOf(at) });
  if (planned.assigned.length === 0) return planned;
  const blind = isBlind(plan.role) ? 1 : 0;
  const studies = [...new Set(planned.assigned.filter(({ gold }) => !gold).map(({ studyId }) => studyId))];
  return db.query.transaction().execute(async (inside) => {
    // Of two plans at once, the second sees what the first assigned.
    await lockProject(db, inside, project.id);
    const having = await firstReaders(inside, studies, blind);
    if (!studies.every((id) => sameReaders(having.get(id) ?? [], planned.having.get(id) ?? []))) throw wrongState(ASSIGNED_MEANWHILE);
    await insertAssignments(
      inside,
      planned.assigned.map(({ studyId, readerId, repeat }) => ({
        study_id: studyId,
        reader_id: readerId,
        blind,
        pass: FIRST_PASS,
        assigned_by: caller.user.id,
        assigned_at: at,
        due_on: plan.due_on,
        repeat_after_days: repeat ? (plan.repeats?.after_days ?? 0) : null,
      })),
    );
    await countRevision(inside, project.id);
    const counts = { readings: planned.assigned.length, studies: planned.studies, readers: plan.readers.length };
    await recordAct(inside, db.dialect, {
      at,
      actorId: caller.user.id,
      role: caller.role,
      act: 'studies-assigned',
      studyId: null,
      subject: project.project._id,
      detail: { role: plan.role, ...counts, due_on: plan.due_on, seed },
    });
    return planned;
  });
}

/** Assigns studies to readers by a plan, or states what that would come to. */
export function assignmentCreateHandlers(services: Services): Pick<Handlers, 'assignmentsCreate'> {
  const { db, now } = services;
  const assignmentsCreate: Handlers['assignmentsCreate'] = async ({ body: { project: key, plan, seed, dry_run }, caller }) => {
    const project = await projectNamed(db, key);
    const today = dayOf(now());
    if (plan.due_on !== null && plan.due_on < today) throw invalidField('plan.due_on', 'This day has passed');
    const planned = dry_run ? planOf(db.query, project, plan, { seed, today }) : store(services, caller, { project, plan, seed });
    return stated(await planned);
  };

  return { assignmentsCreate };
}
