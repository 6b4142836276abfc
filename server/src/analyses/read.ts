import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { AnalysisRecord } from '@echometry/contract/records/analysis.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import type { Kysely } from 'kysely';
import { Damage, notFound, type Problem } from '../errors.ts';
import {
  type AnalysisDocument,
  findVersion,
  type HeadRecord,
  type Manifest,
  statusOf,
  VERSION_FORMAT,
  type VersionRecord,
} from '../db/analyses.ts';
import { reviewsOfStudy, validatedBy } from '../db/reviews.ts';
import { unpack } from '../db/document.ts';
import { type ManifestEntry, readImages } from '../db/image-documents.ts';
import { isStored } from '../db/kept-versions.ts';
import { withVersions } from './image-versions.ts';
import type { Database } from '../db/schema.ts';
import type { SeenStudy } from '../db/studies.ts';
import type { Services } from '../access/services.ts';

type Query = Kysely<Database>;

async function namedIfDamaged<T>(version: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new Damage(`Version ${version} of the analysis is damaged: ${error.message}`);
  }
}

/** Why a version is not there: it never existed, or later work replaced it within its sitting, long ago. */
export const NOT_KEPT = 'No such version of this analysis. Of older work, the last version of each sitting is kept';
export const versionNotKept = (): Problem => notFound('version', NOT_KEPT);

/**
 * The manifest of a version, from its row.
 * @throws Damage when it is not what was stored
 */
export async function manifestOf(row: Pick<VersionRecord, 'id' | 'format' | 'document' | 'sha256'>): Promise<Manifest> {
  if (row.format > VERSION_FORMAT)
    throw new Error(`Analysis format ${row.format} is newer than this version of Echometry reads (${VERSION_FORMAT})`);
  return namedIfDamaged(row.id, async () => {
    const document = await unpack<Manifest>(row.document, row.sha256);
    // The migration made manifests of all versions it could read.
    if (row.format < VERSION_FORMAT) throw new Damage('its document could not be read when it was to become a manifest');
    return document;
  });
}

/**
 * A version with its manifest; a format newer than ours is refused by name, and so is a damaged one.
 * @throws Problem `not-found` when it is not kept any more
 */
export async function readManifest(query: Query, version: number): Promise<{ manifest: Manifest; record: VersionRecord }> {
  const record = await findVersion(query, version);
  if (record === null) throw versionNotKept();
  return { manifest: await manifestOf(record), record };
}

/** A version with its images. */
export async function readDocument(
  services: Pick<Services, 'db'>,
  version: number,
): Promise<{ document: AnalysisDocument; record: VersionRecord }> {
  const { query } = services.db;
  const { manifest, record } = await readManifest(query, version);
  try {
    const images = await namedIfDamaged(version, () => imagesOfEntries(query, record, manifest.images));
    return { record, document: { images, missing_images: manifest.missing_images } };
  } catch (error) {
    // It may have gone, and its documents with it, since its manifest was read.
    if (error instanceof Damage && !(await isStored(query, 'analysis_version', version))) throw versionNotKept();
    throw error;
  }
}

/** The images that some entries of a version name, each with the versions of the configuration it was started with. */
export async function imagesOfEntries(
  query: Query,
  version: Pick<VersionRecord, 'study_id' | 'config_versions'>,
  entries: readonly ManifestEntry[],
): Promise<AnalysisImage[]> {
  const stored = await readImages(query, version.study_id, entries);
  const versions = JSON.parse(version.config_versions) as Record<string, number>;
  return stored.map((image, n) => withVersions(image, entries[n]?.config_versions ?? versions));
}

/** A head with its document, as analysis/get returns it. */
export async function readAnalysis(services: Services, study: SeenStudy, head: HeadRecord, showQc: boolean): Promise<AnalysisRecord> {
  const { document, record } = await readDocument(services, head.version_id);
  const reviewers = validatedBy(await reviewsOfStudy(services.db.query, study.id), head);
  const validated = reviewers.length > 0;
  return {
    format: DOCUMENT_FORMAT,
    id: study.study_id,
    version: head.version_id,
    images: document.images,
    missing_images: document.missing_images,
    images_selected: head.images_selected,
    images_calibrated: head.images_calibrated,
    images_segmented: head.images_segmented,
    total_images: head.total_images,
    validated,
    validated_by: reviewers,
    editor: head.editor,
    updated_at: head.updated_at,
    study_state: head.study_state,
    status: statusOf(head, { dataType: study.data_type, showQc, validated }),
    config_versions: JSON.parse(record.config_versions) as Record<string, number>,
    engine_version: record.engine_version,
  };
}
