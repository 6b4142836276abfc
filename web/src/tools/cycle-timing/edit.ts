/** Changes of marks that are finished: moving one, and further cycles of a Doppler strip. */
import type { AnalysisImage, CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import { marksOf, mayCoincide, neighboursOf, sameMark, valueOf, type Mark } from './marks.ts';
import { openCycle, tooMany, type Placed } from './place.ts';
import { replaced, withCycles, withMark } from './record.ts';
import type { CycleRules, CycleTimingContext, Refusal } from './state.ts';

/** Why a mark cannot be moved to a place: it keeps 10 px to marks of its kind, and its order among the others. */
function refusalOf(image: AnalysisImage, mark: Mark, to: number, rules: CycleRules): Refusal | null {
  const others = marksOf(image).filter((one) => !sameMark(one, mark));
  const own = neighboursOf(others, mark.at, ({ event }) => event === mark.event);
  const [before, after] = [own.before?.at ?? null, own.after?.at ?? null];
  const early = mark.event === 'onset' ? rules.checkOnset(to, before) : rules.checkPosition(to, before, null);
  const spacing = early ?? rules.checkPosition(to, null, after);
  if (spacing) return spacing;
  for (const other of others) {
    if (other.event === mark.event) continue;
    const coincide = mayCoincide(mark.event, other.event);
    // At one column the onset comes first.
    const isBefore = other.at < mark.at || (other.at === mark.at && other.event === 'onset');
    const refusal = rules.checkOrder(to, isBefore ? other.at : null, isBefore ? null : other.at, coincide);
    if (refusal) return refusal;
  }
  return null;
}

/** Moves a mark in every cycle it belongs to; it stays between those next to it. */
export function moveMark(image: AnalysisImage, mark: Mark, to: number, rules: CycleRules): Placed {
  const refusal = refusalOf(image, mark, to, rules);
  if (refusal) return { refusal };
  const moved = mark.places.reduce<CardiacEvents[]>(
    (cycles, { cycle, field }) => replaced(cycles, cycle, (events) => ({ ...events, [field]: to })),
    image.cardiac_events,
  );
  return { image: withCycles(image, moved), refusal: null, closed: mark.event === 'onset' ? (mark.places[0]?.cycle ?? null) : null };
}

/** One more cycle of a Doppler strip: after the last, before the first, or by an onset that was missed inside of one. */
export function addCycle(
  image: AnalysisImage,
  x: number,
  { rules, maxCycles, newId }: Pick<CycleTimingContext, 'maxCycles' | 'newId'> & { rules: CycleRules },
): Placed {
  const cycles = image.cardiac_events;
  const many = cycles.length >= maxCycles ? tooMany(rules, maxCycles) : null;
  if (many) return { refusal: many };
  const first = valueOf(cycles[0], 'onset_start');
  const last = valueOf(cycles.at(-1), 'onset_end');
  if (first !== null && x < first) {
    const refusal = rules.checkPosition(x, null, first);
    if (refusal) return { refusal };
    return { image: withCycles(image, [openCycle('Doppler', newId(), x, first), ...cycles]), refusal: null, closed: 0 };
  }
  const within = cycles.findIndex(
    (events) => x > (valueOf(events, 'onset_start') ?? Infinity) && x < (valueOf(events, 'onset_end') ?? -Infinity),
  );
  if (within >= 0) return splitCycle(image, within, x, { rules, newId });
  const refusal = rules.checkOnset(x, last);
  if (refusal) return { refusal };
  const next = openCycle('Doppler', newId(), last ?? x, x);
  return { image: withCycles(image, [...cycles, next]), refusal: null, closed: cycles.length };
}

/**
 * Two cycles in the place of one. Neither is the earlier one: what was drawn over both beats goes away, and its calipers belong
 * to no cycle.
 */
function splitCycle(
  image: AnalysisImage,
  cycle: number,
  x: number,
  { rules, newId }: Pick<CycleTimingContext, 'newId'> & { rules: CycleRules },
): Placed {
  const own = image.cardiac_events[cycle];
  const [start, end] = [valueOf(own, 'onset_start'), valueOf(own, 'onset_end')];
  if (!own || start === null || end === null) return { image, refusal: null, closed: null };
  const refusal = rules.checkPosition(x, start, end);
  if (refusal) return { refusal };
  const first = withMark(openCycle('Doppler', newId(), start, x), 'onset_start', start, own.origins?.onset_start ?? null);
  const second = withMark(openCycle('Doppler', newId(), x, end), 'onset_end', end, own.origins?.onset_end ?? null);
  return { image: withCycles(image, image.cardiac_events.toSpliced(cycle, 1, first, second)), refusal: null, closed: cycle };
}
