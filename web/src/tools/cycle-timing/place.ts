/** Puts the next mark of an image. */
import type { ImageKind } from '@echometry/contract/rules/image-types.ts';
import type { AnalysisImage, CardiacEvents, MarkOrigin } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_USER_DEFINED_CYCLES } from '@echometry/contract/records/project.ts';
import { isSet, kindOf, marksOf, neighboursOf, valueOf, type Mark, type MarkedEvent } from './marks.ts';
import { replaced, withCycles, withMark } from './record.ts';
import type { CycleTimingContext, Proposal, Refusal } from './state.ts';
import { annotatingStatus } from './status.ts';
import { messages } from './messages.ts';

/** The image with the mark, or the reason for a refusal. */
export type Placed =
  | { image: AnalysisImage; refusal: null; /** Cycle whose length became known. */ closed: number | null }
  | { refusal: Refusal };

type Rules = NonNullable<CycleTimingContext['rules']>;
type Knows = Pick<CycleTimingContext, 'maxCycles' | 'newId'> & { rules: Rules };

/** No mark is left to set; the image waits to be finished. */
const COMPLETE: Refusal = { code: 'all-marks-set', message: messages.allSet };

const done = (image: AnalysisImage, closed: number | null = null): Placed => ({ image, closed, refusal: null });

/** Why there are no more cycles than `max`, in the words of the engine. */
export function tooMany(rules: Rules, max: number): Refusal | null {
  return rules.checkCycles(
    Array.from({ length: max + 1 }, (_, cycle) => cycle),
    max,
  );
}

export const originOf = ({ position, method, method_version }: Proposal): MarkOrigin => ({
  origin: 'proposed',
  method,
  method_version,
  proposed: position,
});

const BLANK: Readonly<Record<Exclude<ImageKind, '2D'>, Omit<CardiacEvents, 'id'>>> = {
  'M-Mode': { onset_start: false, onset_end: false, end_diastole_start: false, end_diastole_end: false, end_systole: false },
  Doppler: { onset_start: false, onset_end: false },
};

/** A cycle that begins at an onset; `end` is where it ends, if that is known. */
export function openCycle(kind: Exclude<ImageKind, '2D'>, id: string, start: number, end: number | false = false): CardiacEvents {
  return { id, ...BLANK[kind], onset_start: start, onset_end: end };
}

/** Puts the mark that is next in the state of the image. */
export function place(image: AnalysisImage, at: number, knows: Knows, proposal: Proposal | null = null): Placed {
  const origin = proposal ? originOf(proposal) : null;
  const plane = kindOf(image) === '2D';
  switch (annotatingStatus(image)) {
    case 'annotating-onsets':
      return placeOnset(image, at, knows, origin);
    case 'annotating-diastole':
      return plane ? placeDiastoleFrame(image, at, knows, origin) : placeDiastole(image, at, knows.rules, origin);
    case 'annotating-systole':
      return plane ? placeSystoleFrame(image, at, knows.rules, origin) : placeSystole(image, at, knows.rules, origin);
  }
}

function placeDiastoleFrame(image: AnalysisImage, frame: number, { rules, maxCycles, newId }: Knows, origin: MarkOrigin | null): Placed {
  const cycles = image.cardiac_events;
  const refusal = cycles.length >= maxCycles ? tooMany(rules, maxCycles) : rules.checkFrame(frame, valueOf(cycles.at(-1), 'end_systole'));
  if (refusal) return { refusal };
  const next = withMark({ id: newId(), end_diastole: false, end_systole: false }, 'end_diastole', frame, origin);
  return done(withCycles(image, [...cycles, next]), cycles.length > 0 ? cycles.length - 1 : null);
}

function placeSystoleFrame(image: AnalysisImage, frame: number, rules: Rules, origin: MarkOrigin | null): Placed {
  const cycles = image.cardiac_events;
  const refusal = rules.checkFrame(frame, valueOf(cycles.at(-1), 'end_diastole'));
  if (refusal) return { refusal };
  return done(
    withCycles(
      image,
      replaced(cycles, cycles.length - 1, (events) => withMark(events, 'end_systole', frame, origin)),
    ),
  );
}

