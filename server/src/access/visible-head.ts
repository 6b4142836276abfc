import { mayReview, visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { type HeadRecord, headsOfProject, headsOfStudy } from '../db/analyses.ts';
import { reviewsBy } from '../db/reviews.ts';
import type { Caller } from './caller.ts';
import type { Services } from './services.ts';
import { workScopeOf, type ProjectAccess } from './project-access.ts';

/** Reviewers and Admins see complete analyses only (docs/specification.md#platform-6). */
const isShown = (caller: Caller, head: HeadRecord): boolean =>
  visibilityOf(caller.role) !== 'assigned' || head.study_state !== 'Incomplete';

/** The analysis of a study the caller sees: the newest, or for roles that review several, the named editor's, shared or blind. */
export async function visibleHead(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  studyId: number,
  editor?: string,
  blind?: boolean,
): Promise<HeadRecord | undefined> {
  const heads = (await headsOfStudy(services.db.query, studyId, workScopeOf(caller, access))).filter((h) => isShown(caller, h));
  const isAskedFor = (head: HeadRecord): boolean =>
    (editor === undefined || head.editor === editor) && (blind === undefined || (head.blind === 1) === blind);
  return visibilityOf(caller.role) === 'assigned' ? heads.find(isAskedFor) : heads[0];
}

/**
 * Shared work that a colleague's save came after is not listed: the newest continues it. Neither is a pass that its person
 * repeated since: what opens is the newest (`visibleHead`).
 * @param heads of one study that the caller sees, the newest first
 */
const notOvertaken = (heads: readonly HeadRecord[]): HeadRecord[] => {
  const newest = heads.find(({ blind }) => blind === 0);
  const repeated = (head: HeadRecord): boolean =>
    heads.find(({ blind, editor_id }) => blind === 1 && editor_id === head.editor_id) !== head;
  return heads.filter((head) => (head.blind === 1 ? !repeated(head) : head.editor_id === newest?.editor_id));
};

const workOf = ({ study_id, editor_id, blind }: Pick<HeadRecord, 'study_id' | 'editor_id' | 'blind'>): string =>
  [study_id, editor_id, blind].join(' ');

/** Work that became incomplete after the caller began to review it: their review of it stays listed. */
async function reviewedHeads(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  heads: readonly HeadRecord[],
  studies?: readonly number[],
): Promise<HeadRecord[]> {
  if (!mayReview(caller.role)) return [];
  const own = new Set((await reviewsBy(services.db.query, access.id, caller.user.id, studies)).map(workOf));
  // Of several passes the newest counts.
  const newest = new Map<string, HeadRecord>();
  for (const head of heads) if ((newest.get(workOf(head))?.version_id ?? 0) < head.version_id) newest.set(workOf(head), head);
  return [...newest.values()].filter((head) => head.study_state === 'Incomplete' && own.has(workOf(head)));
}

/** The same for every study of a project, or for some of them: newest first, by study. */
export async function visibleHeads(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  studies?: readonly number[],
): Promise<Map<number, HeadRecord[]>> {
  const byStudy = new Map<number, HeadRecord[]>();
  const all = await headsOfProject(services.db.query, access.id, workScopeOf(caller, access), studies);
  for (const head of all) {
    if (!isShown(caller, head)) continue;
    const known = byStudy.get(head.study_id);
    if (known === undefined) byStudy.set(head.study_id, [head]);
    else known.push(head);
  }
  if (visibilityOf(caller.role) === 'assigned') for (const [study, heads] of byStudy) byStudy.set(study, notOvertaken(heads));
  for (const head of await reviewedHeads(services, caller, access, all, studies))
    byStudy.set(
      head.study_id,
      [...(byStudy.get(head.study_id) ?? []), head].sort((a, b) => b.version_id - a.version_id),
    );
  return byStudy;
}
