/** How far the followed lines of a review are from the editor's, on every frame of a cycle. */
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { pixelSizeOf } from '@echometry/contract/rules/pixel-size.ts';
import { sequenceHashes } from '@echometry/contract/rules/sequence.ts';
import { pairedFrames } from '@echometry/contract/rules/sequence-pairs.ts';
import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import { interpolationOf } from './interpolation.ts';

/** Mean contour distances of one line in one cycle. */
export interface FrameDistances {
  line: string;
  /** From 0. */
  cycle: number;
  /** The lines on a frame, and how far they are apart; null where they cannot be compared. */
  frames: readonly { frame_number: number; mm: number | null }[];
}

/** True where both followed a cycle, and not to the same lines. */
export function areFollowedApart(image: AnalysisImage, original: AnalysisImage | undefined): original is AnalysisImage {
  const [own, theirs] = [sequenceHashes(image), original ? sequenceHashes(original) : []];
  return own.length > 0 && theirs.length > 0 && own.join() !== theirs.join();
}

/** Distances of all lines that both have, by cycle and line. */
export async function frameDistances(
  engine: AgreementFunctions,
  { image, original, types }: { image: AnalysisImage; original: AnalysisImage; types: readonly ImageTypeRow[] },
  linesOf: (hash: string) => SequenceLines | null,
): Promise<FrameDistances[]> {
  const paired = pairedFrames(image, original, {
    linesOf,
    interpolationOf: (line) => interpolationOf(line, image, types),
    pixel_size_mm: pixelSizeOf(image),
  });
  if (paired.length === 0) return [];
  const compared = await engine.curves(paired.map(({ pair }) => pair));
  if (!compared.ok) throw new Error(compared.error.message);
  const found = new Map<string, { line: string; cycle: number; frames: { frame_number: number; mm: number | null }[] }>();
  for (const [place, { name, cycle, frame_number }] of paired.entries()) {
    const key = `${cycle} ${name}`;
    const known = found.get(key) ?? { line: name, cycle, frames: [] };
    known.frames.push({ frame_number, mm: compared.value[place]?.mean_distance.value ?? null });
    found.set(key, known);
  }
  return [...found.values()];
}

/** The mean over the frames, and the frame where the lines are farthest apart; null where no frame can be compared. */
export function summaryOf({ frames }: FrameDistances): { mean: number; largest: { frame_number: number; mm: number } } | null {
  const known = frames.flatMap(({ frame_number, mm }) => (mm === null ? [] : [{ frame_number, mm }]));
  const [largest] = known.toSorted((a, b) => b.mm - a.mm);
  return largest ? { mean: known.reduce((sum, { mm }) => sum + mm, 0) / known.length, largest } : null;
}
