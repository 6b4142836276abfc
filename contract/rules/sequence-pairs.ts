/** Lines of two readings on every frame of the same beat, as pairs that the engine compares (docs/agreement.md#curves). */
import type { AgreementCurve, CurvePair } from '../generated/agreement.ts';
import type { AnalysisImage, Line, SequenceLines } from '../generated/analysis-image.ts';
import type { Interpolation } from '../generated/study-measurements.ts';
import { pairedCycles } from './agreement-pairs.ts';
import { linesIn } from './cardiac-events.ts';
import { isOutdated, lineOnFrame } from './sequence.ts';

export interface PairedFrame {
  /** Name of the line. */
  name: string;
  /** Place of the beat in the first reading, from 0. */
  cycle: number;
  frame_number: number;
  pair: CurvePair;
}

interface Comparing {
  linesOf: (hash: string) => SequenceLines | null;
  /** How a line runs between its points; null where the configuration does not define it. */
  interpolationOf: (line: Line) => Interpolation | null;
  /** Height and width of a stored pixel; null without calibration. */
  pixel_size_mm: [number, number] | null;
}

/** Accepted lines of a cycle that are not outdated; none otherwise. */
function followedIn(image: AnalysisImage, cycle: number, linesOf: Comparing['linesOf']): SequenceLines['lines'] {
  const sequence = image.segmentation[cycle]?.sequence;
  if (!sequence || isOutdated(image, cycle, sequence, image.metadata?.number_of_frames ?? sequence.to_frame)) return [];
  return linesOf(sequence.lines_sha256)?.lines ?? [];
}

/** Every line on every frame that both readings of a clip have, by cycle, line and frame. */
export function pairedFrames(
  first: AnalysisImage,
  second: AnalysisImage,
  { linesOf, interpolationOf, pixel_size_mm }: Comparing,
): PairedFrame[] {
  if (first.modality !== '2D' || second.modality !== '2D') return [];
  return pairedCycles(first, second).flatMap(([a, b]) => {
    const others = followedIn(second, b, linesOf);
    const drawn = linesIn(first.segmentation[a], 'end_diastole');
    return followedIn(first, a, linesOf).flatMap((line) => {
      const other = others.find(({ name }) => name === line.name);
      const pattern = drawn.find(({ name }) => name === line.name)?.pattern ?? '';
      return line.frames.flatMap((frame): PairedFrame[] => {
        const same = other?.frames.find(({ frame_number }) => frame_number === frame.frame_number);
        const pair = other && same && [lineOnFrame(line, frame, pattern), lineOnFrame(other, same, pattern)];
        const [one, two] = (pair ?? []).map((on): AgreementCurve | null => {
          const interpolation = interpolationOf(on);
          return interpolation && { type: 'drawn', shape: on.shape, interpolation, points: on.points };
        });
        if (!one || !two) return [];
        return [{ name: line.name, cycle: a, frame_number: frame.frame_number, pair: { first: one, second: two, pixel_size_mm } }];
      });
    });
  });
}
