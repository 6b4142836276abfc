import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { statusFlags } from '@echometry/contract/rules/status.ts';
import { studyState } from '@echometry/contract/rules/study-state.ts';
import type { Kysely, Transaction } from 'kysely';
import { madeVersion, type Manifest, newestVersion, VERSION_FORMAT, versionOfSave, type WorkScope } from '../db/analyses.ts';
import type { Db } from '../db/connect.ts';
import { pack } from '../db/document.ts';
import { isStored } from '../db/kept-versions.ts';
import { type ImageFacts, storingDocuments } from '../db/image-documents.ts';
import type { Database, Flag } from '../db/schema.ts';
import { markingUnlisted } from '../db/list-marks.ts';
import { together } from '../db/together.ts';
import { queueEvent } from '../db/webhook-events.ts';
import { assignedPass, FIRST_PASS } from '../db/work-lines.ts';
import type { VersionBefore, WorkBefore } from './complete.ts';
import { compose, documentsOf, packContent, type PackedContent, requireSequences, type SaveContent } from './content.ts';
import { invalidField } from '../errors.ts';
import { newestOfPass, passOfBase } from './pass-of-save.ts';
import { NOT_KEPT, readManifest } from './read.ts';

export interface Save {
  studyId: number;
  dataType: DataType;
  project: Project;
  author: { id: number };
  role: RoleName;
  /** Base of the author's work: shared work for Editors, one's own for blind editors and test users (docs/contracts.md#stored-work). */
  scope: WorkScope;
  content: SaveContent | PackedContent;
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
  /** Its base, if that was read already: versions never change. */
  before?: VersionBefore | null;
  now: number;
}

/** Fields of a head about its version. */
export type HeadFacts = ReturnType<typeof headFacts>;

export type Saved =
  /**
   * `head` is given for what became the newest work just now. `earlierPass`: a repeat was assigned meanwhile, and the work was stored with
   * the reading it builds on.
   */
  | { kind: 'saved'; version: number; head?: HeadFacts; earlierPass?: boolean }
  | { kind: 'conflict'; version: number | null }
  /** The save_id was used before, for other content. */
  | { kind: 'taken' };

const flag = (value: boolean | undefined): Flag => (value === true ? 1 : 0);

/** Images that a save builds on: the base's, or the older version's that it restores. */
async function imagesBefore(
  query: Kysely<Database>,
  { before }: Save,
  { content }: PackedContent,
  base: number | null,
): Promise<Pick<WorkBefore, 'entries' | 'facts'>> {
  const from = content.kind === 'version' ? content.version : content.kind === 'changes' ? base : null;
  if (from === null) return { entries: [] };
  return before?.version === from ? before : { entries: (await readManifest(query, from)).manifest.images };
}

