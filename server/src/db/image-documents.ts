import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { imageOfFormat, type OlderImage } from '@echometry/contract/rules/image-formats.ts';
import { imageState, type ImageState } from '@echometry/contract/rules/image-state.ts';
import { isDrawn } from '@echometry/contract/rules/measured.ts';
import { sequenceHashes } from '@echometry/contract/rules/sequence.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Damage } from '../errors.ts';
import { breathe } from './breathe.ts';
import { pack, unpack } from './document.ts';
import type { Database } from './schema.ts';
import { together } from './together.ts';

type Query = Kysely<Database>;

/** Rows asked for or written in one statement; SQLite takes 32,766 values in one. */
const ROWS_AT_ONCE = 500;

/** Content of a document: the hash covers the format too, so one hash never stands for two readings. */
interface ImageDocument {
  format: number;
  image: OlderImage;
}

/** Facts next to a document, so that a save reads only the images it changes. */
export interface ImageFacts extends ImageState {
  is_calibrated: boolean;
  cycles: number;
  is_drawn: boolean;
  /** Absent where an older program wrote the facts. */
  config_versions?: Record<string, number>;
}

/** An image as a manifest names it. */
export interface ManifestEntry {
  instance_id: string;
  sha256: string;
  /** Of images stored before their records named versions. */
  config_versions?: Record<string, number>;
  /** Hashes of the lines on every frame that the image names, which are documents of the study too; absent without any. */
  sequences?: string[];
}

/** Hashes of every document that an entry names. */
export const documentsOfEntry = ({ sha256, sequences = [] }: Pick<ManifestEntry, 'sha256' | 'sequences'>): string[] => [
  sha256,
  ...sequences,
];

/** A document of a study, ready to be stored. */
export interface PackedRow {
  instance_id: string;
  sha256: string;
  document: Uint8Array;
  /** Null for lines on every frame. */
  facts: ImageFacts | null;
}

export interface PackedImage extends ManifestEntry, PackedRow {
  facts: ImageFacts;
}

const factsOf = (image: AnalysisImage): ImageFacts => ({
  ...imageState(image),
  is_calibrated: image.calibration === null ? image.metadata?.flow_region != null : image.calibration.source !== 'none',
  cycles: image.cardiac_events.length,
  is_drawn: isDrawn(image),
  config_versions: image.config_versions,
});

export async function packImage(image: AnalysisImage): Promise<PackedImage> {
  const document: ImageDocument = { format: DOCUMENT_FORMAT, image };
  const { bytes, sha256 } = await pack(document);
  const sequences = sequenceHashes(image);
  return {
    instance_id: image.instance_id,
    sha256,
    document: bytes,
    facts: factsOf(image),
    ...(sequences.length > 0 ? { sequences } : {}),
  };
}

/** Lines on every frame of a cycle, which the named image has. */
export async function packSequence(instance_id: string, lines: SequenceLines): Promise<PackedRow> {
  const { bytes, sha256 } = await pack(lines);
  return { instance_id, sha256, document: bytes, facts: null };
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) yield all.slice(from, from + ROWS_AT_ONCE);
}

/**
 * Statements that store documents, each document once. An existing one is written again, which repairs it where it was damaged.
 */
