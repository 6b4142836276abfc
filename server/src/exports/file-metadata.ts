import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { FileRecord } from '../db/files.ts';
import { readBytes } from '../objects/read-bytes.ts';
import type { ObjectReader } from '../objects/store.ts';

/** Bytes in which the header of a file ends, as a rule; where it does not, the whole file is read. */
const HEADER_BYTES = 256 * 1024;
/** MPEG-2, H.264 and H.265 (PS3.5 A.4): their frame times are in the stream. */
const VIDEO = /^1\.2\.840\.10008\.1\.2\.4\.10[0-9]/;

async function metadataIn(engine: Engine, bytes: Uint8Array): Promise<ImageMetadata | null> {
  const opened = await engine.open(bytes);
  if (!opened.ok) return null;
  const metadata = await engine.metadata(opened.value);
  engine.release(opened.value);
  return metadata.ok ? metadata.value : null;
}

/**
 * Metadata of the file of an image; null when the engine cannot read it.
 * @throws StoreUnavailable, or the error of the system; ENOENT for an object that is missing
 */
export async function fileMetadata(engine: Engine, objects: ObjectReader, file: FileRecord): Promise<ImageMetadata | null> {
  const { object_sha256: key, size_bytes: size } = file;
  const metadataOf = async (range?: { start: number; end: number }): Promise<ImageMetadata | null> =>
    metadataIn(engine, await readBytes(objects, key, range));
  const isHeaderEnough = size > HEADER_BYTES && !VIDEO.test(file.transfer_syntax_uid);
  return (isHeaderEnough ? await metadataOf({ start: 0, end: HEADER_BYTES - 1 }) : null) ?? metadataOf();
}
