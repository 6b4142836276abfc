import type { CleanFile, CleanOptions, Intake, WrittenObject } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import { ok, type Result } from '@echometry/bindings/engine/result.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { ObjectStore, ThreadsWrite } from '../objects/store.ts';
import { ICON_BOXES } from './limits.ts';

/** Facts in records of an image whose bytes are stored. */
export interface StoredImage {
  sizeBytes: number;
  keys: { dicom: string; small: string; big: string };
  iconBytes: { small: number; big: number };
}

/** Stores the bytes of an image and its icons, under hashes that are known already or computed; all of them are durable afterwards. */
export async function storeImage(
  objects: ObjectStore,
  { bytes, icons, sha256 }: Pick<CleanFile, 'bytes' | 'icons'> & Partial<Pick<CleanFile, 'sha256'>>,
  onObject?: (key: string) => void,
): Promise<StoredImage> {
  const [smallIcon, bigIcon] = icons;
  if (smallIcon === undefined || bigIcon === undefined) throw new Error('An image is stored with two icons');
  const put = (content: Uint8Array, key: string | undefined): Promise<string> => objects.put(content, { onWritten: onObject, key });
  const sizeBytes = bytes.byteLength;
  const [smallKey, bigKey] = sha256?.icons ?? [];
  const [dicom, small, big] = await Promise.all([put(bytes, sha256?.bytes), put(smallIcon, smallKey), put(bigIcon, bigKey)]);
  return {
    sizeBytes,
    keys: { dicom, small, big },
    iconBytes: { small: smallIcon.byteLength, big: bigIcon.byteLength },
  };
}

/** An image that is stored, with what is known of it. */
export interface KeptImage {
  metadata: ImageMetadata;
  framesAvailable: number | null;
  damagedFrames: number[];
  sha256: CleanFile['sha256'];
  stored: StoredImage;
}

/** De-identifies a file and stores it. Into a folder, the thread that made the bytes writes them; into a bucket, this thread does. */
export async function cleanAndStore(
  objects: ObjectStore,
  intake: Intake,
  options: CleanOptions,
  onObject: (key: string) => void,
): Promise<Result<KeptImage, EngineFailure>> {
  if (objects.threads === undefined) {
    const clean = await intake.clean(options, ICON_BOXES);
    if (!clean.ok) return clean;
    const { metadata, framesAvailable, damagedFrames, sha256 } = clean.value;
    const stored = await storeImage(objects, clean.value, onObject);
    intake.giveBack(clean.value);
    return ok({ metadata, framesAvailable, damagedFrames, sha256, stored });
  }
  const written = await intake.write(options, ICON_BOXES, objects.threads.folder);
  if (!written.ok) return written;
  if ('code' in written.value) throw Object.assign(new Error(written.value.message), { code: written.value.code });
  const { metadata, framesAvailable, damagedFrames, bytes, icons } = written.value;
  const stored = await adopt(objects.threads, bytes, icons, onObject);
  const sha256 = { bytes: bytes.key, icons: icons.map((icon) => icon.key) };
  return ok({ metadata, framesAvailable, damagedFrames, sha256, stored });
}

async function adopt(
  threads: ThreadsWrite,
  dicom: WrittenObject,
  [small, big]: readonly WrittenObject[],
  onObject: (key: string) => void,
): Promise<StoredImage> {
  if (small === undefined || big === undefined) throw new Error('An image is stored with two icons');
  await Promise.all([dicom, small, big].map((object) => threads.adopt(object, onObject)));
  return {
    sizeBytes: dicom.size_bytes,
    keys: { dicom: dicom.key, small: small.key, big: big.key },
    iconBytes: { small: small.size_bytes, big: big.size_bytes },
  };
}
