import { setImmediate } from 'node:timers/promises';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Kysely } from 'kysely';
import {
  factsOfEntries,
  type ImageFacts,
  type KnownFacts,
  type ManifestEntry,
  packImage,
  type PackedImage,
} from '../db/image-documents.ts';
import type { Database } from '../db/schema.ts';
import { withVersions } from './image-versions.ts';

type Query = Kysely<Database>;

/** Effect of a save on the images: all of them again, the differences from its base, or an older version's images. */
export type SaveContent =
  | { kind: 'all'; images: AnalysisImage[] }
  | { kind: 'changes'; images: AnalysisImage[]; removed: readonly string[] }
  | { kind: 'version'; version: number };

/** The same with its images packed, which takes its time before the study is locked. */
export interface PackedContent {
  content: SaveContent;
  packed: PackedImage[];
}

/** The images of a new version. */
export interface Composed {
  entries: ManifestEntry[];
  facts: ImageFacts[];
}

/** Number of images packed in one turn of the event loop; other requests are answered between turns. */
const PACKED_AT_ONCE = 10;

/** @param versions of the configuration, for images that name none */
export async function packContent(content: SaveContent, versions: Record<string, number>): Promise<PackedContent> {
  const images = content.kind === 'version' ? [] : content.images;
  const packed: PackedImage[] = [];
  for (let from = 0; from < images.length; from += PACKED_AT_ONCE) {
    if (from > 0) await setImmediate();
    const some = images.slice(from, from + PACKED_AT_ONCE);
    packed.push(...(await Promise.all(some.map((image) => packImage(withVersions(image, versions))))));
  }
  return { content, packed };
}

/**
 * Images of the version a save makes, in the order of their `instance_id`.
 * @param before what `changes` are of, or the older version that is brought back; nothing for a save of all images
 * @param read facts of the images before, where they were read already
 */
export async function compose(
  query: Query,
  studyId: number,
  { content, packed }: PackedContent,
  before: readonly ManifestEntry[],
  read?: KnownFacts,
): Promise<Composed> {
  const own = new Map(packed.map(({ instance_id, sha256, facts }) => [instance_id, { entry: { instance_id, sha256 }, facts }]));
  const gone = new Set(content.kind === 'changes' ? content.removed : []);
  const kept = before.filter(({ instance_id }) => !own.has(instance_id) && !gone.has(instance_id));
  const facts = await factsOfEntries(query, studyId, kept, read);
  const all = [...own.values(), ...kept.map((entry, n) => ({ entry, facts: facts[n]! }))].sort((a, b) =>
    a.entry.instance_id < b.entry.instance_id ? -1 : 1,
  );
  return { entries: all.map(({ entry }) => entry), facts: all.map((image) => image.facts) };
}
