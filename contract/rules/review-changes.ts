/** Differences of a review from an editor's work: the list, and the way back of each entry. */
import type { AnalysisImage, CardiacEvents, CycleSegmentation, Line, Mark } from '../generated/analysis-image.ts';
import { ownValue } from './own-value.ts';
import { EVENT_WORDS, EVENTS, LINE_EVENTS, linesIn, SHORT_EVENTS, type ClipEvent, type EventName } from './cardiac-events.ts';
import { contentOf } from './content.ts';
import { counted } from './counted.ts';
import { isStripModality } from './image-types.ts';
import { type ImagePart, withParts } from './merge-image.ts';
import { pixelSizeOf } from './pixel-size.ts';
import { itemsOf } from './quality.ts';

/** A value before and after. `delta` is null where one of them is not a number, or they are words. */
export interface ChangedValue {
  name: string;
  before: number | string | null;
  after: number | string | null;
  unit: string;
  delta: number | null;
}

/** Where a line stands; `event` is null on strips and still planes. */
export interface ChangedLine {
  /** Place of the cycle among the editor's and among the reviewer's; null where that side has no such cycle. */
  original: number | null;
  reviewed: number | null;
  event: ClipEvent | null;
  name: string;
}

export interface ReviewChange {
  instance_id: string;
  /** The part that is taken back with it: a part of the image, one line, the whole image; values follow from the other parts. */
  part: ImagePart | 'image' | 'line' | 'values';
  line: ChangedLine | null;
  /** Id of the cycle whose marks changed; null for everything else. */
  cycle: string | null;
  what: string;
  detail: string;
  values: ChangedValue[];
}

/** Pairs of marks that a cycle lasts between, the first that are both set. */
const LENGTHS = [
  ['onset_start', 'onset_end'],
  ['end_diastole_start', 'end_diastole_end'],
] as const satisfies ReadonlyArray<readonly [EventName, EventName]>;
const MS_PER_S = 1000;

const isSet = (mark: Mark | undefined): mark is number => typeof mark === 'number';

const difference = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before;
const words = (name: string, before: string | null, after: string | null): ChangedValue => ({ name, before, after, unit: '', delta: null });

/** Milliseconds of one frame of a clip or one column of a strip; null where the record does not have it. */
function msPerStep({ modality, metadata }: AnalysisImage): number | null {
  if (metadata === null) return null;
  if (!isStripModality(modality)) return metadata.frame_rate === null || metadata.frame_rate <= 0 ? null : MS_PER_S / metadata.frame_rate;
  const region = metadata.flow_region;
  return region !== null && region !== undefined && region.units_x === 's' ? Math.abs(region.spacing_x) * MS_PER_S : null;
}

/**
 * Where milliseconds begin: at the first frame of a clip, which is frame 1, and at the reference column of a strip, as the
 * readings in the picture do.
 */
function originOf({ modality, metadata }: AnalysisImage): number {
  if (modality === '2D') return 1;
  const region = metadata?.flow_region;
  return region?.reference_x ?? region?.region_location_min_x ?? 0;
}

function labelChanges(before: AnalysisImage, after: AnalysisImage): ChangedValue[] {
  const categories = [...new Set([...Object.keys(before.additional_labels), ...Object.keys(after.additional_labels)])].sort();
  const pairs: [string, string | null, string | null][] = [
    ['Type', before.type, after.type],
    ['View', before.view, after.view],
    ['Modality', before.modality, after.modality],
    ['Reference', before.reference ? 'Yes' : 'No', after.reference ? 'Yes' : 'No'],
    ...categories.map((name): [string, string | null, string | null] => [
      name,
      ownValue(before.additional_labels, name) || null,
      ownValue(after.additional_labels, name) || null,
    ]),
  ];
  return pairs.filter(([, from, to]) => from !== to).map(([name, from, to]) => words(name, from, to));
}