function headFacts(save: Save, images: readonly ImageFacts[], study_state: StudyState) {
  const status = statusFlags(images, { dataType: save.dataType, showQc: true, validated: false });
  return {
    updated_at: save.now,
    study_state,
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
}

/** Queues that the analysis became complete by this save. */
const announce = (
  db: Db,
  query: Transaction<Database>,
  save: Save,
  { version, state }: { version: number; state: StudyState },
): Promise<void> =>
  queueEvent(query, db.dialect, {
    event: 'analysis-finished',
    at: save.now,
    of: { studyId: save.studyId },
    facts: { analysis: version, blind: isBlind(save.role), state },
    people: [save.author.id],
  });

/** Locks the study until the transaction ends, then reads what was saved before. */
async function lockAndRead({ dialect }: Db, query: Kysely<Database>, save: Save, blind: Flag) {
  const { studyId, author, baseVersion } = save;
  const work = { studyId, editorId: author.id, blind, baseVersion };
  const lock = query.selectFrom('study').select(['id', 'listed']).where('id', '=', studyId);
  const [[study], [earlier], [newest], [assigned], [based]] = await together(
    query,
    dialect === 'postgres' ? lock.forUpdate() : lock,
    versionOfSave(query, author.id, studyId, save.saveId),
    newestVersion(query, studyId, save.scope).select('analysis_head.study_state'),
    assignedPass(query, work),
    passOfBase(query, work),
  );
  if (study === undefined) throw new Error(`Study ${studyId} does not exist`);
  const found = { isListed: study.listed === 1, earlier };
  const pass = assigned?.pass ?? FIRST_PASS;
  // A repeat was assigned since the base was made: the work still belongs to the reading it builds on.
  if (blind === 1 && based !== undefined && based.pass < pass)
    return { ...found, newest: await newestOfPass(query, work, based.pass), pass: based.pass, isEarlierPass: true };
  return { ...found, newest, pass, isEarlierPass: false };
}

/**
 * Stores an immutable version and moves the head, in one transaction that locks the study. A repeated save_id with the same
 * content returns the version of the first time; a stale base stores nothing.
 * @throws Problem when the version that it builds on, or brings back, is not kept any more
 */
export async function saveAnalysis(db: Db, save: Save): Promise<Saved> {
  const packed = 'packed' in save.content ? save.content : await packContent(save.content, save.configVersions);
  const blind = flag(isBlind(save.role));

  return db.query.transaction().execute(async (query): Promise<Saved> => {
    const { isListed, earlier, newest: head, pass, isEarlierPass } = await lockAndRead(db, query, save, blind);
    const newest = head?.version_id ?? null;
    if (earlier !== undefined) {
      // A version made before hashes were kept is believed to be the same save.
      const isRepeated = earlier.request_sha256 === null || earlier.request_sha256 === save.requestSha256;
      return isRepeated ? { kind: 'saved', version: earlier.id } : { kind: 'taken' };
    }
    const aside = save.withoutHead === true;
    const base = aside ? (save.baseVersion ?? null) : newest;
    if (save.baseVersion !== undefined && save.baseVersion !== base) return { kind: 'conflict', version: base };
    // A version that a head names is stored; other versions may have gone.
    if (aside && base !== null && !(await isStored(query, 'analysis_version', base))) throw invalidField('base_version', NOT_KEPT);

    await requireSequences(query, save.studyId, packed);
    const before = await imagesBefore(query, save, packed, base);
    const { entries, facts: images } = await compose(query, save.studyId, packed, before.entries, before.facts);
    const state: StudyState = studyState(images, save.missingImages, save.project.image_requirements);
    const manifest: Manifest = { format: VERSION_FORMAT, images: entries, missing_images: save.missingImages };
    const { bytes, sha256 } = await pack(manifest);

    const storing = query
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
      .returning('id');
    const documents = storingDocuments(query, save.studyId, documentsOf(packed));
    if (aside) {
      const [[made]] = await together(query, storing, ...documents);
      return { kind: 'saved', version: made!.id };
    }

    const facts = headFacts(save, images, state);
    const moving = query
      .insertInto('analysis_head')
      .values({ study_id: save.studyId, editor_id: save.author.id, blind, pass, version_id: madeVersion(db.dialect), ...facts })
      .onConflict((conflict) =>
        conflict
          .columns(['study_id', 'editor_id', 'blind', 'pass'])
          .doUpdateSet((row) => ({ ...facts, state_since: null, version_id: row.ref('excluded.version_id') })),
      );
    const marks = isListed ? [markingUnlisted(query, save.studyId)] : [];
    // The head names the version of the statement before.
    const [[made]] = await together(query, storing, moving, ...documents, ...marks);
    if (state !== 'Incomplete' && (head?.study_state ?? 'Incomplete') === 'Incomplete')
      await announce(db, query, save, { version: made!.id, state });
    return { kind: 'saved', version: made!.id, ...(isEarlierPass ? { earlierPass: true } : { head: facts }) };
  });
}
