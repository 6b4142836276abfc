/** The name of a gesture in the history, read from what it changed: "Point moved, LV endo, end systole 2". */
import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { caliperName } from '@echometry/contract/rules/caliper-name.ts';
import {
  allLines,
  EVENT_WORDS,
  EVENTS,
  LINE_EVENTS,
  linesIn,
  type ClipEvent,
  type EventName,
} from '@echometry/contract/rules/cardiac-events.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { messages } from '../messages.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';

const same = (a: unknown, b: unknown): boolean => contentOf(a ?? null) === contentOf(b ?? null);

type Namer = (before: AnalysisImage, after: AnalysisImage) => string | null;

const labels: Namer = (before, after) => {
  if (before.type !== after.type)
    return after.type === null ? messages.gesture.typeRemoved(before.type) : messages.gesture.typeSet(after.type);
  if (before.view !== after.view)
    return after.view === null ? messages.gesture.viewRemoved(before.view) : messages.gesture.viewSet(after.view);
  if (before.modality !== after.modality) return messages.gesture.modalitySet(after.modality);
  if (before.reference !== after.reference) return after.reference ? messages.gesture.referenceMarked : messages.gesture.referenceRemoved;
  const categories = Object.keys({ ...before.additional_labels, ...after.additional_labels });
  const changed = categories.find(
    (category) => !same(ownValue(before.additional_labels, category), ownValue(after.additional_labels, category)),
  );
  if (changed === undefined) return null;
  const value = ownValue(after.additional_labels, changed);
  return typeof value === 'string' ? messages.gesture.labelSet(value) : messages.gesture.labelRemoved(changed);
};

const quality: Namer = (before, after) => {
  if (before.accepted !== after.accepted && same(before.score, after.score)) {
    if (after.accepted === null) return messages.gesture.verdictRemoved;
    return after.accepted === 'yes' ? messages.gesture.qualityAccepted : messages.gesture.qualityRefused;
  }
  if (same(before.score, after.score)) return null;
  return after.score ? messages.gesture.evaluated : messages.gesture.evaluationRemoved;
};

const approval: Namer = (before, after) =>
  before.validated === after.validated ? null : after.validated ? messages.gesture.validated : messages.gesture.validationRemoved;

const calibration: Namer = (before, after) => {
  if (!same(before.correct_aliasing, after.correct_aliasing)) return messages.gesture.aliasing;
  if (same(before.calibration, after.calibration)) return null;
  const [old, now] = [before.calibration, after.calibration];
  const rest = ({ baseline_y: _row, author: _author, at: _at, version: _version, ...others }: NonNullable<typeof old>) => others;
  const isRow = now !== null && now.baseline_y !== (old?.baseline_y ?? null) && (old === null || same(rest(old), rest(now)));
  return isRow ? messages.gesture.zeroLine : messages.gesture.calibration;
};

const calipers: Namer = ({ measurements_caliper: before }, { measurements_caliper: after }) => {
  const placed = (all: typeof before) => new Map(all.map((one) => [one.id, one]));
  const [old, now] = [placed(before), placed(after)];
  const added = after.find(({ id }) => !old.has(id));
  if (added) return messages.gesture.caliperSaved(caliperName(added));
  const removed = before.find(({ id }) => !now.has(id));
  if (removed) return messages.gesture.caliperRemoved(caliperName(removed));
  const moved = after.find(({ id, points }) => !same(points.pixel, old.get(id)?.points.pixel));
  if (moved) return messages.gesture.caliperPointMoved(caliperName(moved));
  const renamed = after.find(({ id, name }) => !same(name, old.get(id)?.name));
  return renamed ? messages.gesture.caliperRenamed(caliperName(renamed)) : null;
};

interface PlacedMark {
  field: EventName;
  cycle: number;
  at: number;
}

const marksOf = (image: AnalysisImage): PlacedMark[] =>
  image.cardiac_events.flatMap((events, cycle) =>
    EVENTS.flatMap((field): PlacedMark[] => {
      const at = events[field];
      return typeof at === 'number' ? [{ field, cycle, at }] : [];
    }),
  );