export function storingDocuments(query: Query, studyId: number, rows: readonly PackedRow[]) {
  const once = [...new Map(rows.map((row) => [row.sha256, row])).values()];
  return [...inParts(once)].map((part) =>
    query
      .insertInto('image_document')
      .values(
        part.map(({ instance_id, sha256, document, facts }) => ({
          study_id: studyId,
          instance_id,
          sha256,
          document,
          facts: facts && JSON.stringify(facts),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['study_id', 'sha256'])
          .doUpdateSet((row) => ({ document: row.ref('excluded.document'), facts: row.ref('excluded.facts') })),
      ),
  );
}

/** Stores documents of images. */
export async function storeImageDocuments(query: Query, studyId: number, rows: readonly PackedRow[]): Promise<void> {
  for (const statement of storingDocuments(query, studyId, rows)) await statement.execute();
}

async function imageOf(entry: ManifestEntry, document: Uint8Array | undefined): Promise<AnalysisImage> {
  if (document === undefined) throw new Damage(`the document of image ${entry.instance_id} is missing`);
  try {
    const { format, image } = await unpack<ImageDocument>(document, entry.sha256);
    return imageOfFormat(format, image);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new Damage(`image ${entry.instance_id}: ${error.message}`);
  }
}

const hashesOf = (entries: readonly ManifestEntry[]): string[] => entries.map(({ sha256 }) => sha256);

async function documentsOf(query: Query, studyId: number, hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
  const documents = new Map<string, Uint8Array>();
  for (const part of inParts(hashes)) {
    const rows = await query
      .selectFrom('image_document')
      .select(['sha256', 'document'])
      .where('study_id', '=', studyId)
      .where('sha256', 'in', part)
      .execute();
    for (const row of rows) documents.set(row.sha256, row.document);
  }
  return documents;
}

/**
 * The images a manifest names, in its order.
 *
 * @throws Damage when a document is missing or is not what was stored.
 */
export async function readImages(query: Query, studyId: number, entries: readonly ManifestEntry[]): Promise<AnalysisImage[]> {
  const documents = await documentsOf(query, studyId, hashesOf(entries));
  return Promise.all(entries.map((entry) => imageOf(entry, documents.get(entry.sha256))));
}

/** The readable images; null in the places of others. */
export async function readSoundImages(
  query: Query,
  studyId: number,
  entries: readonly ManifestEntry[],
): Promise<Array<AnalysisImage | null>> {
  const documents = await documentsOf(query, studyId, hashesOf(entries));
  const readable = async (entry: ManifestEntry): Promise<AnalysisImage | null> => {
    try {
      return await imageOf(entry, documents.get(entry.sha256));
    } catch (error) {
      if (error instanceof Damage) return null;
      throw error;
    }
  };
  return Promise.all(entries.map(readable));
}

/** Of an entry what names its document among those of several studies. */
type OfStudy = Pick<ManifestEntry, 'sha256'> & { study_id: number };

/** Columns of documents of several studies. */
async function rowsOfStudies<Row>(query: Query, entries: readonly OfStudy[], columns: RawBuilder<unknown>): Promise<Row[]> {
  const found: Row[] = [];
  for (const part of inParts(entries)) {
    const wanted = part.map(({ study_id, sha256 }) => sql`(cast(${study_id} as bigint), cast(${sha256} as text))`);
    const { rows } = await sql<Row>`with wanted(study_id, sha256) as (values ${sql.join(wanted)})
      select ${columns} from wanted join image_document found
        on found.study_id = wanted.study_id and found.sha256 = wanted.sha256`.execute(query);
    found.push(...rows);
  }
  return found;
}

/** The images of entries of several studies, in the order of each study's; the damage where one of a study's cannot be read. */
export async function readImagesOfStudies(
  query: Query,
  works: readonly { study_id: number; images: readonly ManifestEntry[] }[],
): Promise<(AnalysisImage[] | Damage)[]> {
  const keyOf = ({ study_id, sha256 }: OfStudy): string => `${study_id} ${sha256}`;
  const entries = works.flatMap(({ study_id, images }) => images.map(({ sha256 }) => ({ study_id, sha256 })));
  const rows = await rowsOfStudies<OfStudy & { document: Uint8Array }>(
    query,
    [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()],
    sql`found.study_id, found.sha256, found.document`,
  );
  const documents = new Map(rows.map((row) => [keyOf(row), row.document]));
  const read: (AnalysisImage[] | Damage)[] = [];
  for (const { study_id, images } of works) {
    const one = Promise.all(images.map((entry) => imageOf(entry, documents.get(keyOf({ study_id, sha256: entry.sha256 })))));
    read.push(
      await one.catch((error: unknown) => {
        if (error instanceof Damage) return error;
        throw error;
      }),
    );
    await breathe();
  }
  return read;
}

/** Which of some documents of a study are stored. */
export async function storedHashes(query: Query, studyId: number, hashes: readonly string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (const part of inParts(hashes)) {
    const rows = await query
      .selectFrom('image_document')
      .select('sha256')
      .where('study_id', '=', studyId)
      .where('sha256', 'in', part)
      .execute();
    for (const row of rows) stored.add(row.sha256);
  }
  return stored;
}

/**
 * Lines on every frame, by their hashes, as far as they are stored in the study.
 *
 * @throws Damage when a document is not what was stored
 */
export async function readSequences(query: Query, studyId: number, hashes: readonly string[]): Promise<Map<string, SequenceLines>> {
  const found = new Map<string, SequenceLines>();
  for (const [sha256, bytes] of await documentsOf(query, studyId, hashes)) {
    const lines = await unpack<SequenceLines>(bytes, sha256);
    // The hash of an image names no lines.
    if (Array.isArray(lines.lines)) found.set(sha256, lines);
  }
  return found;
}

/** Facts as stored next to a document; null where an older program wrote them and did not know all of them. */
function storedFacts(json: string | null): ImageFacts | null {
  const facts = json === null ? null : (JSON.parse(json) as Partial<ImageFacts>);
  return facts?.cycles === undefined ? null : (facts as ImageFacts);
}

/** Facts of images by the hash of their documents, as far as they are stored. */
export type KnownFacts = ReadonlyMap<string, ImageFacts>;

export async function storedFactsOf(query: Query, studyId: number, entries: readonly ManifestEntry[]): Promise<Map<string, ImageFacts>> {
  const known = new Map<string, ImageFacts>();
  for (const part of inParts(entries)) {
    const hashes = part.map(({ sha256 }) => sha256);
    const [rows] = await together(
      query,
      query.selectFrom('image_document').select(['sha256', 'facts']).where('study_id', '=', studyId).where('sha256', 'in', hashes),
    );
    for (const row of rows) {
      const facts = storedFacts(row.facts);
      if (facts !== null) known.set(row.sha256, facts);
    }
  }
  return known;
}

/** Facts of documents of several studies at once, as far as they are stored; equal documents have equal facts, whose ever they are. */
export async function storedFactsOfStudies(query: Query, entries: readonly OfStudy[]): Promise<Map<string, ImageFacts>> {
  const once = [...new Map(entries.map((entry) => [entry.sha256, entry])).values()];
  const known = new Map<string, ImageFacts>();
  const rows = await rowsOfStudies<{ sha256: string; facts: string | null }>(query, once, sql`found.sha256, found.facts`);
  for (const { sha256, facts } of rows) {
    const read = storedFacts(facts);
    if (read !== null) known.set(sha256, read);
  }
  return known;
}

/** The versions of the configuration that images name, by `instance_id`; documents are read only where no facts have them. */
export async function versionsOfEntries(
  query: Query,
  studyId: number,
  entries: readonly ManifestEntry[],
  facts: KnownFacts,
): Promise<Map<string, Record<string, number>>> {
  const untold = entries.filter(({ sha256 }) => facts.get(sha256)?.config_versions === undefined);
  const read = await readSoundImages(query, studyId, untold);
  return new Map([
    ...entries.map(({ instance_id, sha256 }) => [instance_id, facts.get(sha256)?.config_versions ?? {}] as const),
    ...untold.map(({ instance_id }, n) => [instance_id, read[n]?.config_versions ?? {}] as const),
  ]);
}

/**
 * Facts of the images that a manifest names, for the rules. Documents that a migration made get theirs at the first use.
 * @param read facts that were read before
 */
export async function factsOfEntries(
  query: Query,
  studyId: number,
  entries: readonly ManifestEntry[],
  read?: KnownFacts,
): Promise<ImageFacts[]> {
  const known = new Map(read ?? (await storedFactsOf(query, studyId, entries)));
  const unknown = entries.filter(({ sha256 }) => !known.has(sha256));
  for (const [n, image] of (await readImages(query, studyId, unknown)).entries()) {
    const { sha256 } = unknown[n]!;
    known.set(sha256, factsOf(image));
    await query
      .updateTable('image_document')
      .set({ facts: JSON.stringify(factsOf(image)) })
      .where('study_id', '=', studyId)
      .where('sha256', '=', sha256)
      .execute();
  }
  return entries.map(({ sha256 }) => known.get(sha256)!);
}
