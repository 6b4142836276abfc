import { type CleanFile } from '@echometry/bindings/api.ts';
import { type ObjectStore } from '../../objects/store.ts';

/** What records name of an image whose bytes are stored. */
export interface StoredImage {
  sizeBytes: number;
  keys: { dicom: string; small: string; big: string };
  iconBytes: { small: number; big: number };
}

/** Stores the bytes of an image and its icons; all of them are durable afterwards. */
export async function storeImage(
  objects: ObjectStore,
  { bytes, icons }: Pick<CleanFile, 'bytes' | 'icons'>,
  onObject?: (key: string) => void,
): Promise<StoredImage> {
  const [smallIcon, bigIcon] = icons;
  if (smallIcon === undefined || bigIcon === undefined) throw new Error('An image is stored with two icons');
  const put = (content: Uint8Array): Promise<string> => objects.put(content, onObject);
  const [dicom, small, big] = await Promise.all([put(bytes), put(smallIcon), put(bigIcon)]);
  return {
    sizeBytes: bytes.byteLength,
    keys: { dicom, small, big },
    iconBytes: { small: smallIcon.byteLength, big: bigIcon.byteLength },
  };
}
