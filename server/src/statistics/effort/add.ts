import { type EffortEntry, MAX_EFFORT_MS } from '@echometry/contract/records/effort.ts';
import { isBlind, mayReview } from '@echometry/contract/rules/permissions.ts';
import { REVIEW_LOCKED } from '@echometry/contract/rules/review.ts';
import type { ContextOf, Handlers } from '../../access/call-route.ts';
import { type ProjectAccess, projectByName, studyIn, workScopeOf } from '../../access/project-access.ts';
import { addEffort, batchOf, type EffortLine, keepBatch, lastBatchAt } from '../../db/effort.ts';
import { filenamesOfStudy } from '../../db/files.ts';
import { findReview } from '../../db/reviews.ts';
import { currentPass, FIRST_PASS } from '../../db/work-lines.ts';
import { invalidField, wrongState } from '../../errors.ts';
import { workToReview } from '../../reviews/reviewed-work.ts';
import type { StatisticsServices } from '../services.ts';

/** How late a batch may arrive, in ms: a page sends one a minute, and the connection takes some time. */
const MAX_DELAY_MS = 2 * 60 * 1000;
/** How long the id of a batch is kept, in ms. A page without a connection may send the same batch again for days. */
const BATCHES_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

type Context = ContextOf<'effortAdd'>;

/** The line of the caller's work that the time is of. */
async function lineOf(services: StatisticsServices, { body, caller }: Context): Promise<{ line: EffortLine; access: ProjectAccess }> {
  const { query } = services.db;
  const readerId = caller.user.id;
  if (mayReview(caller.role)) {
    const { editor, blind } = body;
    if (editor === undefined) throw invalidField('editor', 'A Reviewer names the work that is reviewed');
    const { access, head, key } = await workToReview(services, caller, { ...body, editor, blind });
    const review = await findReview(query, key);
    // The last minute before a review was finished arrives after it.
    const lockedFor = review?.state === 'finished' ? services.now() - (review.finished_at ?? 0) : 0;
    if (lockedFor > MAX_DELAY_MS) throw wrongState(REVIEW_LOCKED);
    return { access, line: { studyId: key.studyId, editorId: key.editorId, blind: key.blind, pass: head.pass, review: 1, readerId } };
  }
  for (const field of ['editor', 'blind'] as const)
    if (body[field] !== undefined) throw invalidField(field, 'Only Reviewers name the work');
  const access = await projectByName(services, caller, body.db_name);
  const { id: studyId } = await studyIn(services, access, body.id, 'id');
  const work = { studyId, editorId: readerId, blind: isBlind(caller.role) ? (1 as const) : (0 as const) };
  const pass = work.blind === 1 ? await currentPass(query, work) : FIRST_PASS;
  return { access, line: { ...work, pass, review: 0, readerId } };
}

/** Entries are of images of the study, and of each image and step once. */
async function requireImages(services: StatisticsServices, { body: { entries }, caller }: Context, access: ProjectAccess, studyId: number) {
  const names = await filenamesOfStudy(services.db.query, studyId, workScopeOf(caller, access));
  const seen = new Set<string>();
  for (const [at, { instance_id, step }] of entries.entries()) {
    if (instance_id !== null && !names.has(instance_id)) throw invalidField(`entries.${at}.instance_id`, 'is not an image of this study');
    const key = `${instance_id ?? ''} ${step}`;
    if (seen.has(key)) throw invalidField(`entries.${at}`, 'names an image and a step twice');
    seen.add(key);
  }
}

/** Entries within a budget of time, in their order. */
function within(entries: readonly EffortEntry[], budgetMs: number): EffortEntry[] {
  let left = Math.max(0, budgetMs);
  return entries.flatMap((entry) => {
    const active_ms = Math.min(entry.active_ms, left);
    left -= active_ms;
    return active_ms > 0 ? [{ ...entry, active_ms }] : [];
  });
}

/** Adds active time of a reader (docs/readers.md#effort). */
export function effortAddHandlers(services: StatisticsServices): Pick<Handlers, 'effortAdd'> {
  const { query } = services.db;
  const effortAdd: Handlers['effortAdd'] = async (context) => {
    const { batch, entries } = context.body;
    const { line, access } = await lineOf(services, context);
    await requireImages(services, context, access, line.studyId);
    if (access.isTester) return { counted_ms: 0 };
    const now = services.now();
    return query.transaction().execute(async (inside) => {
      const last = await lastBatchAt(inside, line);
      const counted = within(entries, last === null ? MAX_EFFORT_MS : Math.min(MAX_EFFORT_MS, now - last + MAX_DELAY_MS));
      const countedMs = counted.reduce((sum, { active_ms }) => sum + active_ms, 0);
      const isNew = await keepBatch(inside, line, { batch, countedMs, now, forgetBefore: now - BATCHES_KEPT_MS });
      if (!isNew) return { counted_ms: (await batchOf(inside, line.readerId, batch))?.counted_ms ?? 0 };
      await addEffort(inside, line, counted);
      return { counted_ms: countedMs };
    });
  };
  return { effortAdd };
}
