/** Cycles whose lines are followed through every frame and accepted, as the engine measures them. */
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { CurvesRequest, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import type { CurvesInCycle } from '@echometry/contract/rules/curve-values.ts';
import { anchorsOf, decisionsOf, framesOfCycle, isOutdated } from '@echometry/contract/rules/sequence.ts';

/** Image types of the apical views, in the order in which they are shown. */
export const APICAL_TYPES: readonly string[] = ['4-chamber 2D', '2-chamber 2D', '3-chamber 2D'];

type LinesOf = (hash: string) => SequenceLines | null;

/** A cycle; null where it is not followed, or where what it was followed from has changed. */
export function requestOf(image: AnalysisImage, cycle: number, linesOf: LinesOf): CurvesRequest | null {
  const frames = image.metadata?.number_of_frames ?? 0;
  const sequence = image.segmentation[cycle]?.sequence;
  const span = framesOfCycle(image, cycle, frames);
  const lines = sequence && linesOf(sequence.lines_sha256);
  if (!lines || !span || isOutdated(image, cycle, sequence, frames)) return null;
  const drawn = anchorsOf(image, cycle, span).map(({ line }) => line);
  return { instance_id: image.instance_id, cycle, lines, drawn, ...decisionsOf(sequence) };
}

/** The cycle of this number, or else the first one. */
export function firstRequest(image: AnalysisImage, cycle: number, linesOf: LinesOf): CurvesRequest | null {
  const numbers = [cycle, ...image.segmentation.keys()];
  for (const number of numbers) {
    const request = requestOf(image, number, linesOf);
    if (request) return request;
  }
  return null;
}

/** All cycles of an image. */
const requestsOf = (image: AnalysisImage, linesOf: LinesOf): CurvesRequest[] =>
  image.segmentation.flatMap((_, cycle) => requestOf(image, cycle, linesOf) ?? []);

/** A followed image with the curves of its cycles. */
export interface FollowedImage {
  image: AnalysisImage;
  cycles: readonly CurvesInCycle[];
}

/** Curves of the followed cycles of images. */
export async function curvesOf(
  images: readonly AnalysisImage[],
  linesOf: LinesOf,
  compute: (request: CurvesRequest) => Promise<CycleCurves | null>,
): Promise<FollowedImage[]> {
  const followed: FollowedImage[] = [];
  for (const image of images) {
    const cycles: CurvesInCycle[] = [];
    for (const request of requestsOf(image, linesOf)) {
      const found = await compute(request);
      if (found) cycles.push({ cycle: request.cycle, curves: found.curves });
    }
    if (cycles.length > 0) followed.push({ image, cycles });
  }
  return followed;
}

export const isFollowed = ({ segmentation }: Pick<AnalysisImage, 'segmentation'>): boolean => segmentation.some(({ sequence }) => sequence);

/** Computes the curves of a cycle in a study of the engine. */
export const computedBy =
  (study: StudyMeasurements) =>
  async (request: CurvesRequest): Promise<CycleCurves | null> => {
    const found = await study.cycleCurves(request);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };
