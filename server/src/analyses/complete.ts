import type { AnalysisImage, StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import type { Person } from '@echometry/contract/records/user.ts';
import type { Kysely } from 'kysely';
import { Damage } from '../errors.ts';
import { newestVersion, packedManifest, type WorkScope } from '../db/analyses.ts';
import { unpack } from '../db/document.ts';
import { byInstance, metadataOfStudy } from '../db/files.ts';
import { type KnownFacts, type ManifestEntry, readSoundImages, storedFactsOf, versionsOfEntries } from '../db/image-documents.ts';
import type { Database } from '../db/schema.ts';
import type { Services } from '../access/services.ts';
import { authored, isAllOwn } from './authorship.ts';
import { hasNoVersions, withVersions } from './image-versions.ts';
import { manifestOf } from './read.ts';

type Query = Kysely<Database>;

/** Damaged content does not prevent a new save, which repairs it. */
function unlessDamaged(error: unknown): null {
  if (error instanceof Damage) return null;
  throw error;
}

/** The version a save builds on, as far as it can be read. */
export interface WorkBefore {
  entries: readonly ManifestEntry[];
  configVersions: Record<string, number>;
  /** Of its images; read when they are needed where absent. */
  facts?: KnownFacts;
}

/** The same with its number. */
export interface VersionBefore extends WorkBefore {
  version: number;
  facts: KnownFacts;
}

/** The row of the version a save of an analysis builds on: the newest the author sees, or where that is given `base`. */
export const rowBefore = (query: Query, studyId: number, scope: WorkScope, base: number | undefined) =>
  packedManifest(query, base ?? newestVersion(query, studyId, scope)).where('study_id', '=', studyId);

type RowBefore = Awaited<ReturnType<ReturnType<typeof rowBefore>['execute']>>[number];

/** That version from its row; null where there is none, or none that can be read. */
export async function versionBefore(query: Query, studyId: number, row: RowBefore | undefined): Promise<VersionBefore | null> {
  const manifest = row === undefined ? null : await manifestOf(row).catch(unlessDamaged);
  if (row === undefined || manifest === null) return null;
  return {
    version: row.id,
    entries: manifest.images,
    configVersions: JSON.parse(row.config_versions) as Record<string, number>,
    facts: await storedFactsOf(query, studyId, manifest.images),
  };
}

const NOTHING: WorkBefore = { entries: [], configVersions: {}, facts: new Map() };

/** As much of the work before as is about these images. */
function only(images: readonly AnalysisImage[], before: WorkBefore | null): WorkBefore {
  if (before === null) return NOTHING;
  const wanted = new Set(images.map(({ instance_id }) => instance_id));
  return { ...before, entries: before.entries.filter(({ instance_id }) => wanted.has(instance_id)) };
}

/** Some images of the work a save builds on, by `instance_id`. */
async function imagesBefore(query: Query, studyId: number, { entries }: WorkBefore): Promise<Map<string, AnalysisImage>> {
  const images = await readSoundImages(query, studyId, entries);
  return new Map(images.flatMap((image) => (image === null ? [] : [[image.instance_id, image] as const])));
}

/** The versions of the configuration that those images were started with, by `instance_id`. */
async function versionsBefore(
  query: Query,
  studyId: number,
  { entries, configVersions, facts }: WorkBefore,
): Promise<Map<string, Record<string, number>>> {
  const named = await versionsOfEntries(query, studyId, entries, facts ?? (await storedFactsOf(query, studyId, entries)));
  const ofEntry = ({ instance_id, config_versions }: ManifestEntry) => {
    const own = named.get(instance_id) ?? {};
    return Object.keys(own).length > 0 ? own : (config_versions ?? configVersions);
  };
  return new Map(entries.map((entry) => [entry.instance_id, ofEntry(entry)]));
}

/**
 * Makes the images of a save what is stored: metadata come from the file at import, a calibration keeps its author or has the
 * person who saves; addresses, which are signed for one person, and comments, which are separate rows, are left out. An image
 * keeps the versions of the configuration it was started with until it names others.
 */
export async function completeImages(
  services: Services,
  images: readonly AnalysisImage[],
  save: {
    studyId: number;
    author: Person;
    before: () => Promise<WorkBefore | null>;
    /** Packed metadata of the images, where they were read already. */
    metadata?: ReadonlyMap<string, Uint8Array>;
  },
): Promise<AnalysisImage[]> {
  const { query } = services.db;
  const isOwn = isAllOwn(images, save.author);
  const isVersioned = !images.some(hasNoVersions);
  const before = isOwn && isVersioned ? NOTHING : only(images, await save.before());
  const known = isOwn ? new Map<string, AnalysisImage>() : await imagesBefore(query, save.studyId, before);
  const versions = isVersioned ? new Map<string, Record<string, number>>() : await versionsBefore(query, save.studyId, before);
  const stored = save.metadata ?? byInstance(await metadataOfStudy(query, save.studyId).execute());
  return Promise.all(
    authored(images, known, save.author).map(async (image) => {
      const metadata = stored.get(image.instance_id);
      return {
        ...withVersions(image, versions.get(image.instance_id) ?? {}),
        comments: [],
        comments_review: [],
        urls: null,
        metadata: metadata === undefined ? null : await unpack<StoredMetadata>(metadata),
      };
    }),
  );
}
