/** Images of the review in pages of four, and what changed of them. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { changesOfImage, type ReviewChange } from '@echometry/contract/rules/review-changes.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';

/** Images shown at once (docs/specification.md#image-analysis). */
export const IMAGES_OF_A_PAGE = 4;

export interface Reviewed {
  file: StudyFile;
  image: AnalysisImage;
  /** As the editor had it; undefined where the review brought it in. */
  original: AnalysisImage | undefined;
  changes: ReviewChange[];
}

export interface ReviewedStudy {
  /** Images of the review in the order of the study. */
  images: Reviewed[];
  /** All changes in that order, those of images that were taken out at the end. */
  changes: ReviewChange[];
}

export function reviewedStudy({ files, images, review }: Pick<OpenStudy, 'files' | 'images' | 'review'>): ReviewedStudy {
  const byId = new Map(images.map((image) => [image.instance_id, image]));
  const originals = new Map((review?.originals ?? []).map((image) => [image.instance_id, image]));
  const shown = files.flatMap((file): Reviewed[] => {
    const image = byId.get(file.instance_id);
    const original = originals.get(file.instance_id);
    return image ? [{ file, image, original, changes: changesOfImage(original, image) }] : [];
  });
  const gone = files.flatMap(({ instance_id }) => (byId.has(instance_id) ? [] : changesOfImage(originals.get(instance_id), undefined)));
  return { images: shown, changes: [...shown.flatMap(({ changes }) => changes), ...gone] };
}

export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / IMAGES_OF_A_PAGE));

/** The page that an image is on, from 0; null where it is on none. */
export function pageOf(images: readonly Reviewed[], instanceId: string): number | null {
  const at = images.findIndex(({ file }) => file.instance_id === instanceId);
  return at < 0 ? null : Math.floor(at / IMAGES_OF_A_PAGE);
}
