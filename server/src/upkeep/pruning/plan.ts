import type { Kysely } from 'kysely';
import { Damage } from '../../errors.ts';
import { VERSION_FORMAT } from '../../db/analyses.ts';
import { unpack } from '../../db/document.ts';
import { documentsOfEntry, type ManifestEntry } from '../../db/image-documents.ts';
import { analysisRows, namedVersions, packedVersions, reviewRows, type VersionTable } from '../../db/kept-versions.ts';
import type { Database } from '../../db/schema.ts';
import { type Period, superseded, type VersionRow } from './policy.ts';

type Query = Kysely<Database>;

/** Documents of versions that are in memory at once. */
const DOCUMENTS_AT_ONCE = 50;

export const VERSION_TABLES = ['analysis_version', 'review_version'] as const satisfies readonly VersionTable[];
export type ByTable<T> = Readonly<Record<VersionTable, T>>;

/** The versions of a study, and those of them that the policy does not keep. */
export interface StudyVersions {
  rows: ByTable<readonly VersionRow[]>;
  gone: ByTable<readonly number[]>;
}

/**
 * Reads which versions of a study the policy does not keep.
 * @param since versions made after this time are kept
 * @param reads while exports read whatever was current
 */
export async function studyVersions(
  query: Query,
  studyId: number,
  { since, reads }: { since: number; reads: readonly Period[] },
): Promise<StudyVersions> {
  const analyses = await analysisRows(query, studyId);
  const reviews = await reviewRows(query, studyId);
  const rows = {
    analysis_version: analyses.map((row): VersionRow => ({
      id: row.id,
      line: `${row.editor_id} ${row.blind} ${row.pass} ${row.author_id}`,
      parent: row.parent_id,
      at: row.created_at,
      aside: row.without_head === 1,
      restoredFrom: row.restored_from,
    })),
    review_version: reviews.map((row): VersionRow => ({
      id: row.id,
      line: `${row.editor_id} ${row.blind} ${row.reviewer_id}`,
      parent: row.parent_id,
      at: row.created_at,
      aside: row.without_head === 1,
      restoredFrom: null,
    })),
  };
  const none = { analysis_version: [], review_version: [] };
  const old = (all: readonly VersionRow[]): boolean => all.filter(({ at }) => at < since).length > 1;
  if (!old(rows.analysis_version) && !old(rows.review_version)) return { rows, gone: none };
  const named = await namedVersions(query, studyId);
  const goneReviews = superseded(rows.review_version, { since, reads, referred: named.reviews });
  const isGone = new Set(goneReviews);
  const bases = reviews.filter(({ id }) => !isGone.has(id)).map(({ base_version }) => base_version);
  const referred = new Set([...named.analyses, ...bases]);
  return { rows, gone: { analysis_version: superseded(rows.analysis_version, { since, reads, referred }), review_version: goneReviews } };
}

/**
 * Documents that a manifest of either kind of version names; later kinds of lists have to be added here.
 */
interface AnyManifest {
  images: ManifestEntry[];
  originals?: ManifestEntry[];
}

/**
 * Hashes of the documents that versions name.
 * @throws Damage when one of the versions cannot be read: then its documents are unknown
 */
export async function namedDocuments(query: Query, table: VersionTable, ids: readonly number[]): Promise<Set<string>> {
  const hashes = new Set<string>();
  for await (const version of packedVersions(query, table, ids, DOCUMENTS_AT_ONCE)) {
    if (table === 'analysis_version' && version.format !== VERSION_FORMAT)
      throw new Damage(`version ${version.id} holds no manifest of format ${VERSION_FORMAT}`);
    const { images, originals = [] } = await unpack<AnyManifest>(version.document, version.sha256);
    for (const hash of [...images, ...originals].flatMap(documentsOfEntry)) hashes.add(hash);
  }
  return hashes;
}
