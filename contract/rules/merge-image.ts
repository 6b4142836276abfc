import type { AnalysisImage, CaliperMeasurement } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { contentOf } from './content.ts';

/**
 * Parts of one image that two people may change without a conflict: measurements follow the timing and lines they are computed
 * from. Neither keys nor what the server fills in belong to a part, and a reviewer's approval is not an editor's to change.
 */
export const IMAGE_PARTS = {
  labels: ['type', 'view', 'modality', 'reference', 'additional_labels', 'active', 'missing_image'],
  quality: ['accepted', 'score'],
  timing: [
    'onset_type',
    'cardiac_events',
    'segmentation',
    'measurements_caliper',
    'measurements',
    'cycles_segmented',
    'is_annotated',
    'is_segmented',
    'is_measured',
  ],
  calibration: ['calibration', 'correct_aliasing'],
} as const satisfies Record<string, ReadonlyArray<keyof AnalysisImage>>;

/** Fields that no part holds: keys, the server's own, and what is written by other calls. */
export const FIELDS_WITHOUT_PART = [
  'id',
  'filename',
  'instance_id',
  'dicom',
  'urls',
  'metadata',
  'validated',
  'comments',
  'comments_review',
  'config_versions',
] as const satisfies ReadonlyArray<keyof AnalysisImage>;

/** Computed from the rest of their part: they go with the side that is taken, and are no reason to choose one. */
export const COMPUTED_FIELDS: ReadonlySet<string> = new Set<keyof AnalysisImage>(['measurements', 'is_measured']);

export type ImagePart = keyof typeof IMAGE_PARTS;
/** `image`: one side removed what the other changed. */
export type ConflictPart = ImagePart | 'image';

const PART_NAMES = Object.keys(IMAGE_PARTS) as ImagePart[];

type Side = 'base' | 'mine' | 'theirs';

const partOf = (image: AnalysisImage, part: ImagePart): Partial<AnalysisImage> =>
  Object.fromEntries(IMAGE_PARTS[part].map((field) => [field, image[field]]));

/** Content of a part that users set, without computed fields. */
const doneOf = (image: AnalysisImage, part: ImagePart): Partial<AnalysisImage> =>
  Object.fromEntries(
    IMAGE_PARTS[part].flatMap((field): [string, unknown][] => {
      if (COMPUTED_FIELDS.has(field)) return [];
      return [[field, workInField(image, field)]];
    }),
  );

/** The part of a caliper that users set. */
const asPlaced = ({ id, type, name, cycle, event, frame_number, points }: CaliperMeasurement) => ({
  id,
  type,
  name: name ?? null,
  cycle,
  event,
  frame_number,
  at: points.pixel,
});

/** Content of a field that users set, without computed values. */
export const workInField = (image: AnalysisImage, field: keyof AnalysisImage): unknown =>
  field === 'measurements_caliper' ? image[field].map(asPlaced) : image[field];

const samePart = (a: AnalysisImage, b: AnalysisImage, parts: readonly ImagePart[]): boolean =>
  parts.every((part) => contentOf(doneOf(a, part)) === contentOf(doneOf(b, part)));

/** The image with some of its parts taken from another. */
export const withParts = (image: AnalysisImage, from: AnalysisImage, parts: readonly ImagePart[]): AnalysisImage =>
  Object.assign({ ...image }, ...parts.map((part) => partOf(from, part))) as AnalysisImage;

/** An image before work on it, except for the onset its timing starts with. */
const blankOf = (image: AnalysisImage): AnalysisImage => ({
  ...blankImage({ instance_id: image.instance_id, filename: image.filename, active: image.active, metadata: null }, 'adult'),
  onset_type: image.onset_type,
});

/** Parts that are merged together: lines and timing of one type mean nothing in another. */
function groupsOf(images: Record<Side, AnalysisImage>): ImagePart[][] {
  const types = new Set([images.base.type, images.mine.type, images.theirs.type]);
  if (types.size === 1) return PART_NAMES.map((part) => [part]);
  return [['labels', 'timing'], ['quality'], ['calibration']];
}

/** Same content, but for what the server fills in and what other calls write. */
export function sameWork(a: AnalysisImage | null, b: AnalysisImage | null): boolean {
  if (a === null || b === null) return a === b;
  return samePart(a, b, PART_NAMES);
}

export interface MergedImage {
  /** Mine where both sides changed a part differently. */
  image: AnalysisImage | null;
  conflicts: ConflictPart[];
}

/**
 * Three-way merge of one image, part by part; null where it is not there.
 * @param base what mine was made from
 */
export function mergeImage(base: AnalysisImage | null, mine: AnalysisImage | null, theirs: AnalysisImage | null): MergedImage {
  if (sameWork(mine, base) || sameWork(mine, theirs)) return { image: theirs, conflicts: [] };
  if (sameWork(theirs, base)) return { image: mine && theirs ? withParts(theirs, mine, PART_NAMES) : mine, conflicts: [] };
  if (mine === null || theirs === null) return { image: mine, conflicts: ['image'] };
  const images = { base: base ?? blankOf(theirs), mine, theirs };
  let image = theirs;
  const conflicts: ImagePart[] = [];
  for (const parts of groupsOf(images)) {
    if (samePart(mine, images.base, parts) || samePart(mine, theirs, parts)) continue;
    if (!samePart(theirs, images.base, parts)) conflicts.push(...parts.filter((part) => !samePart(mine, theirs, [part])));
    image = withParts(image, mine, parts);
  }
  return { image, conflicts };
}

/** Settles a conflict the other way: their side of the parts both changed. */
export function takeTheirs(
  image: AnalysisImage | null,
  theirs: AnalysisImage | null,
  conflicts: readonly ConflictPart[],
): AnalysisImage | null {
  if (image === null || theirs === null || conflicts.includes('image')) return theirs;
  return withParts(
    image,
    theirs,
    conflicts.filter((part) => part !== 'image'),
  );
}
