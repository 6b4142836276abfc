import { visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { type HeadRecord, headsOfProject, headsOfStudy } from '../db/analyses.ts';
import { type Caller } from './caller.ts';
import { type Services } from '../services.ts';
import { workScopeOf, type ProjectAccess } from './project-access.ts';

/** Reviewers and Admins see complete analyses only (docs/specification.md#platform-6). */
const isShown = (caller: Caller, head: HeadRecord): boolean =>
  visibilityOf(caller.role) !== 'assigned' || head.study_state !== 'Incomplete';

/** The analysis of a study the caller sees: the newest, or for those who review several, the named editor's. */
export async function visibleHead(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  studyId: number,
  editor?: string,
): Promise<HeadRecord | undefined> {
  const heads = (await headsOfStudy(services.db.query, studyId, workScopeOf(caller, access))).filter((h) => isShown(caller, h));
  if (visibilityOf(caller.role) === 'assigned' && editor !== undefined) return heads.find((h) => h.editor === editor);
  return heads[0];
}

/** The same for every study of a project: newest first, by study. */
export async function visibleHeads(services: Services, caller: Caller, access: ProjectAccess): Promise<Map<number, HeadRecord[]>> {
  const byStudy = new Map<number, HeadRecord[]>();
  for (const head of await headsOfProject(services.db.query, access.id, workScopeOf(caller, access))) {
    if (!isShown(caller, head)) continue;
    const known = byStudy.get(head.study_id);
    if (known === undefined) byStudy.set(head.study_id, [head]);
    else known.push(head);
  }
  return byStudy;
}