/** Each onset closes the cycle before it and opens the next, until an M-Mode has all that the project asks for. */
function placeOnset(image: AnalysisImage, x: number, { rules, maxCycles, newId }: Knows, origin: MarkOrigin | null): Placed {
  const cycles = image.cardiac_events;
  const kind = kindOf(image) === 'M-Mode' ? 'M-Mode' : 'Doppler';
  const last = cycles.at(-1);
  const open = last !== undefined && !isSet(last.onset_end);
  const refusal = rules.checkOnset(x, valueOf(last, open ? 'onset_start' : 'onset_end'));
  if (refusal) return { refusal };
  const opened = () => withMark(openCycle(kind, newId(), x), 'onset_start', x, origin);
  if (!last) return done(withCycles(image, [opened()]));
  const end = valueOf(last, 'onset_end');
  const closed = open
    ? replaced(cycles, cycles.length - 1, (events) => withMark(events, 'onset_end', x, origin))
    : [...cycles, withMark(openCycle(kind, newId(), end ?? x, x), 'onset_end', x, origin)];
  if (closed.length > MAX_USER_DEFINED_CYCLES) {
    const many = tooMany(rules, MAX_USER_DEFINED_CYCLES);
    if (many) return { refusal: many };
  }
  const all = kind === 'M-Mode' && closed.length >= maxCycles ? closed : [...closed, opened()];
  return done(withCycles(image, all), closed.length - 1);
}

/** Why a mark is too close to others of its kind. */
function tooClose(image: AnalysisImage, event: MarkedEvent, x: number, rules: Rules): Refusal | null {
  const own = ({ event: of }: Mark) => of === event;
  const marks = marksOf(image);
  const same = marks.find((mark) => own(mark) && mark.at === x);
  const { before, after } = neighboursOf(marks, x, own);
  return rules.checkPosition(x, (same ?? before)?.at ?? null, after?.at ?? null);
}

/** Cycle whose end diastole is next: its start, and after the last cycle the closing one. */
export function nextDiastole(cycles: readonly CardiacEvents[]): { cycle: number; field: 'end_diastole_start' | 'end_diastole_end' } | null {
  const cycle = cycles.findIndex((events) => !isSet(events.end_diastole_start));
  if (cycle >= 0) return { cycle, field: 'end_diastole_start' };
  return cycles.length > 0 ? { cycle: cycles.length - 1, field: 'end_diastole_end' } : null;
}

function placeDiastole(image: AnalysisImage, x: number, rules: Rules, origin: MarkOrigin | null): Placed {
  const cycles = image.cardiac_events;
  const next = nextDiastole(cycles);
  if (!next) return { refusal: COMPLETE };
  const { cycle, field } = next;
  const own = cycles[cycle];
  const [from, to] =
    field === 'end_diastole_start' ? [valueOf(own, 'onset_start'), valueOf(own, 'onset_end')] : [valueOf(own, 'onset_end'), null];
  const refusal =
    rules.checkOrder(x, from, null, true) ?? rules.checkOrder(x, null, to, false) ?? tooClose(image, 'end_diastole', x, rules);
  if (refusal) return { refusal };
  const marked = replaced(cycles, cycle, (events) => withMark(events, field, x, origin));
  // The end diastole that opens a cycle closes the one before.
  const both =
    field === 'end_diastole_start' && cycle > 0
      ? replaced(marked, cycle - 1, (events) => withMark(events, 'end_diastole_end', x, origin))
      : marked;
  return done(withCycles(image, both));
}

/** Puts every end diastole that is not marked on the onset of its cycle, and the last one on the onset that closes it. */
export function diastolesOnOnsets(image: AnalysisImage, rules: Rules): Placed {
  let placed: Placed = { refusal: COMPLETE };
  for (let now = image; annotatingStatus(now) === 'annotating-diastole'; now = placed.image) {
    const next = nextDiastole(now.cardiac_events);
    const own = now.cardiac_events[next?.cycle ?? -1];
    const onset = valueOf(own, next?.field === 'end_diastole_end' ? 'onset_end' : 'onset_start');
    if (onset === null) return placed;
    placed = placeDiastole(now, onset, rules, null);
    if (placed.refusal) return placed;
  }
  return placed;
}

function placeSystole(image: AnalysisImage, x: number, rules: Rules, origin: MarkOrigin | null): Placed {
  const cycles = image.cardiac_events;
  const cycle = cycles.findIndex((events) => !isSet(events.end_systole));
  const own = cycles[cycle];
  if (!own) return { refusal: COMPLETE };
  const refusal =
    rules.checkOrder(x, valueOf(own, 'end_diastole_start'), valueOf(own, 'onset_end'), false) ?? tooClose(image, 'end_systole', x, rules);
  if (refusal) return { refusal };
  return done(
    withCycles(
      image,
      replaced(cycles, cycle, (events) => withMark(events, 'end_systole', x, origin)),
    ),
  );
}
