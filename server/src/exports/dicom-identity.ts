import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { DicomIdentity } from './formats/dicom-object.ts';

const TAGS = { study: '(0020,000D)', series: '(0020,000E)', sopClass: '(0008,0016)' } as const;
/** PS3.5 9.1. */
const UID = /^[0-9]+(\.[0-9]+)+$/;

/** Study, series and class of an image by its file; null where one is missing or no UID. */
export function identityOf({ full_metadata }: ImageMetadata): DicomIdentity | null {
  const uidOf = (wanted: string): string | null => {
    const value = full_metadata.find(({ tag, depth }) => depth === 0 && tag.toUpperCase() === wanted)?.value.trim();
    return value !== undefined && UID.test(value) ? value : null;
  };
  const [study_instance_uid, series_instance_uid, sop_class_uid] = [uidOf(TAGS.study), uidOf(TAGS.series), uidOf(TAGS.sopClass)];
  if (study_instance_uid === null || series_instance_uid === null || sop_class_uid === null) return null;
  return { study_instance_uid, series_instance_uid, sop_class_uid };
}
