import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { Project } from '../records/project.ts';
import { canBeTimed } from './cycle-timing.ts';
import { isBiometryType } from './image-types.ts';

type Traceable = Pick<AnalysisImage, 'view' | 'type' | 'reference' | 'modality' | 'is_annotated'>;

/**
 * Images that segmentation is about: those of cycle timing whose cycles are timed, and planes on which none is timed: a
 * still picture and biometry (docs/specification.md#image-analysis).
 * @param frames number of frames of the file
 */
export function canBeTraced(image: Traceable | undefined, frames: number, project: Pick<Project, 'modalities'>): boolean {
  if (!image || !canBeTimed(image, frames, project)) return false;
  return image.is_annotated || (image.modality === '2D' && (frames === 1 || isBiometryType(image.type ?? '')));
}