function qualityChanges(before: AnalysisImage, after: AnalysisImage): ChangedValue[] {
  const [from, to] = [before, after].map(({ score }) => new Map((score ? itemsOf(score) : []).map(({ name, value }) => [name, value])));
  const names = [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])];
  const items = names.filter((name) => (from?.get(name) ?? null) !== (to?.get(name) ?? null));
  return [
    ...items.map((name) => words(name, from?.get(name) ?? null, to?.get(name) ?? null)),
    ...(before.accepted === after.accepted ? [] : [words('Accepted', before.accepted, after.accepted)]),
  ];
}

function lengthOf(cycle: CardiacEvents | undefined, ms: number | null): number | null {
  if (cycle === undefined || ms === null) return null;
  for (const [from, to] of LENGTHS) {
    const [start, end] = [cycle[from], cycle[to]];
    if (isSet(start) && isSet(end)) return (end - start) * ms;
  }
  return null;
}

/** Marks of each cycle that moved, by how much; cycles that were added, removed or left out. */
function timingChanges(before: AnalysisImage, after: AnalysisImage): ReviewChange[] {
  const [msBefore, msAfter] = [msPerStep(before), msPerStep(after)];
  const unit = msAfter === null ? (after.modality === '2D' ? 'frames' : 'px') : 'ms';
  const ids = [...new Set([...before.cardiac_events, ...after.cardiac_events].map(({ id }) => id))];
  const changes = ids.flatMap((id): ReviewChange[] => {
    const [from, to] = [before, after].map((side) => side.cardiac_events.find((cycle) => cycle.id === id));
    const number = 1 + (to ? after.cardiac_events.indexOf(to) : before.cardiac_events.findIndex((cycle) => cycle === from));
    const base = { instance_id: after.instance_id, part: 'timing' as const, line: null, cycle: id, what: `Cycle ${number}`, values: [] };
    if (!from || !to) return [{ ...base, detail: to ? 'added' : 'removed' }];
    const moved = EVENTS.filter((event) => (from[event] ?? false) !== (to[event] ?? false));
    const excluded = contentOf(from.excluded ?? null) !== contentOf(to.excluded ?? null);
    if (moved.length === 0 && !excluded) return [];
    const values = moved.map((event): ChangedValue => {
      const [a, b] = [from[event], to[event]].map((mark) => {
        if (!isSet(mark)) return null;
        return msAfter === null ? mark : (mark - originOf(after)) * msAfter;
      });
      return { name: SHORT_EVENTS[event], before: a ?? null, after: b ?? null, unit, delta: difference(a ?? null, b ?? null) };
    });
    const [was, is] = [lengthOf(from, msBefore), lengthOf(to, msAfter)];
    if (was !== is && (was !== null || is !== null))
      values.push({ name: 'Length', before: was, after: is, unit: 'ms', delta: difference(was, is) });
    const details = [
      ...(moved.length > 0 ? [`${counted(moved.length, 'mark')} moved`] : []),
      ...(excluded ? [to.excluded ? 'left out' : 'counts again'] : []),
    ];
    return [{ ...base, detail: details.join(', '), values }];
  });
  if (before.onset_type !== after.onset_type)
    changes.push({
      instance_id: after.instance_id,
      part: 'timing',
      line: null,
      cycle: null,
      what: 'Onset',
      detail: 'marked on something else',
      values: [words('Marked on', before.onset_type, after.onset_type)],
    });
  return changes;
}

/** Distances of stored pixels: in mm where the size of a pixel is known, otherwise in px. */
function distancesOf(image: AnalysisImage): { of: (x: number, y: number) => number; unit: 'mm' | 'px' } {
  const size = pixelSizeOf(image);
  if (size === null) return { of: Math.hypot, unit: 'px' };
  const [height, width] = size;
  return { of: (x, y) => Math.hypot(x * width, y * height), unit: 'mm' };
}

