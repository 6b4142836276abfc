/** Lines that were followed through a clip: they are drawn dashed, and stored only when a person accepts them. */
import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackForm, TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import { frameOf, linesAt, samePlace, type LinePlace } from '../lines/place.ts';
import { withLine, withLines } from '../lines/record.ts';
import type { OfferedLine, TrackOffer } from './track-offer.ts';
import type { ContourState } from './state.ts';
import { act, say, stay } from '../steps.ts';
import { letGo, showing, type ContourStep } from './steps.ts';
import { messages, placeName } from './messages.ts';
import type { Ready, Work } from './work.ts';

/** Name under which followed points are stored (engine-rs/src/records/tracking.rs). */
export const TRACKING_METHOD = 'speckle-tracking';

type Offering = Pick<Ready, 'image' | 'places' | 'offer'>;

/** Finished lines of a place of a clip, which can be followed. */
export const linesToFollow = ({ image }: Pick<Ready, 'image'>, place: LinePlace): readonly Line[] =>
  frameOf(image, place) === null
    ? []
    : linesAt(image, place).filter(({ finished, frame_number }) => finished && frame_number === frameOf(image, place));

const hasLine = (image: AnalysisImage, place: LinePlace, name: string): boolean =>
  linesAt(image, place).some((line) => line.name === name && line.finished);

/** Places that the lines of one place can be offered at: marked on another frame, and without one of the lines. */
export function placesToOffer({ image, places }: Pick<Ready, 'image' | 'places'>, source: LinePlace): readonly LinePlace[] {
  const lines = linesToFollow({ image }, source);
  const own = frameOf(image, source);
  return places.filter((place) => {
    const frame = frameOf(image, place);
    return frame !== null && frame !== own && !samePlace(place, source) && lines.some(({ name }) => !hasLine(image, place, name));
  });
}

/** A ring is open where it runs from one point of a valve's ring to the other. */
export function formOf(shape: Line['shape'], points: readonly LinePoint[]): TrackForm {
  if (shape === 'oval') return 'oval';
  return shape === 'ring' && points.filter(({ type }) => type.includes('ring')).length < 2 ? 'closed' : 'open';
}

/** Request for the engine; null where there is nothing to follow, or nowhere to. */
export function trackRequest(ready: Pick<Ready, 'image' | 'places'>, source: LinePlace): TrackRequest | null {
  const { image, places } = ready;
  const own = frameOf(image, source);
  const lines = linesToFollow(ready, source);
  const targets = placesToOffer(ready, source).flatMap((place) => frameOf(image, place) ?? []);
  if (own === null || lines.length === 0 || targets.length === 0) return null;
  const alike = places.flatMap((place) => (place.event === source.event ? (frameOf(image, place) ?? []) : []));
  const all = [own, ...targets];
  const [first, last] = [Math.min(...all), Math.max(...all)];
  return {
    frame_number: own,
    alike: [...new Set(alike)].filter((frame) => frame !== own && frame >= first && frame <= last),
    first,
    last,
    lines: lines.map(({ points, shape }) => ({
      points: points.map(({ x, y }): [number, number] => [x, y]),
      form: formOf(shape, points),
    })),
  };
}

const sameDrawing = (a: Line, b: Line | undefined): boolean =>
  a === b ||
  (b !== undefined &&
    a.points.length === b.points.length &&
    a.points.every(({ x, y }, at) => b.points[at]?.x === x && b.points[at]?.y === y));

/**
 * The place whose lines are followed from where the work is: this place, else the nearest one whose lines this place
 * lacks. Null where nothing can be followed.
 */
