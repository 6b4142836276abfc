/** Lines on every frame of the accepted cycles of a clip, as curves. */
import { framesOfCycle, isOutdated, lineOnFrame } from '@echometry/contract/rules/sequence.ts';
import { linesIn } from '@echometry/contract/rules/cardiac-events.ts';
import { type CurveSampler, type LineEvent, type TracedLine, leftOut, tracedOn } from './curves.ts';
import type { LeftOut, SourceImage } from './source.ts';

/** Lines of one cycle, from 0, by frame and in the order in which they were followed. */
export interface FollowedCycle {
  readonly cycle: number;
  readonly lines: readonly TracedLine[];
}

/** Folder of the masks and pictures of every frame, next to the traced ones. */
export const EVERY_FRAME = 'every_frame';

const EVENTS = ['end_diastole', 'end_systole'] as const;

/** Lines of one followed cycle; the reason why they do not count instead. */
async function linesOf(source: SourceImage, cycle: number, sample: CurveSampler): Promise<TracedLine[] | string> {
  const { image, number_of_frames } = source;
  const own = image.segmentation[cycle];
  const kept = own?.sequence;
  if (!kept) return `the frames of cycle ${cycle + 1} are not followed`;
  if (!framesOfCycle(image, cycle, number_of_frames) || isOutdated(image, cycle, kept, number_of_frames))
    return `a mark or a drawn line of cycle ${cycle + 1} has changed since its frames were followed`;
  const found = await source.sequence(cycle);
  if (!found) return `the lines on every frame of cycle ${cycle + 1} are missing or damaged`;
  const eventOn = (frame: number): LineEvent | null => EVENTS.find((event) => image.cardiac_events[cycle]?.[event] === frame) ?? null;
  return found.lines.flatMap((line) => {
    const drawn = EVENTS.flatMap((event) => linesIn(own, event)).find(({ name }) => name === line.name);
    return line.frames.flatMap((frame): TracedLine[] => {
      const on = lineOnFrame(line, frame, drawn?.pattern ?? '');
      const traced = tracedOn(image, on, sample);
      return typeof traced === 'string'
        ? []
        : [{ line: on, cycle, event: eventOn(frame.frame_number), frame_number: frame.frame_number, ...traced }];
    });
  });
}

/** The followed cycles of a clip. Where at least one is followed, the others are left out with their reason. */
export async function followedCycles(
  source: SourceImage,
  sample: CurveSampler,
  leaveOut: (what: LeftOut) => void,
): Promise<FollowedCycle[]> {
  const { segmentation } = source.image;
  if (!segmentation.some(({ sequence }) => sequence)) return [];
  const cycles: FollowedCycle[] = [];
  for (const cycle of segmentation.keys()) {
    const lines = await linesOf(source, cycle, sample);
    if (typeof lines === 'string') leaveOut(leftOut(source, `every_frame: ${lines}`));
    else cycles.push({ cycle, lines });
  }
  return cycles;
}
