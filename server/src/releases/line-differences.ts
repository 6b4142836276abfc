import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { LineDifference } from '@echometry/contract/records/release.ts';
import { LINE_EVENTS, linesIn } from '@echometry/contract/rules/cardiac-events.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { type ReleasedRecord, workNameOf } from './released-record.ts';

type Place = Pick<LineDifference, 'line' | 'cycle' | 'event' | 'frame_number'>;
interface Drawn {
  place: Place;
  content: string;
}

const pointsOf = ({ shape, finished, points, spline }: Line): string =>
  contentOf({ shape, finished, points: points.map(({ x, y, type }) => [x, y, type]), spline: spline ?? null });

/** Lines and calipers of an image by what they are; several of one name are counted. */
function drawnOn(image: AnalysisImage | undefined): Map<string, Drawn> {
  const found = new Map<string, Drawn>();
  const counts = new Map<string, number>();
  const add = (name: readonly unknown[], drawn: Drawn): void => {
    const key = JSON.stringify(name);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    found.set(`${key} ${count}`, drawn);
  };
  for (const [index, cycle] of (image?.segmentation ?? []).entries()) {
    const of = (event: string | null, line: Line): void =>
      add([index, event, line.name, event === 'corrected' ? line.frame_number : null], {
        place: { line: line.name, cycle: index + 1, event, frame_number: line.frame_number },
        content: contentOf([line.frame_number, pointsOf(line)]),
      });
    for (const event of LINE_EVENTS) for (const line of linesIn(cycle, event)) of(event, line);
    for (const line of cycle.corrected ?? []) of('corrected', line);
    const sequence = cycle.sequence?.lines_sha256;
    if (sequence !== undefined)
      add([index, 'sequence'], {
        place: { line: 'lines on every frame', cycle: index + 1, event: null, frame_number: null },
        content: sequence,
      });
  }
  for (const caliper of image?.measurements_caliper ?? []) {
    const { id, type, cycle, event, frame_number, points } = caliper;
    const place = {
      line: type,
      cycle: typeof cycle === 'number' ? cycle + 1 : null,
      event: typeof event === 'string' ? event : null,
      frame_number: typeof frame_number === 'number' ? frame_number : null,
    };
    add(['caliper', id], { place, content: contentOf([type, cycle, event, frame_number, points.pixel]) });
  }
  return found;
}

/** Lines and calipers that differ between two records of one work; null for a version without the work. */
export function lineDifferences(before: ReleasedRecord | null, after: ReleasedRecord | null): LineDifference[] {
  const record = after ?? before;
  if (record === null) return [];
  const imagesOf = (of: ReleasedRecord | null): Map<string, AnalysisImage> =>
    new Map((of?.images ?? []).flatMap((image) => (of?.chosen.includes(image.instance_id) ? [[image.instance_id, image] as const] : [])));
  const [old, now] = [imagesOf(before), imagesOf(after)];
  const work = workNameOf(record);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((instance_id) => {
    const [a, b] = [drawnOn(old.get(instance_id)), drawnOn(now.get(instance_id))];
    return [...new Set([...a.keys(), ...b.keys()])].flatMap((key): LineDifference[] => {
      const [was, is] = [a.get(key), b.get(key)];
      const drawn = is ?? was;
      if (drawn === undefined || was?.content === is?.content) return [];
      const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
      return [{ ...work, instance_id, ...drawn.place, change }];
    });
  });
}
