/** One side of a conflict, in a few words: of the parts that both people changed. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ConflictPart } from '@echometry/contract/rules/merge-image.ts';
import { generalScore } from '@echometry/contract/rules/quality.ts';

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

const labelWords = ({ view, type }: AnalysisImage): string => [view, type].filter(Boolean).join(' · ') || 'no type or view';

function qualityWords(image: AnalysisImage): string {
  if (image.accepted !== null) return image.accepted === 'yes' ? 'accepted' : 'not accepted';
  const score = generalScore(image);
  return score === null ? 'not scored' : `scored ${score}`;
}

/** How much is drawn: two people who traced the same cycles differ in their points. */
function drawnWords({ segmentation, measurements_caliper: calipers }: AnalysisImage): string[] {
  const lines = segmentation.flatMap((cycle) => [
    ...(cycle.lines ?? []),
    ...(cycle.end_diastole?.lines ?? []),
    ...(cycle.end_systole?.lines ?? []),
  ]);
  const points = lines.reduce((sum, line) => sum + line.points.length, 0);
  return [
    ...(points > 0 ? [`${count(points, 'point')} on ${count(lines.length, 'line')}`] : []),
    ...(calipers.length > 0 ? [count(calipers.length, 'caliper')] : []),
  ];
}

/** Null stands for an image without any work. */
export function sideWords(image: AnalysisImage | null, parts: readonly ConflictPart[]): string {
  if (image === null) return 'no label';
  const words = [
    ...(parts.includes('labels') || parts.includes('image') ? [labelWords(image)] : []),
    ...(parts.includes('quality') ? [qualityWords(image)] : []),
    ...(parts.includes('timing') ? [count(image.cardiac_events.length, 'cycle'), ...drawnWords(image)] : []),
    ...(parts.includes('calibration') ? [image.calibration ? 'a calibration' : 'no calibration'] : []),
  ];
  return words.join(', ');
}
