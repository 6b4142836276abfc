import { readDocument } from '../analyses/read.ts';
import { type HeadRecord, headsOfProject } from '../db/analyses.ts';
import { scoresOfProject } from '../db/comments.ts';
import { byStudy, reviewsOfProject, validatedBy } from '../db/reviews.ts';
import { listStudies } from '../db/studies.ts';
import type { Services } from '../access/services.ts';
import { type CurveMeasuring, withCurveValues } from '../exports/curve-values.ts';
import type { StudyFacts } from './facts.ts';

/** When the quality of images was last written about, by study and filename. */
async function assessments(services: Pick<Services, 'db'>, projectId: number): Promise<Map<number, Map<string, number>>> {
  const found = new Map<number, Map<string, number>>();
  // Ascending by time, so that the newest entry of an image stays.
  for (const { study_id, image_filename, created_at } of await scoresOfProject(services.db.query, projectId, { see: 'all' }).execute()) {
    const ofStudy = found.get(study_id) ?? new Map<string, number>();
    ofStudy.set(image_filename, created_at);
    found.set(study_id, ofStudy);
  }
  return found;
}

/** The newest work of each study, of that which is shared and no test user's. */
async function newestHeads(services: Pick<Services, 'db'>, projectId: number): Promise<Map<number, HeadRecord>> {
  const newest = new Map<number, HeadRecord>();
  for (const head of await headsOfProject(services.db.query, projectId, { see: 'shared' }))
    if (!newest.has(head.study_id)) newest.set(head.study_id, head);
  return newest;
}

const NEVER: ReadonlyMap<string, number> = new Map();

/**
 * The active studies of a project with the work that counts, one after the other.
 * @param progress is called before each study with how many are done, and of how many; a throw of it ends the gathering
 */
export async function* gatherProject(
  services: CurveMeasuring,
  projectId: number,
  progress: (done: number, of: number) => void,
): AsyncGenerator<StudyFacts> {
  const { query } = services.db;
  const [studies, heads, reviews, assessed] = await Promise.all([
    listStudies(query, projectId, true),
    newestHeads(services, projectId),
    reviewsOfProject(query, projectId),
    assessments(services, projectId),
  ]);
  const reviewsOf = byStudy(reviews);
  for (const [done, study] of studies.entries()) {
    progress(done, studies.length);
    const head = heads.get(study.id);
    const assessedAt = assessed.get(study.id) ?? NEVER;
    if (head === undefined) {
      yield { study, work: null, assessedAt };
      continue;
    }
    const { images, missing_images } = (await readDocument(services, head.version_id)).document;
    yield {
      study,
      assessedAt,
      work: {
        updated_at: head.updated_at,
        measured: head.measured === 1,
        validated: validatedBy(reviewsOf.get(study.id) ?? [], head).length > 0,
        images: await withCurveValues(services, study, images),
        missing_images,
      },
    };
  }
  progress(studies.length, studies.length);
}