const markWords = ({ field, cycle, at }: PlacedMark, clip: boolean): string =>
  clip ? messages.gesture.inFrame(EVENT_WORDS[field], at) : messages.gesture.inCycle(EVENT_WORDS[field], cycle + 1);

/** Marks of one image that the other has not, each once: an onset may end one cycle and begin the next. */
function marksOnly(all: readonly PlacedMark[], others: readonly PlacedMark[]): PlacedMark[] {
  const key = ({ field, at }: PlacedMark): string => `${EVENT_WORDS[field]} ${at}`;
  const known = new Set(others.map(key));
  return all.filter((mark, place) => !known.has(key(mark)) && all.findIndex((one) => key(one) === key(mark)) === place);
}

const timing: Namer = (before, after) => {
  if (before.onset_type !== after.onset_type) return messages.gesture.onsetType(after.onset_type);
  const clip = after.modality === '2D';
  const [old, now] = [marksOf(before), marksOf(after)];
  const [added, gone] = [marksOnly(now, old), marksOnly(old, now)];
  const [first] = added;
  const [lost] = gone;
  if (now.length === 0 && gone.length > 0)
    return gone.length === 1 && lost ? messages.gesture.markRemoved(markWords(lost, clip)) : messages.gesture.allMarksRemoved;
  if (first && gone.length === 0)
    return added.length === 1 ? messages.gesture.markSet(markWords(first, clip)) : messages.gesture.marksSet(added.length);
  if (first && lost)
    return added.length === 1 && gone.length === 1 ? messages.gesture.markMoved(markWords(first, clip)) : messages.gesture.marksChanged;
  if (before.is_annotated !== after.is_annotated)
    return after.is_annotated ? messages.gesture.timingFinished : messages.gesture.timingReopened;
  const fewer = before.cardiac_events.length - after.cardiac_events.length;
  if (fewer > 0 && lost)
    return before.is_annotated ? messages.gesture.cyclesKept(after.cardiac_events.length) : messages.gesture.openCycleDropped;
  const excluded = after.cardiac_events.findIndex((events, cycle) => !same(events.excluded, before.cardiac_events[cycle]?.excluded));
  if (excluded >= 0 && fewer === 0)
    return after.cardiac_events[excluded]?.excluded
      ? messages.gesture.cycleExcluded(excluded + 1)
      : messages.gesture.cycleIncluded(excluded + 1);
  return same(before.cardiac_events, after.cardiac_events) ? null : messages.gesture.cyclesChanged;
};

interface LineChange {
  cycle: number;
  event: ClipEvent | null;
  name: string;
  before: Line | null;
  after: Line | null;
}

