import { type AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/records/analysis.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type Project } from '@echometry/contract/records/project.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type StudyState } from '@echometry/contract/records/study.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { statusFlags } from '@echometry/contract/rules/status.ts';
import { studyState } from '@echometry/contract/rules/study-state.ts';
import { type AnalysisDocument, findSave, headsOfStudy, type WorkScope } from '../db/analyses.ts';
import { type Db } from '../db/connect.ts';
import { pack } from '../db/document.ts';
import { type Flag } from '../db/schema.ts';

export interface Save {
  studyId: number;
  dataType: DataType;
  project: Project;
  author: { id: number };
  role: RoleName;
  /** What the author builds on: shared work for Editors, one's own for blind editors and test users (contracts.md 3). */
  scope: WorkScope;
  images: AnalysisImage[];
  missingImages: string[];
  /** Files of the study the author works with, and all of them. */
  imagesSelected: number;
  totalImages: number;
  configVersions: Record<string, number>;
  engineVersion: string | null;
  saveId: string | null;
  /** Undefined: the plain client of the specification, which knows no versions. */
  baseVersion: number | null | undefined;
  /** The older version whose content this is; absent for ordinary saves. */
  restoredFrom?: number;
  now: number;
}

export type Saved = { kind: 'saved'; version: number } | { kind: 'conflict'; version: number | null };

const flag = (value: boolean | undefined): Flag => (value === true ? 1 : 0);

/**
 * Stores an immutable version and moves the head, in one transaction that runs alone for the study. A repeated save_id
 * answers the version of the first time; a stale base stores nothing.
 */
export async function saveAnalysis(db: Db, save: Save): Promise<Saved> {
  const document: AnalysisDocument = { format: DOCUMENT_FORMAT, images: save.images, missing_images: save.missingImages };
  const packed = await pack(document);
  const state: StudyState = studyState(save.images, save.missingImages, save.project.image_requirements);
  const status = statusFlags(save.images, { dataType: save.dataType, showQc: true, validated: false });
  const blind = flag(isBlind(save.role));

  return db.query.transaction().execute(async (query): Promise<Saved> => {
    const lock = query.selectFrom('study').select('id').where('id', '=', save.studyId);
    await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();

    if (save.saveId !== null) {
      const earlier = await findSave(query, save.author.id, save.studyId, save.saveId);
      if (earlier !== null) return { kind: 'saved', version: earlier };
    }
    const base = (await headsOfStudy(query, save.studyId, save.scope))[0]?.version_id ?? null;
    if (save.baseVersion !== undefined && save.baseVersion !== base) return { kind: 'conflict', version: base };

    const { id: version } = await query.insertInto('analysis_version').values({
      study_id: save.studyId, editor_id: save.author.id, author_id: save.author.id, parent_id: base, role: save.role, blind,
      created_at: save.now, save_id: save.saveId, config_versions: JSON.stringify(save.configVersions), engine_version: save.engineVersion,
      study_state: state, format: DOCUMENT_FORMAT, document: packed.bytes, sha256: packed.sha256, restored_from: save.restoredFrom ?? null,
    }).returning('id').executeTakeFirstOrThrow();

    const facts = {
      version_id: version, updated_at: save.now, study_state: state, validated: 0 as Flag,
      qc: flag(status.qc), selected: flag(status.selected), annotated: flag(status.annotated),
      segmented_dop: flag(status.segmented_dop), segmented_2d: flag(status.segmented_2d), segmented_bio: flag(status.segmented_bio),
      measured: flag(status.measured),
      images_selected: save.imagesSelected,
      images_calibrated: save.images.filter((i) => i.metadata?.flow_region != null || (i.calibration !== null && i.calibration.source !== 'none')).length,
      images_segmented: save.images.filter((i) => i.is_segmented).length,
      total_images: save.totalImages,
    };
    await query.insertInto('analysis_head').values({ study_id: save.studyId, editor_id: save.author.id, blind, ...facts })
      .onConflict((conflict) => conflict.columns(['study_id', 'editor_id', 'blind']).doUpdateSet(facts)).execute();
    return { kind: 'saved', version };
  });
}
