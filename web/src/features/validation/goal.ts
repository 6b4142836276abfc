/** Where a change or an issue is: image, frame, line, and the part of the picture that shows it. */
import type { AnalysisImage, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { anchorPlace, anchorTarget } from '@echometry/contract/rules/anchors.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import type { ReviewChange } from '@echometry/contract/rules/review-changes.ts';
import { frameOf, type LinePlace, linesAt, placesOf } from '../../tools/lines/place.ts';
import type { Box, Point } from '../../viewer/view/view-transform.ts';
import { isStrip, lineKey } from '../../image-page/drawn.ts';

export interface Goal {
  instance_id: string;
  /** From 1; null for the frame that is shown first. */
  frame: number | null;
  /** Key of the line among those that are drawn; null where it is about none. */
  line: string | null;
  /** Null for the whole picture. */
  box: Box | null;
}

/** The smallest part that is shown, as a part of the picture's width: what lies around stays recognisable. */
const SMALLEST_PART = 0.2;
/** Room around what is shown, as a part of its size. */
const ROOM = 0.6;

function boxAround(points: readonly Point[], { metadata }: AnalysisImage): Box | null {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const smallest = SMALLEST_PART * (metadata?.width ?? 0);
  const width = Math.max((right - left) * (1 + ROOM), smallest, 1);
  const height = Math.max((bottom - top) * (1 + ROOM), smallest, 1);
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

/** Points that one side has elsewhere, or not at all; all of both where no point is another. */
function movedPoints(before: readonly LinePoint[], after: readonly LinePoint[]): Point[] {
  const differ = (these: readonly LinePoint[], those: readonly LinePoint[]): LinePoint[] => {
    const known = new Map(those.map((point) => [point.id, point]));
    return these.filter((point) => {
      const other = known.get(point.id);
      return !other || other.x !== point.x || other.y !== point.y;
    });
  };
  const moved = [...differ(before, after), ...differ(after, before)];
  return moved.length > 0 ? moved : [...before, ...after];
}

const whole = (instance_id: string, frame: number | null = null): Goal => ({ instance_id, frame, line: null, box: null });

function goalOfLine({ instance_id, line }: ReviewChange, before: AnalysisImage | undefined, after: AnalysisImage | undefined): Goal {
  if (line === null) return whole(instance_id);
  const { event, name } = line;
  const on = (image: AnalysisImage | undefined, cycle: number | null) => {
    if (!image || cycle === null) return null;
    const place: LinePlace = { cycle, event };
    const found = linesAt(image, place).find((one) => one.name === name);
    return found ? { image, place, found } : null;
  };
  const [was, is] = [on(before, line.original), on(after, line.reviewed)];
  const shown = is !== null && is.found.points.length > 0 ? is : (was ?? is);
  if (shown === null) return whole(instance_id);
  return {
    instance_id,
    frame: isStrip(shown.image) ? null : (frameOf(shown.image, shown.place) ?? shown.found.frame_number),
    line: lineKey(shown.place, name),
    box: boxAround(movedPoints(was?.found.points ?? [], is?.found.points ?? []), shown.image),
  };
}

function goalOfTiming({ instance_id, cycle }: ReviewChange, before: AnalysisImage | undefined, after: AnalysisImage | undefined): Goal {
  const [was, is] = [before, after].map((image) => image?.cardiac_events.find(({ id }) => id === cycle));
  const image = after ?? before;
  const moved = EVENTS.filter((event) => (was?.[event] ?? false) !== (is?.[event] ?? false));
  const marks = moved.flatMap((event) => [is?.[event], was?.[event]]).filter((mark) => typeof mark === 'number');
  const [first] = marks;
  if (!image || first === undefined) return whole(instance_id);
  if (!isStrip(image)) return whole(instance_id, first);
  const region = image.metadata?.flow_region;
  const [top, bottom] = region ? [region.region_location_min_y, region.region_location_max_y] : [0, image.metadata?.height ?? 0];
  return {
    ...whole(instance_id),
    box: boxAround(
      marks.flatMap((x) => [
        { x, y: top },
        { x, y: bottom },
      ]),
      image,
    ),
  };
}

function goalOfCalipers({ instance_id }: ReviewChange, before: AnalysisImage | undefined, after: AnalysisImage | undefined): Goal {
  const image = after ?? before;
  const [was, is] = [before?.measurements_caliper ?? [], after?.measurements_caliper ?? []];
  const known = new Map(was.map((caliper) => [caliper.id, contentOf(caliper.points.pixel)]));
  const left = new Set(is.map(({ id }) => id));
  const changed = is.find(({ id, points }) => known.get(id) !== contentOf(points.pixel)) ?? was.find(({ id }) => !left.has(id));
  if (!image || !changed) return whole(instance_id);
  return { ...whole(instance_id, changed.frame_number), box: boxAround(changed.points.pixel, image) };
}

/** Where a change is to be seen. */
export function goalOfChange(change: ReviewChange, before: AnalysisImage | undefined, after: AnalysisImage | undefined): Goal {
  if (change.part === 'line') return goalOfLine(change, before, after);
  if (change.cycle !== null) return goalOfTiming(change, before, after);
  if (change.what === 'Calipers') return goalOfCalipers(change, before, after);
  return whole(change.instance_id);
}

/** Where an issue is to be seen: its frame, and the line or the place that its anchor names. */
export function goalOfIssue({ instance_id, anchor }: Pick<ReviewIssue, 'instance_id' | 'anchor'>, image: AnalysisImage | undefined): Goal {
  if (anchor === null || !image) return whole(instance_id);
  const { frame_number } = anchorTarget(anchor, image, Number.POSITIVE_INFINITY);
  const frame = isStrip(image) ? null : frame_number;
  const cycle = image.cardiac_events.findIndex(({ id }) => id === anchor.cycle);
  const places = placesOf(image).filter((place) => anchor.cycle === undefined || place.cycle === cycle);
  const lines = places.flatMap((place) => linesAt(image, place).map((line) => ({ place, line })));
  const named = lines.find(({ line }) => line.name === anchor.line || line.points.some(({ id }) => id === anchor.point));
  const line = named === undefined ? null : lineKey(named.place, named.line.name);
  const place = anchorPlace(anchor, image);
  const height = image.metadata?.height ?? 0;
  if (place === null) return { instance_id, frame, line, box: boxAround(named?.line.points ?? [], image) };
  const points = place.y === null ? [0, height].map((y) => ({ x: place.x, y })) : [{ x: place.x, y: place.y }];
  return { instance_id, frame, line, box: boxAround(points, image) };
}
