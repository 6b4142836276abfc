/** Going along events, cycles, lines and points. */
import { linesAt, samePlace, type LinePlace } from '../lines/place.ts';
import { isPlaceTraced } from '../lines/record.ts';
import type { InputEvent } from '../port.ts';
import type { ContourState } from './state.ts';
import { act, stay } from '../steps.ts';
import { letGo, showing, type ContourStep } from './steps.ts';
import { isTraced, type Ready, type Work } from './work.ts';

type Restored = Extract<InputEvent, { type: 'restored' }>;

export function goTo(state: ContourState, ready: Ready, to: LinePlace, line: string | null = null): ContourStep {
  if (!ready.places.some((one) => samePlace(one, to))) return stay(state);
  return act({ ...letGo(state), place: to, line }, ...showing(ready, to));
}

/** To the event or cycle next to this one; at the ends its own frame comes back. */
export function goBy(state: ContourState, ready: Ready, { place }: Work, by: 1 | -1): ContourStep {
  const at = ready.places.findIndex((one) => samePlace(one, place));
  return goTo(state, ready, ready.places[at + by] ?? place);
}

/** On to what is traced next: a line of this place, else the first place after it that lacks one, else any. */
export function leadOn(state: ContourState, ready: Ready, { place }: Work): ContourStep {
  const { image, pattern, places } = ready;
  if (!isPlaceTraced(image, place, pattern)) return stay({ ...letGo(state), place, line: null });
  const at = places.findIndex((one) => samePlace(one, place));
  const open = (one: LinePlace) => !isPlaceTraced(image, one, pattern);
  const next = places.slice(at + 1).find(open) ?? places.find(open);
  return next ? goTo(state, ready, next) : stay({ ...letGo(state), place, line: null, editing: false });
}

export function pickLine(state: ContourState, ready: Ready, { place, status }: Work, line: string): ContourStep {
  if (!ready.pattern.lines.some(({ name }) => name === line)) return stay(state);
  // A finished image is opened by its lines, as by the key that edits.
  const editing = state.editing || (status === 'finished' && ready.mayChange && isTraced(ready));
  return act({ ...letGo(state), place, line, rests: false, editing }, ...showing(ready, place));
}

/** The line next to the one in work. */
export function lineBeside({ pattern }: Ready, { row }: Work, by: 1 | -1): string | null {
  const at = pattern.lines.findIndex(({ name }) => name === row.name);
  return pattern.lines[at + by]?.name ?? null;
}

export function selectPoint(state: ContourState, { line }: Work, by: 1 | -1): ContourStep {
  const points = line?.points ?? [];
  if (points.length === 0) return stay(state);
  const at = points.findIndex(({ id }) => id === state.selected);
  const next = at < 0 ? (by === 1 ? 0 : points.length - 1) : (at + by + points.length) % points.length;
  return stay({ ...state, aim: null, selected: points[next]?.id ?? null });
}

/** Undo or redo has changed the record: the changed place and line become current, and a traced image stays open for editing. */
export function restored(state: ContourState, { before, now }: Restored, ready: Ready): ContourStep {
  const free: ContourState = { ...letGo(state), rests: false };
  const where = before && now ? differenceOf(before, now, ready.places) : null;
  const next = where ? { ...free, ...where, editing: isTraced(ready) } : { ...free, editing: state.editing && isTraced(ready) };
  return state.drag || state.thickness !== null ? act(next, { type: 'draft', image: null }) : stay(next);
}

/** The last place where two records differ in their lines, with the line that differs; null where none does. */
function differenceOf(
  before: Ready['image'],
  now: Ready['image'],
  places: readonly LinePlace[],
): { place: LinePlace; line: string | null } | null {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  for (const place of places.toReversed()) {
    const [old, lines] = [linesAt(before, place), linesAt(now, place)];
    if (same(old, lines)) continue;
    const names = new Set([...lines, ...old].map(({ name }) => name));
    const named = (all: typeof old, name: string) => all.find((line) => line.name === name);
    return { place, line: [...names].find((name) => !same(named(old, name), named(lines, name))) ?? null };
  }
  return null;
}
