/** The name of a gesture in the history, read from what it changed: "Point moved, LV endo, end systole 2". */
import type { AnalysisImage, CardiacEvents, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { caliperName } from '@echometry/contract/rules/caliper-name.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import type { OpenCaliper } from './open-caliper.ts';

const EVENT_WORDS = { end_diastole: 'end diastole', end_systole: 'end systole' } as const;
type PlaceEvent = keyof typeof EVENT_WORDS | null;
const PLACE_EVENTS: readonly PlaceEvent[] = ['end_diastole', 'end_systole', null];

const MARKS = {
  onset_start: 'onset',
  onset_end: 'onset',
  end_diastole: 'end diastole',
  end_diastole_start: 'end diastole',
  end_diastole_end: 'end diastole',
  end_systole: 'end systole',
} as const satisfies Partial<Record<keyof CardiacEvents, string>>;
type MarkField = keyof typeof MARKS;

const same = (a: unknown, b: unknown): boolean => contentOf(a ?? null) === contentOf(b ?? null);
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

type Namer = (before: AnalysisImage, after: AnalysisImage) => string | null;

const labels: Namer = (before, after) => {
  if (before.type !== after.type) return after.type === null ? `Type removed, ${before.type}` : `Type set, ${after.type}`;
  if (before.view !== after.view) return after.view === null ? `View removed, ${before.view}` : `View set, ${after.view}`;
  if (before.modality !== after.modality) return `Modality set, ${after.modality ?? 'none'}`;
  if (before.reference !== after.reference) return after.reference ? 'Marked as reference' : 'Reference mark removed';
  const categories = Object.keys({ ...before.additional_labels, ...after.additional_labels });
  const changed = categories.find((category) => !same(before.additional_labels[category], after.additional_labels[category]));
  if (changed === undefined) return null;
  const value = after.additional_labels[changed];
  return typeof value === 'string' ? `Label set, ${value}` : `Label removed, ${changed}`;
};

const quality: Namer = (before, after) => {
  if (before.accepted !== after.accepted && same(before.score, after.score)) {
    if (after.accepted === null) return 'Verdict on quality removed';
    return after.accepted === 'yes' ? 'Quality accepted' : 'Quality refused';
  }
  if (same(before.score, after.score)) return null;
  return after.score ? 'Quality evaluated' : 'Evaluation of quality removed';
};

const approval: Namer = (before, after) =>
  before.validated === after.validated ? null : after.validated ? 'Image validated' : 'Validation removed';

const calibration: Namer = (before, after) => {
  if (!same(before.correct_aliasing, after.correct_aliasing)) return 'Correction of aliasing changed';
  if (same(before.calibration, after.calibration)) return null;
  const [old, now] = [before.calibration, after.calibration];
  const rest = ({ baseline_y: _row, author: _author, at: _at, version: _version, ...others }: NonNullable<typeof old>) => others;
  const isRow = now !== null && now.baseline_y !== (old?.baseline_y ?? null) && (old === null || same(rest(old), rest(now)));
  return isRow ? 'Zero line moved' : 'Calibration changed';
};

const calipers: Namer = ({ measurements_caliper: before }, { measurements_caliper: after }) => {
  const placed = (all: typeof before) => new Map(all.map((one) => [one.id, one]));
  const [old, now] = [placed(before), placed(after)];
  const added = after.find(({ id }) => !old.has(id));
  if (added) return `Caliper saved, ${caliperName(added)}`;
  const removed = before.find(({ id }) => !now.has(id));
  if (removed) return `Caliper removed, ${caliperName(removed)}`;
  const moved = after.find(({ id, points }) => !same(points.pixel, old.get(id)?.points.pixel));
  if (moved) return `Caliper point moved, ${caliperName(moved)}`;
  const renamed = after.find(({ id, name }) => !same(name, old.get(id)?.name));
  return renamed ? `Caliper renamed, ${caliperName(renamed)}` : null;
};

interface PlacedMark {
  field: MarkField;
  cycle: number;
  at: number;
}

const marksOf = (image: AnalysisImage): PlacedMark[] =>
  image.cardiac_events.flatMap((events, cycle) =>
    (Object.keys(MARKS) as MarkField[]).flatMap((field): PlacedMark[] => {
      const at = events[field];
      return typeof at === 'number' ? [{ field, cycle, at }] : [];
    }),
  );

const markWords = ({ field, cycle, at }: PlacedMark, clip: boolean): string =>
  clip ? `${MARKS[field]}, frame ${at}` : `${MARKS[field]}, cycle ${cycle + 1}`;

/** Marks of one image that the other has not, each once: an onset may end one cycle and begin the next. */
function marksOnly(all: readonly PlacedMark[], others: readonly PlacedMark[]): PlacedMark[] {
  const key = ({ field, at }: PlacedMark): string => `${MARKS[field]} ${at}`;
  const known = new Set(others.map(key));
  return all.filter((mark, place) => !known.has(key(mark)) && all.findIndex((one) => key(one) === key(mark)) === place);
}

const timing: Namer = (before, after) => {
  if (before.onset_type !== after.onset_type) return `Onset type changed, ${after.onset_type}`;
  const clip = after.modality === '2D';
  const [old, now] = [marksOf(before), marksOf(after)];
  const [added, gone] = [marksOnly(now, old), marksOnly(old, now)];
  const [first] = added;
  const [lost] = gone;
  if (now.length === 0 && gone.length > 0)
    return gone.length === 1 && lost ? `Mark removed, ${markWords(lost, clip)}` : 'All marks removed';
  if (first && gone.length === 0) return added.length === 1 ? `Mark set, ${markWords(first, clip)}` : `${count(added.length, 'mark')} set`;
  if (first && lost) return added.length === 1 && gone.length === 1 ? `Mark moved, ${markWords(first, clip)}` : 'Marks changed';
  if (before.is_annotated !== after.is_annotated) return after.is_annotated ? 'Cycle timing finished' : 'Cycle timing reopened';
  const fewer = before.cardiac_events.length - after.cardiac_events.length;
  if (fewer > 0 && lost) return before.is_annotated ? `${count(after.cardiac_events.length, 'cycle')} kept` : 'Open cycle dropped';
  const excluded = after.cardiac_events.findIndex((events, cycle) => !same(events.excluded, before.cardiac_events[cycle]?.excluded));
  if (excluded >= 0 && fewer === 0)
    return after.cardiac_events[excluded]?.excluded ? `Cycle ${excluded + 1} excluded` : `Cycle ${excluded + 1} included again`;
  return same(before.cardiac_events, after.cardiac_events) ? null : 'Cycles changed';
};

interface LineChange {
  cycle: number;
  event: PlaceEvent;
  name: string;
  before: Line | null;
  after: Line | null;
}

function linesAt({ segmentation }: AnalysisImage, cycle: number, event: PlaceEvent): readonly Line[] {
  const own = segmentation[cycle];
  return (event === null ? own?.lines : own?.[event]?.lines) ?? [];
}

function lineChanges(before: AnalysisImage, after: AnalysisImage): LineChange[] {
  const cycles = Array.from({ length: Math.max(before.segmentation.length, after.segmentation.length) }, (_, cycle) => cycle);
  return cycles.flatMap((cycle) =>
    PLACE_EVENTS.flatMap((event) => {
      const [old, now] = [linesAt(before, cycle, event), linesAt(after, cycle, event)];
      const names = new Set([...old, ...now].map(({ name }) => name));
      return [...names].flatMap((name): LineChange[] => {
        const change = { before: old.find((line) => line.name === name) ?? null, after: now.find((line) => line.name === name) ?? null };
        return same(change.before, change.after) ? [] : [{ cycle, event, name, ...change }];
      });
    }),
  );
}

const isCopied = ({ origin }: LinePoint): boolean => origin === 'copied';
const isOffered = ({ origin }: LinePoint): boolean => origin === 'proposed';
const at = ({ x, y }: LinePoint): string => `${x} ${y}`;

function newLineVerb({ points, finished }: Line): string {
  if (points.length === 0) return 'Line begun';
  if (points.every(isOffered)) return 'Offer accepted';
  if (points.every(isCopied)) return finished ? 'Line copied' : 'Line predicted';
  return points.length === 1 ? 'Point set' : 'Line drawn';
}

/** The verb for points that both lines have. */
function movedVerb(before: Line, after: Line): string {
  const old = new Map(before.points.map((point) => [point.id, at(point)]));
  const moved = after.points.filter((point) => old.get(point.id) !== at(point)).length;
  if (moved === 0) return before.frame_number === after.frame_number ? 'Line changed' : 'Frame of the line confirmed';
  if (moved > 1 && after.points.some(({ method }) => method === 'wall-thickness')) return 'Thickness changed';
  return moved === after.points.length && moved > 1 ? 'Line moved' : 'Point moved';
}

function verbOf({ before, after }: LineChange): string {
  const [old, now] = [before?.points.length ?? 0, after?.points.length ?? 0];
  if (!after || (now === 0 && old > 0)) return old === 1 ? 'Point removed' : 'Line removed';
  if (!before || old === 0) return newLineVerb(after);
  if (before.pattern !== after.pattern) return 'Pattern changed';
  if (before.shape !== after.shape) return `Shape changed to ${after.shape}`;
  if (now > old) return now - old === 1 ? (before.finished ? 'Point added' : 'Point set') : 'Line drawn';
  if (now < old) return old - now === 1 ? 'Point deleted' : 'Points deleted';
  if (before.finished !== after.finished) return after.finished ? 'Line finished' : 'Line reopened';
  return movedVerb(before, after);
}

/** Lines that the user drew come before lines that were copied or predicted from them. */
const rank = ({ before, after }: LineChange): number => {
  const points = (after ?? before)?.points ?? [];
  const follows = points.length > 0 && points.every(({ origin }) => origin === 'copied' || origin === 'proposed');
  return (follows ? 2 : 0) + (before?.finished === after?.finished ? 1 : 0);
};

const lines: Namer = (before, after) => {
  const changes = lineChanges(before, after);
  const [first] = changes.toSorted((a, b) => rank(a) - rank(b));
  if (!first) return null;
  const left = after.segmentation.some((_, cycle) => PLACE_EVENTS.some((event) => linesAt(after, cycle, event).length > 0));
  if (!left && changes.length > 1) return 'All lines removed';
  const finished = changes.filter(
    (change) => change.after?.finished && !change.before?.finished && (change.before?.points.length ?? 0) > 0,
  );
  if (finished.length > 1) return `${finished.length} lines finished`;
  const place = first.event === null ? `cycle ${first.cycle + 1}` : `${EVENT_WORDS[first.event]} ${first.cycle + 1}`;
  return [verbOf(first), first.name, ...(after.cardiac_events.length > 0 ? [place] : [])].join(', ');
};

/** A change of cycles takes lines along: it is named before them. */
const NAMERS: readonly Namer[] = [labels, timing, lines, calipers, calibration, quality, approval];

/** The name of what a gesture changed of the image it was made on. */
export function gestureName(before: AnalysisImage | null, after: AnalysisImage | null): string {
  if (before === null) return after?.type ? `Type set, ${after.type}` : after?.view ? `View set, ${after.view}` : 'Image labelled';
  if (after === null) return 'Labels removed';
  for (const name of NAMERS) {
    const words = name(before, after);
    if (words !== null) return capital(words);
  }
  return 'Image changed';
}

/** The name of a change of open caliper points. */
export function openCaliperName(before: OpenCaliper | null, after: OpenCaliper | null): string {
  const [old, now] = [before?.points.length ?? 0, after?.points.length ?? 0];
  const template = (after ?? before)?.template ?? '';
  if (now === 0) return `Caliper points removed, ${template}`;
  return `${now > old ? 'Caliper point set' : 'Caliper point moved'}, ${template}`;
}

/** The name of a change of the types declared missing. */
export function missingName(missing: { before: readonly string[]; after: readonly string[] } | null): string {
  const added = missing?.after.find((type) => !missing.before.includes(type));
  if (added !== undefined) return `Declared missing, ${added}`;
  const gone = missing?.before.find((type) => !missing.after.includes(type));
  return gone === undefined ? 'Missing types changed' : `Not missing any more, ${gone}`;
}
