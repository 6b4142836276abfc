/** Where the timing of an image stands: read from its record, so that nothing but the record has to be kept. */
import type { AnalysisImage, CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import { isSet, kindOf } from './marks.ts';
import type { CycleTimingContext, CycleTimingState, CycleTimingStatus } from './state.ts';

/** States in which marks are added one after the other. */
export type AnnotatingStatus = Extract<CycleTimingStatus, `annotating-${string}`>;

/** The next mark in an image that is not finished. */
export function annotatingStatus(image: Pick<AnalysisImage, 'modality' | 'cardiac_events'>): AnnotatingStatus {
  const { cardiac_events: cycles } = image;
  const last = cycles.at(-1);
  switch (kindOf(image)) {
    case '2D':
      return last && isSet(last.end_diastole) && !isSet(last.end_systole) ? 'annotating-systole' : 'annotating-diastole';
    case 'Doppler':
      return 'annotating-onsets';
    case 'M-Mode':
      // Each onset opens a cycle; once the last one is closed the onsets are done.
      if (!last || !isSet(last.onset_end)) return 'annotating-onsets';
      return cycles.every(hasDiastole) ? 'annotating-systole' : 'annotating-diastole';
  }
}

const hasDiastole = ({ end_diastole_start: start, end_diastole_end: end }: CardiacEvents): boolean => isSet(start) && isSet(end);

export function statusOf(state: Pick<CycleTimingState, 'editing'>, context: CycleTimingContext): CycleTimingStatus {
  const { image, mayChange, rules, maxCycles } = context;
  if (!image || !mayChange || !rules) return 'unactive';
  if (!image.is_annotated) return annotatingStatus(image);
  if (kindOf(image) === '2D') return 'finished';
  if (image.cardiac_events.length > maxCycles) return 'selecting-cycles';
  return state.editing ? 'editing' : 'finished';
}

export const isAnnotating = (status: CycleTimingStatus): status is AnnotatingStatus => status.startsWith('annotating-');
