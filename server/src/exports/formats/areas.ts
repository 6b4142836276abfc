/** Finished lines that enclose an area, for the formats that have pixels of areas. */
import { type TracedLine, leftOut } from './curves.ts';
import type { LeftOut, SourceImage } from './source.ts';

const lineWords = ({ line, cycle }: TracedLine): string => `${line.name}, cycle ${cycle + 1}`;

/**
 * Lines with an area, by frame; of two lines of one name on one frame the first is kept.
 * @param refuse why the format has no room for a structure of this name; null if it has
 */
export function areasByFrame(
  source: SourceImage,
  lines: readonly TracedLine[],
  refuse: (name: string) => string | null,
  leaveOut: (what: LeftOut) => void,
): Map<number, TracedLine[]> {
  const frames = new Map<number, TracedLine[]>();
  for (const traced of lines) {
    const onFrame = frames.get(traced.frame_number) ?? [];
    const refusal =
      traced.ends === 'open' || traced.curve.length < 3
        ? 'an open line has no area'
        : onFrame.some(({ line }) => line.name === traced.line.name)
          ? `frame ${traced.frame_number} has another line of this name`
          : refuse(traced.line.name);
    if (refusal !== null) {
      leaveOut(leftOut(source, `${lineWords(traced)}: ${refusal}`));
      continue;
    }
    frames.set(traced.frame_number, [...onFrame, traced]);
  }
  return frames;
}
