import type { AnalysisImage } from '../generated/analysis-image.ts';
import { MAX_USER_DEFINED_CYCLES, type Project } from '../records/project.ts';

/** Cycles of an image at most (docs/specification.md#image-analysis): the project's number, or 1000 where the user defines it. */
export const maxCycles = ({ cardiac_cycles }: Pick<Project, 'cardiac_cycles'>): number =>
  cardiac_cycles === 'user defined' ? MAX_USER_DEFINED_CYCLES : cardiac_cycles;

/**
 * Images that cycle timing is about: with view, type, reference and a modality of the project, and a clip with frames
 * (docs/specification.md#image-analysis).
 * @param frames number of frames of the file
 */
export function canBeTimed(
  image: Pick<AnalysisImage, 'view' | 'type' | 'reference' | 'modality'> | undefined,
  frames: number,
  { modalities }: Pick<Project, 'modalities'>,
): boolean {
  if (!image || image.view === null || image.type === null || image.modality === null || !image.reference) return false;
  return modalities.some(({ type }) => type === image.modality) && (image.modality !== '2D' || frames > 0);
}
