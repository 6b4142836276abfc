import type { Reader } from '../access/caller.ts';
import { type ProjectAccess, workScopeOf } from '../access/project-access.ts';
import { headsOfStudy } from '../db/analyses.ts';
import { type FileRecord, filesOfStudy } from '../db/files.ts';
import { reviewsOfWork } from '../db/reviews.ts';
import type { Services } from '../services.ts';
import { editorsWork, readCopy } from './copy.ts';

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

/** Files of a study that the caller sees; Reviewers those of reference images alone (docs/specification.md#platform-6). */
export async function listedFiles(services: Services, caller: Reader, access: ProjectAccess, studyId: number): Promise<FileRecord[]> {
  const files = await filesOfStudy(services.db.query, studyId, workScopeOf(caller, access));
  if (caller.role !== 'Reviewer') return files;
  const ids = await reviewedIds(services, caller, access, studyId);
  return files.filter(({ instance_id }) => ids.has(instance_id));
}
