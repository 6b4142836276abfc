/** How often a reader was within the tolerances of a course. */
import type { CourseShare, FeedbackImage, Verdict } from '../records/course.ts';

interface Judged {
  what: CourseShare['what'];
  image_type: string;
  name: string;
  verdict: Verdict;
}

/** Everything of an image that has a verdict. */
const judgedOf = ({ type, values, lines, marks }: FeedbackImage): Judged[] => {
  const image_type = type ?? '';
  const all: Judged[] = [
    ...values.map(({ name, verdict }) => ({ what: 'value' as const, image_type, name, verdict })),
    ...lines.map(({ name, verdict }) => ({ what: 'line' as const, image_type, name, verdict })),
    ...marks.map(({ event, verdict }) => ({ what: 'mark' as const, image_type, name: event, verdict })),
  ];
  return all.filter(({ verdict }) => verdict !== null);
};

/** Shares by what is compared, in the order in which it is met; each line and mark of each beat counts. */
export function courseShares(images: readonly FeedbackImage[]): CourseShare[] {
  const shares = new Map<string, CourseShare>();
  for (const { verdict, ...of } of images.flatMap(judgedOf)) {
    const key = JSON.stringify(of);
    const share = shares.get(key) ?? { ...of, within: 0, judged: 0 };
    share.judged += 1;
    if (verdict === 'within') share.within += 1;
    shares.set(key, share);
  }
  return [...shares.values()];
}

/** Verdicts of an image that are outside. */
export const outsideIn = (image: FeedbackImage): number => judgedOf(image).filter(({ verdict }) => verdict === 'outside').length;

/** Order of images in which something is to be learned: missed and differently labelled ones, then by what is outside. */
export function byNeed(a: FeedbackImage, b: FeedbackImage): number {
  const weightOf = (image: FeedbackImage): number => (image.state === 'compared' ? outsideIn(image) : Number.MAX_SAFE_INTEGER);
  return weightOf(b) - weightOf(a);
}
