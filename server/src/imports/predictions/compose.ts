/** The image of a model: labels and timing of a user, lines of the model, nothing else. */
import type { AnalysisImage, CardiacEvents, CycleSegmentation, MarkOrigins } from '@echometry/contract/generated/analysis-image.ts';
import { withoutWork } from '@echometry/contract/rules/blank-image.ts';
import type { PlacedLine } from './place.ts';

const MARKS = ['end_diastole', 'end_systole', 'onset_start', 'onset_end', 'end_diastole_start', 'end_diastole_end'] as const;
/** Origin of the copied marks, with its version. */
const COPYING = { method: 'marks of the study', method_version: '1' } as const;

/** A cycle whose marks are flagged as copies: the model timed nothing. */
function copied(cycle: CardiacEvents): CardiacEvents {
  const origins: MarkOrigins = {};
  for (const mark of MARKS) {
    const at = cycle[mark];
    if (typeof at === 'number') origins[mark] = { origin: 'copied', ...COPYING, proposed: at };
  }
  return { ...cycle, origins };
}

function segmentationOf(cycles: number, placed: readonly PlacedLine[], isPlane: boolean): CycleSegmentation[] {
  const segmentation = Array.from({ length: cycles }, (): CycleSegmentation =>
    isPlane ? { end_diastole: { lines: [] }, end_systole: { lines: [] } } : { lines: [] },
  );
  for (const { cycle, event, line } of placed) {
    const place = segmentation[cycle];
    (event === null ? place : place?.[event])?.lines?.push(line);
  }
  return segmentation;
}

/** The image with the lines of a model instead of the user's, whose labels and marks it keeps. */
export function predictedImage(basis: AnalysisImage, placed: readonly PlacedLine[]): AnalysisImage {
  const isTimed = basis.cardiac_events.length > 0;
  const cycles = isTimed ? basis.cardiac_events.length : 1;
  const segmentation = segmentationOf(cycles, placed, basis.modality === '2D' && isTimed);
  const drawn = new Set(placed.map(({ cycle }) => cycle)).size;
  return {
    ...withoutWork(basis),
    accepted: null,
    score: null,
    comments: [],
    comments_review: [],
    cardiac_events: basis.cardiac_events.map(copied),
    is_annotated: basis.is_annotated,
    correct_aliasing: basis.correct_aliasing,
    segmentation,
    cycles_segmented: drawn,
    is_segmented: drawn === cycles,
  };
}
