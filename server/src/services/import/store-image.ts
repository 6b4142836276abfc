import { type CleanFile } from '@echometry/bindings/api.ts';
import { type ObjectStore } from '../../objects/store.ts';

/** What records name of an image whose bytes are stored. */
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
