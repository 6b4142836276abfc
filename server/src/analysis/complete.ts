import { type AnalysisImage, type StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import { type Person } from '@echometry/contract/records/user.ts';
import { Damage } from '../damage.ts';
import { headsOfStudy, type WorkScope } from '../db/analyses.ts';
import { unpack } from '../db/document.ts';
import { metadataOfStudy } from '../db/files.ts';
import { readSoundImages } from '../db/image-documents.ts';
import { type Services } from '../services.ts';
import { authored, isAllOwn } from './authorship.ts';
import { hasNoVersions, withVersions } from './image-versions.ts';
import { readManifest } from './read.ts';

/** What is damaged stops nobody from saving it anew, which repairs it. */
function unlessDamaged(error: unknown): null {
  if (error instanceof Damage) return null;
  throw error;
}

interface SaveBase {
  studyId: number;
  scope: WorkScope;
  /** The version a save builds on where it is not the newest the author sees. */
  base?: number | null;
}

/** Some images of the work a save builds on, by `instance_id`. */
async function imagesBefore(
  services: Services,
  { studyId, scope, base }: SaveBase,
  wanted: ReadonlySet<string>,
): Promise<Map<string, AnalysisImage>> {
  const version = base === undefined ? (await headsOfStudy(services.db.query, studyId, scope))[0]?.version_id : base;
  if (version === undefined || version === null) return new Map();
  const read = await readManifest(services.db.query, version).catch(unlessDamaged);
  if (read === null) return new Map();
  const { manifest, record } = read;
  const entries = manifest.images.filter(({ instance_id }) => wanted.has(instance_id));
  const images = await readSoundImages(services.db.query, studyId, entries);
  const versions = JSON.parse(record.config_versions) as Record<string, number>;
  const before = new Map<string, AnalysisImage>();
  for (const [n, image] of images.entries())
    if (image !== null) before.set(image.instance_id, withVersions(image, entries[n]?.config_versions ?? versions));
  return before;
}

/**
 * Makes the images of a save what is stored: metadata are what the import read from the file, a calibration has the author
 * it had or the one who saves; addresses, which are signed for one person, and comments, which are rows of their own, are
 * left out. An image keeps the versions of the configuration it was begun with until it names others.
 */
export async function completeImages(
  services: Services,
  images: readonly AnalysisImage[],
  save: SaveBase & { author: Person },
): Promise<AnalysisImage[]> {
  const wanted = new Set(images.map((image) => image.instance_id));
  const isKnown = isAllOwn(images, save.author) && !images.some(hasNoVersions);
  const before = isKnown ? new Map<string, AnalysisImage>() : await imagesBefore(services, save, wanted);
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
