import { isTeamReview, mayReview } from '@echometry/contract/rules/permissions.ts';
import { NOT_WAITING } from '@echometry/contract/rules/review.ts';
import type { Reader } from '../access/caller.ts';
import { type ProjectAccess, workScopeOf } from '../access/project-access.ts';
import { headsOfStudy } from '../db/analyses.ts';
import { type FileRecord, filesOfStudy } from '../db/files.ts';
import { reviewsOfWork } from '../db/reviews.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../access/services.ts';
import { editorsWork, readCopy } from './copy.ts';
import { waitingStudy } from './team.ts';

/**
 * Images a Reviewer works on: reference images of the complete work given to them, and all that reviews of that work hold.
 * Of work that is not complete, those of reviews made before it became so.
 */
async function reviewedIds(services: Services, caller: Reader, access: ProjectAccess, studyId: number): Promise<Set<string>> {
  const { query } = services.db;
  const ids = new Set<string>();
  const add = (images: readonly { instance_id: string }[]) => images.forEach(({ instance_id }) => ids.add(instance_id));
  for (const head of await headsOfStudy(query, studyId, workScopeOf(caller, access))) {
    const work = await editorsWork(query, studyId, head.version_id);
    if (head.study_state !== 'Incomplete') add(work.images);
    for (const review of await reviewsOfWork(query, { studyId, editorId: head.editor_id, blind: head.blind })) {
      const { manifest } = await readCopy(query, review, work);
      add(manifest.images);
      add(manifest.originals);
    }
  }
  return ids;
}

/**
 * Files of a study that the caller sees. Reviewers see reference images only (docs/specification.md#platform-6), a team the
 * images of the review that waits for it.
 * @param field what the call named the study by
 * @throws Problem for a team, of a study that does not wait for it
 */
export async function listedFiles(
  services: Services,
  caller: Reader,
  access: ProjectAccess,
  studyId: number,
  field: string,
): Promise<FileRecord[]> {
  const { query } = services.db;
  const among = (files: readonly FileRecord[], ids: ReadonlySet<string>) => files.filter(({ instance_id }) => ids.has(instance_id));
  if (isTeamReview(caller.role)) {
    const waiting = await waitingStudy(services, access, studyId);
    if (waiting === undefined) throw notFound(field, NOT_WAITING);
    const ids = new Set(waiting.copy.manifest.images.map(({ instance_id }) => instance_id));
    return among(await filesOfStudy(query, studyId, { see: 'all' }), ids);
  }
  const files = await filesOfStudy(query, studyId, workScopeOf(caller, access));
  return mayReview(caller.role) ? among(files, await reviewedIds(services, caller, access, studyId)) : files;
}