export function placeToFollow(ready: Pick<Ready, 'image' | 'places'>, here: LinePlace): LinePlace | null {
  if (trackRequest(ready, here) !== null) return here;
  const frame = frameOf(ready.image, here);
  if (frame === null) return null;
  const distance = (place: LinePlace): number => Math.abs((frameOf(ready.image, place) ?? Infinity) - frame);
  const sources = ready.places.filter((place) => placesToOffer(ready, place).some((target) => samePlace(target, here)));
  return sources.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** The offer, as long as the image is shown and the followed lines are unchanged. */
export function offerNow({ image, offer }: Pick<Offering, 'image' | 'offer'>): TrackOffer | null {
  if (offer?.instance_id !== image.instance_id) return null;
  const now = linesAt(image, offer.source);
  return offer.lines.every((line) =>
    sameDrawing(
      line,
      now.find(({ name }) => name === line.name),
    ),
  )
    ? offer
    : null;
}

/** Every followed line on a frame. */
export function followedOn(offer: TrackOffer, frame: number): readonly OfferedLine[] {
  const found = offer.tracks.frames.find(({ frame_number }) => frame_number === frame);
  return offer.lines.flatMap((source, at) => {
    const points = found?.lines[at];
    return points ? [{ source, points }] : [];
  });
}

/** Lines that are offered at a place: those it has not yet. */
export function offeredAt(offering: Offering, place: LinePlace): readonly OfferedLine[] {
  const offer = offerNow(offering);
  const frame = frameOf(offering.image, place);
  if (!offer || frame === null || samePlace(place, offer.source)) return [];
  return followedOn(offer, frame).filter(({ source }) => !hasLine(offering.image, place, source.name));
}

/** Places at which something is offered, in the order in which they are traced. */
export const openOffers = (offering: Offering): readonly LinePlace[] =>
  offerNow(offering) ? offering.places.filter((place) => offeredAt(offering, place).length > 0) : [];

/** The line that an accepted offer becomes: each point remembers where it was put, and by what. */
export function acceptedLine({ source, points }: OfferedLine, frame: number | null, tracks: Tracks, newId: () => string): Line {
  const { method, method_version } = tracks;
  const accepted = source.points.flatMap((point, at): LinePoint[] => {
    const found = points[at];
    if (!found) return [];
    const { x, y } = found;
    return [{ ...point, id: newId(), x, y, origin: 'proposed', method, method_version, proposed: { x, y } }];
  });
  const { spline: _, ...rest } = source;
  return { ...rest, frame_number: frame, finished: true, points: accepted };
}

/** Accepts what is offered at some places in one gesture, and shows the next place that has an offer. */
export function acceptOffers(state: ContourState, ready: Ready, places: readonly LinePlace[]): ContourStep {
  const offer = offerNow(ready);
  if (!offer) return stay(state);
  const changes = places.flatMap((place) => {
    const offered = offeredAt(ready, place);
    if (offered.length === 0) return [];
    const frame = frameOf(ready.image, place);
    const accepted = offered.map((one) => acceptedLine(one, frame, offer.tracks, ready.newId));
    return [{ place, lines: accepted.reduce<Line[]>((lines, line) => withLine(lines, line), [...linesAt(ready.image, place)]) }];
  });
  const [first] = changes;
  if (!first) return stay(state);
  const image = withLines(ready.image, changes, ready.pattern);
  const next = openOffers({ ...ready, image })[0] ?? first.place;
  return act(
    { ...letGo(state), place: next, line: null, editing: false, rests: false },
    { type: 'commit', image },
    ...showing(ready, next),
  );
}

/** Goes to what is offered; accepts it where it is on the screen already. */
export function acceptHere(state: ContourState, ready: Ready, { place }: Work): ContourStep {
  const open = openOffers(ready);
  const here = open.some((one) => samePlace(one, place));
  const frame = frameOf(ready.image, place);
  if (here && frame === ready.frame()) return acceptOffers(state, ready, [place]);
  const next = here ? place : open[0];
  if (!next) return stay(state);
  // Nothing is accepted that was not seen.
  return act({ ...letGo(state), place: next, line: null }, ...showing(ready, next), say(messages.acceptOffer(placeName(next, false))));
}
