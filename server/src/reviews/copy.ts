import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Kysely } from 'kysely';
import { imagesOfEntries, readManifest } from '../analyses/read.ts';
import { Damage } from '../errors.ts';
import { factsOfEntries, type ImageFacts, type ManifestEntry } from '../db/image-documents.ts';
import type { Manifest } from '../db/analyses.ts';
import { unpack } from '../db/document.ts';
import { findReviewVersion, REVIEW_FORMAT, type ReviewManifest } from '../db/review-versions.ts';
import type { ReviewRecord } from '../db/reviews.ts';
import type { Database } from '../db/schema.ts';
import type { ReviewedImage } from '@echometry/contract/rules/review.ts';

type Query = Kysely<Database>;

/** The part of an editor's version that a reviewer sees: only reference images (docs/specification.md#platform-6). */
export interface EditorsWork {
  version: number;
  author: string;
  createdAt: number;
  images: ManifestEntry[];
  missing_images: string[];
  configVersions: Record<string, number>;
}

/** The entries of reference images. An entry keeps the configuration of its version, because it will be among entries of other versions. */
export const referenceEntries = (
  { images }: Pick<Manifest, 'images'>,
  facts: readonly ImageFacts[],
  configVersions: Record<string, number>,
): ManifestEntry[] => images.filter((_, n) => facts[n]?.reference === true).map((entry) => ({ config_versions: configVersions, ...entry }));

export async function editorsWork(query: Query, studyId: number, version: number): Promise<EditorsWork> {
  const { manifest, record } = await readManifest(query, version);
  const facts = await factsOfEntries(query, studyId, manifest.images);
  const configVersions = JSON.parse(record.config_versions) as Record<string, number>;
  return {
    version,
    author: record.author,
    createdAt: record.created_at,
    images: referenceEntries(manifest, facts, configVersions),
    missing_images: manifest.missing_images,
    configVersions,
  };
}

/** The part of a review that names its content. */
export type StoredReview = Pick<ReviewRecord, 'study_id' | 'base_version' | 'version_id'>;

/** A review as it is stored, or the copy that it begins with. */
export interface ReviewCopy {
  manifest: ReviewManifest;
  /** Of the editor. */
  baseVersion: number;
  configVersions: Record<string, number>;
}

const copyOf = ({ images, missing_images, version, configVersions }: EditorsWork): ReviewCopy => ({
  manifest: { format: REVIEW_FORMAT, images, missing_images, originals: images, original_missing_images: missing_images },
  baseVersion: version,
  configVersions,
});

/**
 * @param review undefined before there is one
 * @param newest the editor's work that is current
 * @throws Damage when the version of the review is not what was stored
 */
export async function readCopy(query: Query, review: StoredReview | undefined, newest: EditorsWork): Promise<ReviewCopy> {
  if (review === undefined) return copyOf(newest);
  if (review.version_id === null)
    return copyOf(review.base_version === newest.version ? newest : await editorsWork(query, review.study_id, review.base_version));
  const row = await findReviewVersion(query, review.version_id);
  if (row === undefined) throw new Error(`Version ${review.version_id} of a review is named by its head and missing`);
  if (row.format > REVIEW_FORMAT)
    throw new Error(`Review format ${row.format} is newer than this version of Echometry reads (${REVIEW_FORMAT})`);
  try {
    const manifest = await unpack<ReviewManifest>(row.document, row.sha256);
    return { manifest, baseVersion: row.base_version, configVersions: JSON.parse(row.config_versions) as Record<string, number> };
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new Damage(`Version ${row.id} of a review is damaged: ${error.message}`);
  }
}

/** The images of a review as it is stored in a version, such as of a gold case. */
export async function imagesOfReview(query: Query, review: StoredReview): Promise<AnalysisImage[]> {
  const { manifest, configVersions } = await readCopy(query, review, await editorsWork(query, review.study_id, review.base_version));
  return imagesOfEntries(query, { study_id: review.study_id, config_versions: JSON.stringify(configVersions) }, manifest.images);
}

const sameEntries = (a: readonly ManifestEntry[], b: readonly ManifestEntry[]): boolean =>
  a.length === b.length && a.every((entry, n) => entry.instance_id === b[n]?.instance_id && entry.sha256 === b[n]?.sha256);
const sameTypes = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join('\n') === [...b].sort().join('\n');

/** Changes of the editor since a review was made from their work; null where nothing a reviewer sees is different. */
export function changedSince(
  { originals, original_missing_images }: ReviewManifest,
  newest: EditorsWork,
): { changed: ManifestEntry[]; removed: string[]; missing: boolean } | null {
  const known = new Map(originals.map(({ instance_id, sha256 }) => [instance_id, sha256]));
  const there = new Set(newest.images.map(({ instance_id }) => instance_id));
  const changed = newest.images.filter(({ instance_id, sha256 }) => known.get(instance_id) !== sha256);
  const removed = originals.map(({ instance_id }) => instance_id).filter((id) => !there.has(id));
  const missing = !sameTypes(original_missing_images, newest.missing_images);
  return sameEntries(originals, newest.images) && !missing ? null : { changed, removed, missing };
}

/** The manifest with some images building on the editor's newest work from then onwards. */
export function settled(manifest: ReviewManifest, newest: EditorsWork, ids: readonly string[], missing: boolean): ReviewManifest {
  const chosen = new Set(ids);
  const originals = [
    ...manifest.originals.filter(({ instance_id }) => !chosen.has(instance_id)),
    ...newest.images.filter(({ instance_id }) => chosen.has(instance_id)),
  ].sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
  return { ...manifest, originals, ...(missing ? { original_missing_images: newest.missing_images } : {}) };
}

/** Images as the reviewer's rule reads them. */
export const reviewedImages = (entries: readonly ManifestEntry[], facts: readonly ImageFacts[]): ReviewedImage[] =>
  entries.map(({ instance_id }, n) => ({ instance_id, ...facts[n]! }));
