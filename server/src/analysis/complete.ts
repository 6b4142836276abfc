import { type AnalysisImage, type StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import { type Person } from '@echometry/contract/records/user.ts';
import { Damage } from '../damage.ts';
import { headsOfStudy, type WorkScope } from '../db/analyses.ts';
import { unpack } from '../db/document.ts';
import { metadataOfStudy } from '../db/files.ts';
import { type ManifestEntry, readSoundImages } from '../db/image-documents.ts';
import { type Services } from '../services.ts';
import { authored, isAllOwn } from './authorship.ts';
import { hasNoVersions, withVersions } from './image-versions.ts';
import { readManifest } from './read.ts';

/** What is damaged stops nobody from saving it anew, which repairs it. */
function unlessDamaged(error: unknown): null {
  if (error instanceof Damage) return null;
  throw error;
}

/** The version a save builds on, as far as it can be read. */
export interface WorkBefore {
  entries: readonly ManifestEntry[];
  configVersions: Record<string, number>;
}

/** The version a save of an analysis builds on: the newest the author sees, or where that is given `base`. */
export async function analysisBefore(
  { db: { query } }: Services,
  { studyId, scope, base }: { studyId: number; scope: WorkScope; base?: number | null },
): Promise<WorkBefore | null> {
  const version = base === undefined ? (await headsOfStudy(query, studyId, scope))[0]?.version_id : base;
  if (version === undefined || version === null) return null;
  const read = await readManifest(query, version).catch(unlessDamaged);
  return read && { entries: read.manifest.images, configVersions: JSON.parse(read.record.config_versions) as Record<string, number> };
}

/** Some images of the work a save builds on, by `instance_id`. */
async function imagesBefore(
  services: Services,
  studyId: number,
  before: WorkBefore | null,
  wanted: ReadonlySet<string>,
): Promise<Map<string, AnalysisImage>> {
  const entries = (before?.entries ?? []).filter(({ instance_id }) => wanted.has(instance_id));
  const images = await readSoundImages(services.db.query, studyId, entries);
  const known = new Map<string, AnalysisImage>();
  for (const [n, image] of images.entries())
    if (image !== null) known.set(image.instance_id, withVersions(image, entries[n]?.config_versions ?? before?.configVersions ?? {}));
  return known;
}

/**
 * Makes the images of a save what is stored: metadata are what the import read from the file, a calibration has the author
 * it had or the one who saves; addresses, which are signed for one person, and comments, which are rows of their own, are
 * left out. An image keeps the versions of the configuration it was begun with until it names others.
 */
export async function completeImages(
  services: Services,
  images: readonly AnalysisImage[],
  save: { studyId: number; author: Person; before: () => Promise<WorkBefore | null> },
): Promise<AnalysisImage[]> {
  const wanted = new Set(images.map((image) => image.instance_id));
  const isKnown = isAllOwn(images, save.author) && !images.some(hasNoVersions);
  const before = isKnown ? new Map<string, AnalysisImage>() : await imagesBefore(services, save.studyId, await save.before(), wanted);
  const stored = await metadataOfStudy(services.db.query, save.studyId);
  return Promise.all(
    authored(images, before, save.author).map(async (image) => {
      const metadata = stored.get(image.instance_id);
      return {
        ...withVersions(image, before.get(image.instance_id)?.config_versions ?? {}),
        comments: [],
        comments_review: [],
        urls: null,
        metadata: metadata === undefined ? null : await unpack<StoredMetadata>(metadata),
      };
    }),
  );
}
