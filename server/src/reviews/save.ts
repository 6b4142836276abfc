import type { Project } from '@echometry/contract/records/project.ts';
import type { ReviewState, StudyState } from '@echometry/contract/records/study.ts';
import { FINISH_NEEDS_REASON, mayFinish, REVIEW_INCOMPLETE, REVIEW_LOCKED, stateOfReview } from '@echometry/contract/rules/review.ts';
import type { Kysely } from 'kysely';
import { compose, documentsOf, packContent, type PackedContent, requireSequences, type SaveContent } from '../analyses/content.ts';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { pack } from '../db/document.ts';
import { factsOfEntries, storeImageDocuments } from '../db/image-documents.ts';
import { isStored } from '../db/kept-versions.ts';
import { findReviewSave, insertReviewVersion, REVIEW_FORMAT, type ReviewManifest } from '../db/review-versions.ts';
import { queueEvent } from '../db/webhook-events.ts';
import { findReview, type ReviewKey, type ReviewRecord, storeConsensus, storeReview } from '../db/reviews.ts';
import type { Database } from '../db/schema.ts';
import { invalidField, wrongState } from '../errors.ts';
import { settledReviews, takenAtEnd } from './consensus.ts';
import { openAtEnd } from './open-at-end.ts';
import { changedSince, type EditorsWork, editorsWork, readCopy, reviewedImages, settled } from './copy.ts';

type Query = Kysely<Database>;

export interface ReviewSave {
  key: ReviewKey;
  project: Project;
  /** The editor's version that is current; looked up once the study is locked. */
  newestVersion: (query: Query) => Promise<number>;
  /** Null: what is stored stays as it is. */
  content: Exclude<SaveContent, { kind: 'version' }> | null;
  /** Undefined: those that are stored. */
  missingImages: string[] | undefined;
  settled: readonly string[];
  /** Whose work the reviewer is given. */
  reviewsTo: readonly string[];
  settledMissing: boolean;
  /** The state the save brings the review to; undefined for a plain save. */
  to?: 'checkpoint' | 'finished';
  /** Why it is finished with open points. */
  reason?: string | undefined;
  configVersions: Record<string, number>;
  engineVersion: string | null;
  saveId: string | null;
  requestSha256: string;
  /** Of the review; undefined for the plain client of the specification, which knows no versions. */
  baseVersion: number | null | undefined;
  withoutHead: boolean;
  now: number;
}

export type ReviewSaved =
  | {
      kind: 'saved';
      version: number;
      state: ReviewState;
      studyState: StudyState;
      baseVersion: number;
      editorVersion: number;
      updatedAt: number;
    }
  | { kind: 'conflict'; version: number | null }
  /** The save_id was used before, for other content. */
  | { kind: 'taken' };

/** State before a save, read under the lock of its study. */
interface Ground {
  review: ReviewRecord | undefined;
  newest: EditorsWork;
  manifest: ReviewManifest;
}

