/** Effect of a change of the cycles on the whole record of an image. */
import type {
  AnalysisImage,
  CardiacEvents,
  CycleSegmentation,
  Mark as StoredMark,
  MarkOrigin,
} from '@echometry/contract/generated/analysis-image.ts';
import { linesOf } from '@echometry/contract/rules/cardiac-events.ts';
import { isComplete, isSet, kindOf, type MarkField } from './marks.ts';

const EMPTY: CycleSegmentation = {};

const isDrawn = (cycle: CycleSegmentation): boolean => {
  const all = linesOf(cycle);
  return all.length > 0 && all.every(({ finished }) => finished);
};

/**
 * The image with other cycles. Lines go with their cycle, and go away with it; a caliper of a removed cycle stays and belongs to
 * none. Values of the earlier cycles do not apply to these.
 */
export function withCycles(image: AnalysisImage, cycles: readonly CardiacEvents[]): AnalysisImage {
  const before = new Map(image.cardiac_events.map(({ id }, cycle) => [id, cycle]));
  const after = new Map(cycles.map(({ id }, cycle) => [id, cycle]));
  const segmentation = cycles.map(({ id }) => image.segmentation[before.get(id) ?? -1] ?? EMPTY);
  const drawn = segmentation.filter(isDrawn).length;
  return {
    ...image,
    cardiac_events: [...cycles],
    segmentation: drawn > 0 || segmentation.some((cycle) => cycle !== EMPTY) ? segmentation : [],
    cycles_segmented: drawn,
    is_segmented: image.is_segmented && drawn > 0 && drawn === cycles.length,
    measurements: [],
    is_measured: false,
    measurements_caliper: image.measurements_caliper.map((caliper) => {
      const id = caliper.cycle === null ? undefined : image.cardiac_events[caliper.cycle]?.id;
      return { ...caliper, cycle: id === undefined ? null : (after.get(id) ?? null) };
    }),
  };
}

/** Another position of a mark, or none; its origin is removed with it. */
export function withMark(events: CardiacEvents, field: MarkField, at: StoredMark, origin: MarkOrigin | null = null): CardiacEvents {
  const { origins, ...rest } = events;
  const { [field]: gone, ...others } = origins ?? {};
  const kept = isSet(at) && gone ? { ...others, [field]: gone } : others;
  const next = origin ? { ...kept, [field]: origin } : kept;
  return { ...rest, [field]: at, ...(Object.keys(next).length > 0 ? { origins: next } : {}) };
}

/** Cycles with one of them replaced. */
export const replaced = (cycles: readonly CardiacEvents[], cycle: number, by: (events: CardiacEvents) => CardiacEvents): CardiacEvents[] =>
  cycles.map((events, index) => (index === cycle ? by(events) : events));

/** Without the cycles at the end that lack a mark. */
export function withoutIncomplete(image: AnalysisImage): AnalysisImage {
  const kind = kindOf(image);
  const last = image.cardiac_events.findLastIndex((events) => isComplete(events, kind));
  return last + 1 === image.cardiac_events.length ? image : withCycles(image, image.cardiac_events.slice(0, last + 1));
}

/** Without the cycle that an onset has opened and none has closed. */
export const withoutOpen = (image: AnalysisImage): AnalysisImage =>
  isSet(image.cardiac_events.at(-1)?.onset_end) ? image : withCycles(image, image.cardiac_events.slice(0, -1));

/** With only the named cycles. */
export const keepCycles = (image: AnalysisImage, ids: readonly string[]): AnalysisImage =>
  withCycles(
    image,
    image.cardiac_events.filter(({ id }) => ids.includes(id)),
  );

export const withoutMarks = (image: AnalysisImage): AnalysisImage => ({ ...withCycles(image, []), is_annotated: false });

/** Takes a cycle out of what counts, with the reason, or back in. */
export function withExclusion(image: AnalysisImage, id: string, reason: string | null): AnalysisImage {
  const cycles = image.cardiac_events.map((events) => {
    if (events.id !== id) return events;
    const { excluded: _before, ...rest } = events;
    return reason === null ? rest : { ...rest, excluded: { reason } };
  });
  return { ...image, cardiac_events: cycles, measurements: [], is_measured: false };
}
