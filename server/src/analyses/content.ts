import { setImmediate } from 'node:timers/promises';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { Kysely } from 'kysely';
import {
  factsOfEntries,
  type ImageFacts,
  type KnownFacts,
  type ManifestEntry,
  packImage,
  packSequence,
  type PackedImage,
  type PackedRow,
  storedHashes,
} from '../db/image-documents.ts';
import type { Database } from '../db/schema.ts';
import { invalidField } from '../errors.ts';
import { withVersions } from './image-versions.ts';

type Query = Kysely<Database>;

/** Effect of a save on the images: all of them again, the differences from its base, or an older version's images. */
export type SaveContent =
  | { kind: 'all'; images: AnalysisImage[]; sequences?: readonly SequenceLines[] }
  | { kind: 'changes'; images: AnalysisImage[]; removed: readonly string[]; sequences?: readonly SequenceLines[] }
  | { kind: 'version'; version: number };

/** The same with its documents packed, which takes its time before the study is locked. */
export interface PackedContent {
  content: SaveContent;
  packed: PackedImage[];
  /** Lines on every frame that came with the images that name them. */
  sequences: PackedRow[];
}

/** Every document of a save. */
export const documentsOf = ({ packed, sequences }: PackedContent): PackedRow[] => [...packed, ...sequences];

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
  return { content, packed, sequences: content.kind === 'version' ? [] : await packSequences(content.sequences ?? [], packed) };
}

/** Lines that an image of the save names; others have no place in a version. */
async function packSequences(sequences: readonly SequenceLines[], images: readonly PackedImage[]): Promise<PackedRow[]> {
  const owners = new Map(images.flatMap(({ instance_id, sequences: named = [] }) => named.map((hash) => [hash, instance_id] as const)));
  const packed: PackedRow[] = [];
  for (const lines of sequences) {
    const row = await packSequence('', lines);
    const owner = owners.get(row.sha256);
    if (owner !== undefined) packed.push({ ...row, instance_id: owner });
  }
  return packed;
}

/**
 * Checks that the lines on every frame that the images of a save name came with it, or are stored.
 * @throws Problem naming the first that is missing
 */
export async function requireSequences(query: Query, studyId: number, { packed, sequences }: PackedContent): Promise<void> {
  const sent = new Set(sequences.map(({ sha256 }) => sha256));
  const named = packed.flatMap(({ sequences: hashes = [] }) => hashes).filter((hash) => !sent.has(hash));
  if (named.length === 0) return;
  const stored = await storedHashes(query, studyId, named);
  const missing = named.find((hash) => !stored.has(hash));
  if (missing !== undefined)
    throw invalidField('sequences', `An image names the lines ${missing}, which are neither stored in the study nor sent with it`);
}

/** A packed image as a manifest names it. */
const entryOf = ({ instance_id, sha256, sequences }: Pick<PackedImage, 'instance_id' | 'sha256' | 'sequences'>): ManifestEntry => ({
  instance_id,
  sha256,
  ...(sequences && { sequences }),
});

/**
 * Images of the version a save makes, in the order of their `instance_id`.
 * @param before what `changes` are of, or the older version that is brought back; nothing for a save of all images
 * @param read facts of the images before, where they were read already
 */
export async function compose(
  query: Query,
  studyId: number,
  { content, packed }: Pick<PackedContent, 'content' | 'packed'>,
  before: readonly ManifestEntry[],
  read?: KnownFacts,
): Promise<Composed> {
  const own = new Map(packed.map(({ facts, ...packedImage }) => [packedImage.instance_id, { entry: entryOf(packedImage), facts }]));
  const gone = new Set(content.kind === 'changes' ? content.removed : []);
  const kept = before.filter(({ instance_id }) => !own.has(instance_id) && !gone.has(instance_id));
  const facts = await factsOfEntries(query, studyId, kept, read);
  const all = [...own.values(), ...kept.map((entry, n) => ({ entry, facts: facts[n]! }))].sort((a, b) =>
    a.entry.instance_id < b.entry.instance_id ? -1 : 1,
  );
  return { entries: all.map(({ entry }) => entry), facts: all.map((image) => image.facts) };
}
