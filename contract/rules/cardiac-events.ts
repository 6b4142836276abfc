/** The marks of cardiac cycles with their names, and the lines that belong to them. */
import type { AnalysisImage, CardiacEvents, CycleSegmentation, Line } from '../generated/analysis-image.ts';

/** Short names of the marks of a cycle, in the order of the heart beat. */
export const SHORT_EVENTS = {
  onset_start: 'onset',
  end_diastole_start: 'first ED',
  end_diastole: 'ED',
  end_systole: 'ES',
  end_diastole_end: 'closing ED',
  onset_end: 'end',
} as const satisfies Partial<Record<keyof CardiacEvents, string>>;
export type EventName = keyof typeof SHORT_EVENTS;

/** Marks of a cycle in the order of the heart beat. */
export const EVENTS = Object.keys(SHORT_EVENTS) as EventName[];

/** Long names of the marks. Marks of the same kind share a name. */
export const EVENT_WORDS = {
  onset_start: 'onset',
  end_diastole_start: 'end diastole',
  end_diastole: 'end diastole',
  end_systole: 'end systole',
  end_diastole_end: 'end diastole',
  onset_end: 'onset',
} as const satisfies Record<EventName, string>;

/** Names of the marks, a different one for each. */
export const EVENT_NAMES = {
  onset_start: 'onset',
  end_diastole_start: 'first end diastole',
  end_diastole: 'end diastole',
  end_systole: 'end systole',
  end_diastole_end: 'closing end diastole',
  onset_end: 'end of the cycle',
} as const satisfies Record<EventName, string>;

/** The marks of a cycle of a clip, each with its own lines. */
export type ClipEvent = 'end_diastole' | 'end_systole';
/** In the order in which they are traced. */
export const CLIP_EVENTS: readonly ClipEvent[] = ['end_diastole', 'end_systole'];
/** Where lines of a cycle can belong; null on a strip and on a plane without cycles. */
export const LINE_EVENTS: readonly (ClipEvent | null)[] = [...CLIP_EVENTS, null];

const NO_LINES: readonly Line[] = [];

/** Started lines of one event of a cycle, in the order in which they are stored. */
export const linesIn = (cycle: CycleSegmentation | undefined, event: ClipEvent | null): readonly Line[] =>
  (event === null ? cycle?.lines : cycle?.[event]?.lines) ?? NO_LINES;

/** All lines of a cycle. */
export const linesOf = (cycle: CycleSegmentation): Line[] => LINE_EVENTS.flatMap((event) => linesIn(cycle, event));

/** All lines of an image. */
export const allLines = ({ segmentation }: Pick<AnalysisImage, 'segmentation'>): Line[] => segmentation.flatMap(linesOf);
