import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { saveAnalysis } from '../src/analyses/save.ts';
import type { Db } from '../src/db/connect.ts';
import { currentConfigVersions } from '../src/db/config-sets.ts';
import { findProjectById } from '../src/db/projects.ts';
import { findUser } from '../src/db/users.ts';

export interface WorkToStore {
  studyId: string;
  /** An Editor. */
  email: string;
  images: AnalysisImage[];
  missingImages?: string[];
  now?: number;
}

/** Stores all images of a study as an Editor's save would, without a server. */
export async function storeWork(db: Db, { studyId, email, images, missingImages = [], now = Date.now() }: WorkToStore): Promise<void> {
  const { query } = db;
  const study = await query
    .selectFrom('study')
    .select(['id', 'project_id', 'data_type'])
    .where('study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  const [editor, project] = await Promise.all([findUser(query, email), findProjectById(query, study.project_id)]);
  if (editor === null || project === null) throw new Error(`There is no ${editor === null ? email : 'project'}`);
  const saved = await saveAnalysis(db, {
    studyId: study.id,
    dataType: study.data_type,
    project: project.project,
    author: { id: editor.id },
    role: 'Editor',
    scope: { see: 'shared' },
    content: { kind: 'all', images },
    missingImages,
    imagesSelected: images.length,
    totalImages: images.length,
    configVersions: await currentConfigVersions(query, null),
    engineVersion: null,
    saveId: null,
    requestSha256: null,
    baseVersion: undefined,
    now,
  });
  if (saved.kind !== 'saved') throw new Error(`The work of ${studyId} was not stored: ${saved.kind}`);
}
