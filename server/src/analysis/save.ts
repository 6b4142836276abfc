import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type Project } from '@echometry/contract/records/project.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type StudyState } from '@echometry/contract/records/study.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { statusFlags } from '@echometry/contract/rules/status.ts';
import { studyState } from '@echometry/contract/rules/study-state.ts';
import { type Kysely } from 'kysely';
import { findSave, headsOfStudy, type Manifest, VERSION_FORMAT, type WorkScope } from '../db/analyses.ts';
import { newestOfPass, passOfSave } from './pass-of-save.ts';
import { type Db } from '../db/connect.ts';
import { pack } from '../db/document.ts';
import { isStored } from '../db/kept-versions.ts';
import { type ManifestEntry, storeImageDocuments } from '../db/image-documents.ts';
import { type Database, type Flag } from '../db/schema.ts';
import { markUnlisted } from '../db/list-marks.ts';
import { compose, packContent, type SaveContent } from './content.ts';
import { invalidField } from '../problem.ts';
import { NOT_KEPT, readManifest } from './read.ts';

export interface Save {
  studyId: number;
  dataType: DataType;
  project: Project;
  author: { id: number };
  role: RoleName;
  /** What the author builds on: shared work for Editors, one's own for blind editors and test users (docs/contracts.md#stored-work). */
  scope: WorkScope;
  content: SaveContent;
  missingImages: string[];
  /** Files of the study the author works with, and all of them. */
  imagesSelected: number;
  totalImages: number;
  configVersions: Record<string, number>;
  engineVersion: string | null;
  saveId: string | null;
  /** Hex hash of what was sent; null where nothing is repeated. */
  requestSha256: string | null;
  /** Undefined: the plain client of the specification, which knows no versions. */
  baseVersion: number | null | undefined;
  /** Kept in the history only: builds on `baseVersion`, which the author may see, and moves no head. */
  withoutHead?: boolean;
  /** The older version whose content this is; absent for ordinary saves. */
  restoredFrom?: number;
  now: number;
}

export type Saved =
  /** `earlierPass`: a repeat was assigned meanwhile, and the work was stored with the reading it builds on. */
  | { kind: 'saved'; version: number; earlierPass?: boolean }
  | { kind: 'conflict'; version: number | null }
  /** The save_id was used before, for other content. */
  | { kind: 'taken' };

const flag = (value: boolean | undefined): Flag => (value === true ? 1 : 0);

/** Images that a save builds on: those of its base, or of the older version it brings back. */
async function entriesBefore(query: Kysely<Database>, content: SaveContent, base: number | null): Promise<ManifestEntry[]> {
  const from = content.kind === 'version' ? content.version : content.kind === 'changes' ? base : null;
  return from === null ? [] : (await readManifest(query, from)).manifest.images;
}

/**
 * Stores an immutable version and moves the head, in one transaction that runs alone for the study. A repeated save_id
 * with the same content returns the version of the first time; a stale base stores nothing.
 * @throws Problem when the version that it builds on, or brings back, is not kept any more
 */
export async function saveAnalysis(db: Db, save: Save): Promise<Saved> {
  const packed = await packContent(save.content, save.configVersions);
  const blind = flag(isBlind(save.role));

  return db.query.transaction().execute(async (query): Promise<Saved> => {
    const lock = query.selectFrom('study').select('id').where('id', '=', save.studyId);
    await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();

    if (save.saveId !== null) {
      const earlier = await findSave(query, save.author.id, save.studyId, save.saveId);
      // A version made before hashes were kept is believed to be the same save.
      const isRepeated = earlier?.request_sha256 == null || earlier.request_sha256 === save.requestSha256;
      if (earlier !== null) return isRepeated ? { kind: 'saved', version: earlier.id } : { kind: 'taken' };
    }
    const work = { studyId: save.studyId, editorId: save.author.id, blind, baseVersion: save.baseVersion };
    const { pass, isEarlier } = await passOfSave(query, work);
    const newest = isEarlier
      ? await newestOfPass(query, work, pass)
      : ((await headsOfStudy(query, save.studyId, save.scope))[0]?.version_id ?? null);
    const base = save.withoutHead === true ? (save.baseVersion ?? null) : newest;
    if (save.baseVersion !== undefined && save.baseVersion !== base) return { kind: 'conflict', version: base };
    if (base !== null && !(await isStored(query, 'analysis_version', base))) throw invalidField('base_version', NOT_KEPT);

    await storeImageDocuments(query, save.studyId, packed.packed);
    const before = await entriesBefore(query, save.content, base);
    const { entries, facts: images } = await compose(query, save.studyId, packed, before);
    const state: StudyState = studyState(images, save.missingImages, save.project.image_requirements);
    const status = statusFlags(images, { dataType: save.dataType, showQc: true, validated: false });
    const manifest: Manifest = { format: VERSION_FORMAT, images: entries, missing_images: save.missingImages };
    const { bytes, sha256 } = await pack(manifest);

    const { id: version } = await query
      .insertInto('analysis_version')
      .values({
        study_id: save.studyId,
        editor_id: save.author.id,
        author_id: save.author.id,
        parent_id: base,
        role: save.role,
        blind,
        created_at: save.now,
        save_id: save.saveId,
        config_versions: JSON.stringify(save.configVersions),
        engine_version: save.engineVersion,
        study_state: state,
        format: VERSION_FORMAT,
        document: bytes,
        sha256,
        restored_from: save.restoredFrom ?? null,
        request_sha256: save.requestSha256,
        without_head: flag(save.withoutHead),
        pass,
      })
      .returning('id')
      .executeTakeFirstOrThrow();

    if (save.withoutHead === true) return { kind: 'saved', version };

    const facts = {
      version_id: version,
      updated_at: save.now,
      study_state: state,
      validated: 0 as Flag,
      qc: flag(status.qc),
      selected: flag(status.selected),
      annotated: flag(status.annotated),
      segmented_dop: flag(status.segmented_dop),
      segmented_2d: flag(status.segmented_2d),
      segmented_bio: flag(status.segmented_bio),
      measured: flag(status.measured),
      images_selected: save.imagesSelected,
      images_calibrated: images.filter((i) => i.is_calibrated).length,
      images_segmented: images.filter((i) => i.is_segmented).length,
      total_images: save.totalImages,
    };
    await query
      .insertInto('analysis_head')
      .values({ study_id: save.studyId, editor_id: save.author.id, blind, pass, ...facts })
      .onConflict((conflict) => conflict.columns(['study_id', 'editor_id', 'blind', 'pass']).doUpdateSet(facts))
      .execute();
    await markUnlisted(query, save.studyId);
    return { kind: 'saved', version, earlierPass: isEarlier };
  });
}
