/** Structures on every frame from end diastole to end systole: as they are drawn at the events, as they were followed between them. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import type { SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { isOutdated, lineOnFrame } from '@echometry/contract/rules/sequence.ts';
import type { Beat } from './beats.ts';
import type { CurveSampler, LineEvent } from './curves.ts';
import type { SourceImage } from './source.ts';

/** Curves on a frame by the names of their structures. */
export type Curves = ReadonlyMap<string, readonly Position[]>;

export const drawnAt = ({ lines }: Beat, event: LineEvent): Curves => new Map([...lines[event]].map(([name, { curve }]) => [name, curve]));

/** First and last frame: the earlier of both events and the later, numbers from 1. */
export const spanOf = ({ end_diastole, end_systole }: Beat): [number, number] => [
  Math.min(end_diastole, end_systole),
  Math.max(end_diastole, end_systole),
];

/** Curves on a frame between the events; the name of a structure that was not followed there instead. */
function followedOn(
  { image }: SourceImage,
  { beat, names, lines }: { beat: Beat; names: readonly string[]; lines: SequenceLines['lines'] },
  frame: number,
  sample: CurveSampler,
): Curves | string {
  const curves = new Map<string, readonly Position[]>();
  for (const name of names) {
    const line = lines.find((one) => one.name === name);
    const at = line?.frames.find(({ frame_number }) => frame_number === frame);
    const pattern = beat.lines.end_diastole.get(name)?.line.pattern ?? '';
    const curve = line && at ? sample(image, lineOnFrame(line, at, pattern)) : null;
    if (!curve || curve.length < 3) return name;
    curves.set(name, curve);
  }
  return curves;
}

/** Curves of all frames between the events of a beat, both among them; the reason why they are not known instead. */
export async function curvesBetween(
  source: SourceImage,
  beat: Beat,
  names: readonly string[],
  sample: CurveSampler,
): Promise<Curves[] | string> {
  const { image } = source;
  const { cycle } = beat;
  const kept = image.segmentation[cycle]?.sequence;
  if (!kept) return `the frames of cycle ${cycle + 1} between end diastole and end systole are not followed`;
  if (isOutdated(image, cycle, kept, source.number_of_frames))
    return `a mark or a drawn line of cycle ${cycle + 1} has changed since its frames were followed`;
  const found = await source.sequence(cycle);
  if (!found) return `the lines on every frame of cycle ${cycle + 1} are missing or damaged`;
  const [first, last] = spanOf(beat);
  const curves: Curves[] = [];
  for (let frame = first; frame <= last; frame += 1) {
    const event = frame === beat.end_diastole ? 'end_diastole' : frame === beat.end_systole ? 'end_systole' : null;
    const here = event === null ? followedOn(source, { beat, names, lines: found.lines }, frame, sample) : drawnAt(beat, event);
    if (typeof here === 'string') return `${here} is not followed on frame ${frame}`;
    curves.push(here);
  }
  return curves;
}