function lineChanges(before: AnalysisImage, after: AnalysisImage): LineChange[] {
  const cycles = Array.from({ length: Math.max(before.segmentation.length, after.segmentation.length) }, (_, cycle) => cycle);
  return cycles.flatMap((cycle) =>
    LINE_EVENTS.flatMap((event) => {
      const [old, now] = [linesIn(before.segmentation[cycle], event), linesIn(after.segmentation[cycle], event)];
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
  if (points.length === 0) return messages.gesture.lineBegun;
  if (points.every(isOffered)) return messages.gesture.offerAccepted;
  if (points.every(isCopied)) return finished ? messages.gesture.lineCopied : messages.gesture.linePredicted;
  return points.length === 1 ? messages.gesture.pointSet : messages.gesture.lineDrawn;
}

/** The verb for points that both lines have. */
function movedVerb(before: Line, after: Line): string {
  const old = new Map(before.points.map((point) => [point.id, at(point)]));
  const moved = after.points.filter((point) => old.get(point.id) !== at(point)).length;
  if (moved === 0) return before.frame_number === after.frame_number ? messages.gesture.lineChanged : messages.gesture.frameConfirmed;
  if (moved > 1 && after.points.some(({ method }) => method === 'wall-thickness')) return messages.gesture.thicknessChanged;
  return moved === after.points.length && moved > 1 ? messages.gesture.lineMoved : messages.gesture.pointMoved;
}

function verbOf({ before, after }: LineChange): string {
  const [old, now] = [before?.points.length ?? 0, after?.points.length ?? 0];
  if (!after || (now === 0 && old > 0)) return old === 1 ? messages.gesture.pointRemoved : messages.gesture.lineRemoved;
  if (!before || old === 0) return newLineVerb(after);
  if (before.pattern !== after.pattern) return messages.gesture.patternChanged;
  if (before.shape !== after.shape) return messages.gesture.shapeChanged(after.shape);
  if (now > old)
    return now - old === 1 ? (before.finished ? messages.gesture.pointAdded : messages.gesture.pointSet) : messages.gesture.lineDrawn;
  if (now < old) return old - now === 1 ? messages.gesture.pointDeleted : messages.gesture.pointsDeleted;
  if (before.finished !== after.finished) return after.finished ? messages.gesture.lineFinished : messages.gesture.lineReopened;
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
  if (changes.length > 1 && allLines(after).length === 0) return messages.gesture.allLinesRemoved;
  const finished = changes.filter(
    (change) => change.after?.finished && !change.before?.finished && (change.before?.points.length ?? 0) > 0,
  );
  if (finished.length > 1) return messages.gesture.linesFinished(finished.length);
  const place = first.event === null ? messages.gesture.cycle(first.cycle + 1) : `${EVENT_WORDS[first.event]} ${first.cycle + 1}`;
  return [verbOf(first), first.name, ...(after.cardiac_events.length > 0 ? [place] : [])].join(', ');
};

const correctionsOf = (image: AnalysisImage): { line: Line; frame: number }[] =>
  image.segmentation.flatMap(({ corrected = [] }) => corrected.map((line) => ({ line, frame: line.frame_number ?? 0 })));

/** Lines on every frame of a cycle, and the frames that they were corrected on. */
const wholeCycles: Namer = (before, after) => {
  const cycles = Math.max(before.segmentation.length, after.segmentation.length);
  const changed = Array.from({ length: cycles }, (_, cycle) => cycle).find(
    (cycle) => !same(before.segmentation[cycle]?.sequence, after.segmentation[cycle]?.sequence),
  );
  if (changed !== undefined)
    return after.segmentation[changed]?.sequence
      ? messages.gesture.wholeCycleAccepted(changed + 1)
      : messages.gesture.wholeCycleRemoved(changed + 1);
  const [old, now] = [correctionsOf(before), correctionsOf(after)];
  const lacks = (all: typeof old, one: (typeof old)[number]): boolean => !all.some((other) => same(other, one));
  const [made] = now.filter((one) => lacks(old, one));
  if (made) return messages.gesture.correctedOn(made.line.name, made.frame);
  const gone = old.find((one) => lacks(now, one));
  return gone ? messages.gesture.correctionRemoved(gone.line.name, gone.frame) : null;
};

/** A change of cycles takes lines along: it is named before them. */
const NAMERS: readonly Namer[] = [labels, timing, lines, wholeCycles, calipers, calibration, quality, approval];

/** The name of what a gesture changed of the image it was made on. */
export function gestureName(before: AnalysisImage | null, after: AnalysisImage | null): string {
  if (before === null)
    return after?.type
      ? messages.gesture.typeSet(after.type)
      : after?.view
        ? messages.gesture.viewSet(after.view)
        : messages.gesture.labelled;
  if (after === null) return messages.gesture.labelsRemoved;
  for (const name of NAMERS) {
    const words = name(before, after);
    if (words !== null) return words;
  }
  return messages.gesture.changed;
}

/** The name of a change of open caliper points. */
export function openCaliperName(before: OpenCaliper | null, after: OpenCaliper | null): string {
  const [old, now] = [before?.points.length ?? 0, after?.points.length ?? 0];
  const template = (after ?? before)?.template ?? '';
  if (now === 0) return messages.gesture.caliperPointsRemoved(template);
  return now > old ? messages.gesture.caliperPointSet(template) : messages.gesture.caliperPointMoved(template);
}

/** The name of a change of the types declared missing. */
export function missingName(missing: { before: readonly string[]; after: readonly string[] } | null): string {
  const added = missing?.after.find((type) => !missing.before.includes(type));
  if (added !== undefined) return messages.gesture.declaredMissing(added);
  const gone = missing?.before.find((type) => !missing.after.includes(type));
  return gone === undefined ? messages.gesture.missingChanged : messages.gesture.notMissing(gone);
}
