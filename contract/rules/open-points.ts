/** Open points of a review, listed before a check point and before it is finished. */
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { ReviewIssue } from '../records/review-issue.ts';
import type { NewerWork, OpenKind, OpenPoint } from '../records/review.ts';
import { counted } from './counted.ts';
import { hasValue } from './measured.ts';
import { generalScore } from './quality.ts';
import { changesOfImage, type ReviewChange } from './review-changes.ts';
import { reasonWords } from './review-issues.ts';

export const OPEN_WORDS: Readonly<Record<OpenKind, string>> = {
  'not-validated': 'Not validated',
  change: 'Open changes',
  issue: 'Open issues',
  newer: 'Newer work of the editor',
  'no-value': 'Values without a result',
};

/** A point with the change it is about, so that a page can show it. */
export interface FoundPoint extends OpenPoint {
  change: ReviewChange | null;
}

export interface OpenGround {
  /** Images of the review. */
  images: readonly AnalysisImage[];
  /** As the editor had them when the review was made from them. */
  originals: readonly AnalysisImage[];
  newer: Pick<NewerWork, 'images' | 'removed' | 'missing_images'> | null;
  issues: readonly Pick<ReviewIssue, 'id' | 'instance_id' | 'reason' | 'content' | 'resolved'>[];
}

const nameOf = (image: AnalysisImage | undefined): string => image?.type ?? 'Image without a type';

/** Points of one kind about images, in the order of the images. */
export function openPoints({ images, originals, newer, issues }: OpenGround): FoundPoint[] {
  const before = new Map(originals.map((image) => [image.instance_id, image]));
  const now = new Map(images.map((image) => [image.instance_id, image]));
  const known = (id: string): AnalysisImage | undefined => now.get(id) ?? before.get(id);
  const point = (kind: OpenKind, id: string | null, what: string, detail: string, more: Partial<FoundPoint> = {}): FoundPoint => ({
    kind,
    instance_id: id,
    what,
    detail,
    issue: null,
    change: null,
    ...more,
  });
  const open = images
    .filter(({ validated }) => !validated)
    .map((image) => ({ image, changes: changesOfImage(before.get(image.instance_id), image) }));
  const gone = originals.filter(({ instance_id }) => !now.has(instance_id)).flatMap((image) => changesOfImage(image, undefined));
  return [
    ...open.map(({ image, changes }) => {
      const score = generalScore(image);
      const words = [changes.length === 0 ? 'as editor' : counted(changes.length, 'change'), ...(score ? [`quality ${score}`] : [])];
      return point('not-validated', image.instance_id, nameOf(image), words.join(', '));
    }),
    ...[...open.flatMap(({ changes }) => changes), ...gone].map((change) =>
      point('change', change.instance_id, change.what, [nameOf(known(change.instance_id)), change.detail].filter(Boolean).join(' · '), {
        change,
      }),
    ),
    ...issues
      .filter(({ resolved }) => !resolved)
      .map(({ id, instance_id, reason, content }) =>
        point('issue', instance_id, content || reasonWords(reason), `${nameOf(known(instance_id))} · ${reasonWords(reason)}`, {
          issue: id,
        }),
      ),
    ...(newer?.images ?? []).map((image) => point('newer', image.instance_id, nameOf(image), 'saved again by the editor')),
    ...(newer?.removed ?? []).map((id) => point('newer', id, nameOf(known(id)), 'no longer a reference image of the editor')),
    ...(newer?.missing_images ? [point('newer', null, 'Missing images', newer.missing_images.join(', ') || 'none any more')] : []),
    ...images.flatMap((image) => {
      const empty = image.measurements.filter((measurement) => !hasValue(measurement)).map(({ name }) => name);
      return empty.length === 0 ? [] : [point('no-value', image.instance_id, nameOf(image), empty.join(', '))];
    }),
  ];
}