/** Locks the study: saves of one study run one after the other. */
export async function lockStudy(query: Query, dialect: Db['dialect'], studyId: number): Promise<void> {
  const lock = query.selectFrom('study').select('id').where('id', '=', studyId);
  await (dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();
}

/**
 * Stores a version of a review and moves its head, in one transaction that locks the study. The editor's record is only read.
 * @throws Problem `wrong-state` for a locked review, and for finishing an incomplete one
 */
export async function saveReview(db: Db, save: ReviewSave): Promise<ReviewSaved> {
  const packed = save.content && (await packContent(save.content, save.configVersions));
  return db.query.transaction().execute(async (query): Promise<ReviewSaved> => {
    await lockStudy(query, db.dialect, save.key.studyId);
    const review = await findReview(query, save.key);
    const newest = await editorsWork(query, save.key.studyId, await save.newestVersion(query));
    const earlier = save.saveId === null ? undefined : await findReviewSave(query, save.key, save.saveId);
    if (earlier !== undefined)
      return earlier.request_sha256 === save.requestSha256
        ? {
            kind: 'saved',
            version: earlier.id,
            state: review?.state ?? 'draft',
            studyState: earlier.study_state,
            baseVersion: earlier.base_version,
            editorVersion: newest.version,
            updatedAt: earlier.created_at,
          }
        : { kind: 'taken' };
    if (review?.state === 'finished') throw wrongState(REVIEW_LOCKED);
    const head = review?.version_id ?? null;
    if (save.baseVersion !== undefined && save.baseVersion !== head && !save.withoutHead) return { kind: 'conflict', version: head };
    if (save.withoutHead && save.baseVersion != null && !(await isStored(query, 'review_version', save.baseVersion)))
      throw invalidField('base_version', 'No such version of this review. Of older work, the last version of each sitting is kept');
    const { manifest } = await readCopy(query, review, newest);
    const stored = await storeVersion(query, save, packed, { review, newest, manifest });
    const settles = save.to === 'finished' ? await settledReviews(query, save.key, save.reviewsTo) : [];
    if (settles.length > 0)
      await storeConsensus(
        query,
        save.key,
        settles.map(({ version_id, base_version }) => version_id ?? base_version),
        await takenAtEnd(query, save.key, { newest, settles, configVersions: save.configVersions }),
      );
    if (save.to === 'finished')
      await queueEvent(query, db.dialect, {
        event: 'review-finished',
        at: save.now,
        of: { studyId: save.key.studyId },
        facts: { review: stored.version, analysis: stored.baseVersion, blind: save.key.blind === 1, state: stored.studyState },
        people: [save.key.editorId, save.key.reviewerId],
      });
    if (save.to !== undefined)
      await recordAct(query, db.dialect, {
        at: save.now,
        actorId: save.key.reviewerId,
        role: 'Reviewer',
        act: save.to === 'finished' ? 'review-finished' : 'review-checkpoint',
        studyId: save.key.studyId,
        subject: String(stored.version),
        detail: {
          editor: save.key.editorId,
          blind: save.key.blind,
          base_version: stored.baseVersion,
          finish_reason: save.reason ?? null,
          consensus_of: settles.map(({ reviewer_id }) => reviewer_id).join(' ') || null,
        },
      });
    return stored;
  });
}

async function storeVersion(
  query: Query,
  save: ReviewSave,
  packed: PackedContent | null,
  { review, newest, manifest }: Ground,
): Promise<Extract<ReviewSaved, { kind: 'saved' }>> {
  const { studyId } = save.key;
  const before = settled(manifest, newest, save.settled, save.settledMissing);
  if (packed) await requireSequences(query, studyId, packed);
  const composed = packed
    ? await compose(query, studyId, packed, save.content?.kind === 'changes' ? before.images : [])
    : { entries: before.images, facts: await factsOfEntries(query, studyId, before.images) };
  const missing = save.missingImages ?? before.missing_images;
  const next: ReviewManifest = { ...before, format: REVIEW_FORMAT, images: composed.entries, missing_images: missing };
  const images = reviewedImages(composed.entries, composed.facts);
  const originals = reviewedImages(next.originals, await factsOfEntries(query, studyId, next.originals));
  const study = { images, missing_images: missing, originals };
  if (save.to === 'finished' && !mayFinish(study, save.project)) throw wrongState(REVIEW_INCOMPLETE);
  const studyState = stateOfReview(study, save.project);
  // Work that differs from the newest version in no reviewed part is based on it.
  const baseVersion = changedSince(next, newest) === null ? newest.version : (review?.base_version ?? newest.version);

  if (packed) await storeImageDocuments(query, studyId, documentsOf(packed));
  const { bytes, sha256 } = await pack(next);
  const version = await insertReviewVersion(query, {
    study_id: studyId,
    editor_id: save.key.editorId,
    blind: save.key.blind,
    reviewer_id: save.key.reviewerId,
    parent_id: (save.withoutHead ? save.baseVersion : review?.version_id) ?? null,
    base_version: baseVersion,
    created_at: save.now,
    save_id: save.saveId,
    request_sha256: save.requestSha256,
    config_versions: JSON.stringify(save.configVersions),
    engine_version: save.engineVersion,
    study_state: studyState,
    format: REVIEW_FORMAT,
    document: bytes,
    sha256,
    without_head: save.withoutHead ? 1 : 0,
  });
  const state = save.to ?? review?.state ?? 'draft';
  const result = {
    kind: 'saved' as const,
    version,
    state,
    studyState,
    baseVersion,
    editorVersion: newest.version,
    updatedAt: save.now,
  };
  if (save.withoutHead) return result;
  const isFinished = state === 'finished';
  const open = isFinished ? await openAtEnd(query, save.key, { manifest: next, newest, configVersions: save.configVersions }) : [];
  // The plain client of the specification knows neither versions nor reasons.
  if (open.length > 0 && save.reason === undefined && save.baseVersion !== undefined) throw wrongState(FINISH_NEEDS_REASON);
  await storeReview(query, save.key, {
    state,
    base_version: baseVersion,
    version_id: version,
    study_state: studyState,
    finished_version: isFinished ? baseVersion : null,
    finished_at: isFinished ? save.now : null,
    finish_reason: open.length > 0 ? (save.reason ?? null) : null,
    finish_open: isFinished ? JSON.stringify(open) : null,
    updated_at: save.now,
  });
  return result;
}
