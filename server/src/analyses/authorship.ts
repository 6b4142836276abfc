import { isDeepStrictEqual } from 'node:util';
import type { AnalysisImage, ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { Person } from '@echometry/contract/records/user.ts';

type ById = ReadonlyMap<string, AnalysisImage>;

/** A calibration of the file has no author; a user's has the user who set it. */
function calibrationBy(
  calibration: ImageCalibration | null,
  known: ImageCalibration | null | undefined,
  author: Person,
): ImageCalibration | null {
  if (calibration === null || isDeepStrictEqual(calibration, known)) return calibration;
  const bySomebody = calibration.author !== null || calibration.source === 'manual' || calibration.source === 'confirmed_spacing';
  return bySomebody ? { ...calibration, author: author.email } : calibration;
}

/** True when all work in the images is the author's own: then the work they build on need not be read. */
export const isAllOwn = (images: readonly AnalysisImage[], author: Person): boolean =>
  images.every((image) => image.calibration === null || image.calibration.author === null || image.calibration.author === author.email);

/** Writes who made what. `known` is the work the images build on, by `instance_id`. */
export function authored(images: readonly AnalysisImage[], known: ById, author: Person): AnalysisImage[] {
  return images.map((image) => {
    const before = known.get(image.instance_id);
    return {
      ...image,
      calibration: calibrationBy(image.calibration, before?.calibration, author),
    };
  });
}
