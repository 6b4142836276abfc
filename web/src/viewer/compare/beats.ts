/** Beats of a timed clip, for images that are compared by phase. Times in ms within the clip. */
import type { CardiacEvents, Mark } from '@echometry/contract/generated/analysis-image.ts';

/** From one end diastole to the next, with the end systole between them. */
export interface Beat {
  start: number;
  systole: number;
  end: number;
}

type Events = Pick<CardiacEvents, 'end_diastole' | 'end_systole' | 'excluded'>;

/**
 * Whole beats of a clip: a cycle that counts, up to the end diastole of the one after it.
 * @param timeOf start of a frame, by its number from 1
 */
export function beatsOf(cycles: readonly Events[], timeOf: (frameNumber: number) => number | null): Beat[] {
  const time = (mark: Mark | undefined): number | null => (typeof mark === 'number' ? timeOf(mark) : null);
  return cycles.flatMap((cycle, index) => {
    const [start, systole, end] = [time(cycle.end_diastole), time(cycle.end_systole), time(cycles[index + 1]?.end_diastole)];
    if (cycle.excluded || start === null || systole === null || end === null) return [];
    return start < systole && systole < end ? [{ start, systole, end }] : [];
  });
}

export const lengthOfBeat = ({ start, end }: Beat): number => end - start;

/** Share of a beat that is systole, 0 to 1. */
export const systolicShare = ({ start, systole, end }: Beat): number => (systole - start) / (end - start);

/**
 * Time of a phase: end diastole is 0, the next one 1, end systole `share`; in between it runs evenly.
 * @param share of the beat that gives the pace, so that this one is shown as it is
 */
export const timeOfPhase = ({ start, systole, end }: Beat, phase: number, share: number): number =>
  phase < share ? start + (phase / share) * (systole - start) : systole + ((phase - share) / (1 - share)) * (end - systole);
