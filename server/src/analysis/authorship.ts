import { isDeepStrictEqual } from 'node:util';
import type { AnalysisImage, ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { Person } from '@echometry/contract/records/user.ts';

type ById = ReadonlyMap<string, AnalysisImage>;

/** What the file says of a calibration has no author, and what a person set has the one who set it. */
function calibrationBy(
  calibration: ImageCalibration | null,
  known: ImageCalibration | null | undefined,
  author: Person,
): ImageCalibration | null {
  if (calibration === null || isDeepStrictEqual(calibration, known)) return calibration;
  const bySomebody = calibration.author !== null || calibration.source === 'manual' || calibration.source === 'confirmed_spacing';
  return bySomebody ? { ...calibration, author: author.email } : calibration;
}

/** True when nothing in the images could be somebody else's: then the work they build on need not be read. */
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
