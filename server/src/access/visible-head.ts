import { visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { type HeadRecord, headsOfProject, headsOfStudy } from '../db/analyses.ts';
import type { Caller } from './caller.ts';
import type { Services } from '../services.ts';
import { workScopeOf, type ProjectAccess } from './project-access.ts';

/** Reviewers and Admins see complete analyses only (docs/specification.md#platform-6). */
const isShown = (caller: Caller, head: HeadRecord): boolean =>
  visibilityOf(caller.role) !== 'assigned' || head.study_state !== 'Incomplete';

/** The analysis of a study the caller sees: the newest, or for those who review several, the named editor's, shared or blind. */
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
 * Shared work that a colleague's save came after is not listed: the newest goes on from it. Neither is a pass that its person
 * repeated since: what opens is the newest (`visibleHead`).
 * @param heads of one study that the caller sees, the newest first
 */
const notOvertaken = (heads: readonly HeadRecord[]): HeadRecord[] => {
  const newest = heads.find(({ blind }) => blind === 0);
  const repeated = (head: HeadRecord): boolean =>
    heads.find(({ blind, editor_id }) => blind === 1 && editor_id === head.editor_id) !== head;
  return heads.filter((head) => (head.blind === 1 ? !repeated(head) : head.editor_id === newest?.editor_id));
};

/** The same for every study of a project, or for some of them: newest first, by study. */
export async function visibleHeads(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  studies?: readonly number[],
): Promise<Map<number, HeadRecord[]>> {
  const byStudy = new Map<number, HeadRecord[]>();
  for (const head of await headsOfProject(services.db.query, access.id, workScopeOf(caller, access), studies)) {
    if (!isShown(caller, head)) continue;
    const known = byStudy.get(head.study_id);
    if (known === undefined) byStudy.set(head.study_id, [head]);
    else known.push(head);
  }
  if (visibilityOf(caller.role) === 'assigned') for (const [study, heads] of byStudy) byStudy.set(study, notOvertaken(heads));
  return byStudy;
}
