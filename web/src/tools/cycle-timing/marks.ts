/** The marks of an image in the order of time, whatever their fields. */
import type { AnalysisImage, CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import { kindOfModality, type ImageKind } from '@echometry/contract/rules/image-types.ts';

export type MarkedEvent = 'onset' | 'end_diastole' | 'end_systole';
export type MarkField = Exclude<keyof CardiacEvents, 'id' | 'excluded' | 'origins'>;

export const kindOf = ({ modality }: Pick<AnalysisImage, 'modality'>): ImageKind => kindOfModality(modality);

/** Fields of a cycle by what they mark, in the order of time. */
const FIELDS: Readonly<Record<ImageKind, readonly (readonly [MarkField, MarkedEvent])[]>> = {
  '2D': [
    ['end_diastole', 'end_diastole'],
    ['end_systole', 'end_systole'],
  ],
  'M-Mode': [
    ['onset_start', 'onset'],
    ['end_diastole_start', 'end_diastole'],
    ['end_systole', 'end_systole'],
    ['onset_end', 'onset'],
    ['end_diastole_end', 'end_diastole'],
  ],
  Doppler: [
    ['onset_start', 'onset'],
    ['onset_end', 'onset'],
  ],
};

export const fieldsOf = (kind: ImageKind): readonly MarkField[] => FIELDS[kind].map(([field]) => field);

/** One mark. Where a cycle ends as the next begins, both have the same one. */
export interface Mark {
  event: MarkedEvent;
  /** Frame number from 1, or column in stored pixels. */
  at: number;
  /** Cycles it belongs to, the earlier first. */
  places: readonly { cycle: number; field: MarkField }[];
}

export const isSet = (mark: number | false | undefined): mark is number => typeof mark === 'number';

export const valueOf = (events: CardiacEvents | undefined, field: MarkField): number | null => {
  const mark = events?.[field];
  return isSet(mark) ? mark : null;
};

/** All marks, earliest first. */
export function marksOf(image: Pick<AnalysisImage, 'modality' | 'cardiac_events'>): Mark[] {
  const fields = FIELDS[kindOf(image)];
  const marks = new Map<string, Mark>();
  for (const [cycle, events] of image.cardiac_events.entries())
    for (const [field, event] of fields) {
      const at = valueOf(events, field);
      if (at === null) continue;
      const key = `${event} ${at}`;
      marks.set(key, { event, at, places: [...(marks.get(key)?.places ?? []), { cycle, field }] });
    }
  return [...marks.values()].toSorted((a, b) => a.at - b.at);
}

export const sameMark = (a: Mark | null, b: Mark | null): boolean =>
  a === b || (a !== null && b !== null && a.event === b.event && a.at === b.at);

/** The marks next to a place on either side, of some of the kinds; null where there is none. */
export function neighboursOf(
  marks: readonly Mark[],
  at: number,
  counts: (mark: Mark) => boolean = () => true,
): { before: Mark | null; after: Mark | null } {
  return {
    before: marks.findLast((mark) => mark.at < at && counts(mark)) ?? null,
    after: marks.find((mark) => mark.at > at && counts(mark)) ?? null,
  };
}

/** An end diastole may be at its onset: both are at the QRS. */
export const mayCoincide = (a: MarkedEvent, b: MarkedEvent): boolean => a !== b && a !== 'end_systole' && b !== 'end_systole';

/** Marks set of a cycle are all there. */
export const isComplete = (events: CardiacEvents, kind: ImageKind): boolean => fieldsOf(kind).every((field) => isSet(events[field]));

/**
 * Length of each cycle, null where it has none yet: columns from onset to onset, and in a clip the time, or frames where
 * no time is known, from one end diastole to the next (docs/measurements.md).
 */
export function lengthsOf(
  image: Pick<AnalysisImage, 'modality' | 'cardiac_events'>,
  frameTimes: readonly number[] | null,
): (number | null)[] {
  const { cardiac_events: cycles } = image;
  const between = (from: number | null, to: number | null): number | null => (from === null || to === null ? null : to - from);
  if (kindOf(image) !== '2D') return cycles.map((events) => between(valueOf(events, 'onset_start'), valueOf(events, 'onset_end')));
  const time = (frame: number | null): number | null => (frame === null || !frameTimes ? frame : (frameTimes[frame - 1] ?? null));
  return cycles.map((events, cycle) => between(time(valueOf(events, 'end_diastole')), time(valueOf(cycles[cycle + 1], 'end_diastole'))));
}