/** The differences between two courses of one line of an image, in words; null without any. */
function courseChange(image: AnalysisImage, before: Line | undefined, after: Line | undefined): string | null {
  const distance = distancesOf(image);
  const [was, is] = [before?.points ?? [], after?.points ?? []];
  if (was.length === 0 || is.length === 0) return was.length === is.length ? null : is.length > 0 ? 'drawn' : 'removed';
  const known = new Map(was.map((point) => [point.id, point]));
  let [moved, added, farthest] = [0, 0, 0];
  for (const point of is) {
    const old = known.get(point.id);
    if (old === undefined) added += 1;
    else if (old.x !== point.x || old.y !== point.y) {
      moved += 1;
      farthest = Math.max(farthest, distance.of(point.x - old.x, point.y - old.y));
    }
  }
  const gone = was.length + added - is.length;
  const parts = [
    ...(moved > 0 ? [`${counted(moved, 'point')} moved, up to ${farthest.toFixed(1)} ${distance.unit}`] : []),
    ...(added > 0 ? [`${counted(added, 'point')} added`] : []),
    ...(gone > 0 ? [`${counted(gone, 'point')} removed`] : []),
    ...(before?.finished === after?.finished ? [] : [after?.finished ? 'finished' : 'opened']),
    ...(before?.shape === after?.shape ? [] : [`shape ${after?.shape}`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Cycles of both sides that are the same one; without timing there is one place of lines. */
function cyclePairs(before: AnalysisImage, after: AnalysisImage): { original: number | null; reviewed: number | null }[] {
  const at = (image: AnalysisImage, id: string): number | null => {
    const place = image.cardiac_events.findIndex((cycle) => cycle.id === id);
    return place < 0 ? null : place;
  };
  const ids = [...new Set([...before.cardiac_events, ...after.cardiac_events].map(({ id }) => id))];
  if (ids.length === 0) {
    const places = Math.max(before.segmentation.length, after.segmentation.length);
    return Array.from({ length: places }, (_, place) => ({ original: place, reviewed: place }));
  }
  return ids.map((id) => ({ original: at(before, id), reviewed: at(after, id) }));
}

const cycleAt = (image: AnalysisImage, place: number | null): CycleSegmentation | undefined =>
  place === null ? undefined : image.segmentation[place];

function lineChanges(before: AnalysisImage, after: AnalysisImage): ReviewChange[] {
  return cyclePairs(before, after).flatMap(({ original, reviewed }) =>
    LINE_EVENTS.flatMap((event) => {
      const [was, is] = [linesIn(cycleAt(before, original), event), linesIn(cycleAt(after, reviewed), event)];
      const names = [...new Set([...was, ...is].map(({ name }) => name))];
      return names.flatMap((name): ReviewChange[] => {
        const detail = courseChange(
          after,
          was.find((line) => line.name === name),
          is.find((line) => line.name === name),
        );
        if (detail === null) return [];
        const at = event === null ? '' : `, ${EVENT_WORDS[event]}`;
        return [
          {
            instance_id: after.instance_id,
            part: 'line',
            line: { original, reviewed, event, name },
            cycle: null,
            what: `${name}${at}`,
            detail: `cycle ${(reviewed ?? original ?? 0) + 1} · ${detail}`,
            values: [],
          },
        ];
      });
    }),
  );
}

/** Values whose aggregate is another, before and after, with their difference. */
export function valueChanges(before: AnalysisImage, after: AnalysisImage): ChangedValue[] {
  const known = new Map(before.measurements.map((one) => [one.name, one]));
  const names = [...new Set([...known.keys(), ...after.measurements.map(({ name }) => name)])];
  return names.flatMap((name) => {
    const [was, is] = [known.get(name), after.measurements.find((one) => one.name === name)];
    const [a, b] = [was?.aggregate ?? null, is?.aggregate ?? null];
    return a === b ? [] : [{ name, before: a, after: b, unit: is?.units ?? was?.units ?? '', delta: difference(a, b) }];
  });
}

function caliperChange(before: AnalysisImage, after: AnalysisImage): string | null {
  const [from, to] = [before, after].map(
    ({ measurements_caliper }) => new Map(measurements_caliper.map((one) => [one.id, one.points.pixel])),
  );
  const added = [...(to?.keys() ?? [])].filter((id) => !from?.has(id)).length;
  const removed = [...(from?.keys() ?? [])].filter((id) => !to?.has(id)).length;
  const moved = [...(to ?? [])].filter(([id, points]) => from?.has(id) && contentOf(from.get(id)) !== contentOf(points)).length;
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(moved > 0 ? [`${moved} moved`] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * Everything of an image that a reviewer made different.
 * @param before as the editor had it; undefined where the review brought it in
 * @param after as it is in the review; undefined where it was taken out
 */
export function changesOfImage(before: AnalysisImage | undefined, after: AnalysisImage | undefined): ReviewChange[] {
  const of = (part: ReviewChange['part'], what: string, detail: string, values: ChangedValue[] = []): ReviewChange => ({
    instance_id: (after ?? before)?.instance_id ?? '',
    part,
    line: null,
    cycle: null,
    what,
    detail,
    values,
  });
  if (!before || !after)
    return before || after ? [of('image', after ? 'Added' : 'Removed', after ? 'to the review' : 'from the review')] : [];
  const labels = labelChanges(before, after);
  const quality = qualityChanges(before, after);
  const calipers = caliperChange(before, after);
  const values = valueChanges(before, after);
  const drawn = [...timingChanges(before, after), ...lineChanges(before, after)];
  const [only] = drawn;
  const calibration = contentOf([before.calibration, before.correct_aliasing]) !== contentOf([after.calibration, after.correct_aliasing]);
  return [
    ...(labels.length > 0 ? [of('labels', 'Labels', '', labels)] : []),
    ...(quality.length > 0 ? [of('quality', 'Quality', '', quality)] : []),
    // Values changed by a single change are listed with it.
    ...(only && drawn.length === 1 ? [{ ...only, values: [...only.values, ...values] }] : drawn),
    ...(calipers === null ? [] : [of('timing', 'Calipers', calipers)]),
    ...(calibration ? [of('calibration', 'Calibration', 'scale, zero line or aliasing')] : []),
    ...(drawn.length !== 1 && values.length > 0 ? [of('values', 'Values', 'computed from what changed', values)] : []),
  ];
}

function withLine(
  image: AnalysisImage,
  original: AnalysisImage,
  { original: from, reviewed: to, event, name }: ChangedLine,
): AnalysisImage {
  if (to === null) return image;
  const line = linesIn(cycleAt(original, from), event).find((one) => one.name === name);
  const cycle = image.segmentation[to] ?? {};
  const lines = linesIn(cycle, event);
  const at = lines.findIndex((one) => one.name === name);
  const next = line === undefined ? lines.filter((_, place) => place !== at) : at < 0 ? [...lines, line] : lines.with(at, line);
  const changed: CycleSegmentation = event === null ? { ...cycle, lines: [...next] } : { ...cycle, [event]: { lines: [...next] } };
  const segmentation = [...image.segmentation];
  segmentation[to] = changed;
  if (contentOf(segmentation) === contentOf(original.segmentation))
    return { ...image, segmentation, is_segmented: original.is_segmented, cycles_segmented: original.cycles_segmented };
  // A cycle that lacks a finished line again is not segmented any more.
  if (line?.finished || !image.is_segmented) return { ...image, segmentation };
  return { ...image, segmentation, is_segmented: false, cycles_segmented: Math.max(0, image.cycles_segmented - 1) };
}

/**
 * The image with one change taken back. Lines and timing of one type mean nothing in another: where the type changed, they
 * go back with it.
 * @returns null where the image goes with it
 */
export function takenBack(change: ReviewChange, before: AnalysisImage | undefined, after: AnalysisImage | undefined): AnalysisImage | null {
  if (!before || !after || change.part === 'image') return before ?? null;
  if (change.part === 'values') return after;
  if (change.part === 'line') return change.line ? withLine(after, before, change.line) : after;
  const parts: ImagePart[] = change.part === 'labels' && before.type !== after.type ? ['labels', 'timing'] : [change.part];
  return withParts(after, before, parts);
}
