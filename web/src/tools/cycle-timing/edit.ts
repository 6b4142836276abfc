/** Changes of marks that are finished: moving one, and further cycles of a Doppler strip. */
import type { AnalysisImage, CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import { marksOf, neighboursOf, valueOf, type Mark } from './marks.ts';
import { openCycle, tooMany, type Placed } from './place.ts';
import { replaced, withCycles } from './record.ts';
import type { CycleRules, CycleTimingContext } from './state.ts';

/** Moves a mark in every cycle it belongs to; it stays between those next to it. */
export function moveMark(image: AnalysisImage, mark: Mark, to: number, rules: CycleRules): Placed {
  const { before, after } = neighboursOf(marksOf(image), mark.at, mark);
  const early = mark.event === 'onset' ? rules.checkOnset(to, before) : rules.checkPosition(to, before, null);
  const refusal = early ?? rules.checkPosition(to, null, after);
  if (refusal) return { refusal };
  const moved = mark.places.reduce<CardiacEvents[]>(
    (cycles, { cycle, field }) => replaced(cycles, cycle, (events) => ({ ...events, [field]: to })),
    image.cardiac_events,
  );
  return { image: withCycles(image, moved), refusal: null, closed: mark.event === 'onset' ? (mark.places[0]?.cycle ?? null) : null };
}

/** One more cycle of a Doppler strip, after the last or before the first. */
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
  const refusal = rules.checkOnset(x, last);
  if (refusal) return { refusal };
  const next = openCycle('Doppler', newId(), last ?? x, x);
  return { image: withCycles(image, [...cycles, next]), refusal: null, closed: cycles.length };
}
