/** How far finished reviews of one piece of work agree, image by image. */
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { ReviewedWork } from '../records/review.ts';
import { pairedEvents } from './agreement-pairs.ts';
import { generalScore } from './quality.ts';

/** A consensus is of at least so many reviews. */
export const MIN_REVIEWS = 2;

/** One value in the reviews, null where a review has none. */
export interface ConsensusValue {
  name: string;
  units: string;
  values: (number | null)[];
  /** Largest minus smallest; null unless all reviews have it. */
  spread: number | null;
  /** The same number in all reviews, or in none. */
  agreed: boolean;
}

/** The readings of one image in the reviews, each in their order. */
export interface ConsensusImage {
  instance_id: string;
  /** As the first review that has it labels it. */
  type: string | null;
  /** The image in each review; undefined where it is not a reference. */
  images: (AnalysisImage | undefined)[];
  scores: (string | null)[];
  /** Views it is labelled with. */
  views: (string | null)[];
  /** Cycles marked; null where the image is not in the review. */
  cycles: (number | null)[];
  /** Largest distance of marks of the same beat between any two reviews, in frames or columns; null without marks in common. */
  marks: number | null;
  values: ConsensusValue[];
  /** Nothing of this differs: presence, labels, score, number and marks of cycles, values. */
  agreed: boolean;
}

const same = (all: readonly unknown[]): boolean => all.every((one) => one === all[0]);

/** Values of the readings of an image by name, in the order of the readings. */
export function valuesOf(images: readonly (Pick<AnalysisImage, 'measurements'> | undefined)[]): ConsensusValue[] {
  const known = new Map(images.flatMap((image) => (image?.measurements ?? []).map(({ name, units }) => [name, units ?? ''] as const)));
  return [...known].map(([name, units]) => {
    const values = images.map((image) => image?.measurements.find((one) => one.name === name)?.aggregate ?? null);
    const found = values.filter((value) => value !== null);
    const spread = found.length === values.length ? Math.max(...found) - Math.min(...found) : null;
    return { name, units, values, spread, agreed: same(values) };
  });
}

/** Every two of the reviews that have the image. */
function pairsOf<T>(images: readonly (T | undefined)[]): [T, T][] {
  const there = images.filter((image) => image !== undefined);
  return there.flatMap((first, at) => there.slice(at + 1).map((second): [T, T] => [first, second]));
}

function farthestMark(images: readonly (AnalysisImage | undefined)[]): number | null {
  const apart = pairsOf(images).flatMap(([first, second]) =>
    pairedEvents(first, second).flatMap(({ pair }) =>
      pair.first === null || pair.second === null ? [] : [Math.abs(pair.second - pair.first)],
    ),
  );
  return apart.length === 0 ? null : Math.max(...apart);
}

/** Images of all reviews, in the order of the first review and then of the others. */
export function consensusImages(reviews: readonly Pick<ReviewedWork, 'images'>[]): ConsensusImage[] {
  const ids = [...new Set(reviews.flatMap(({ images }) => images.map(({ instance_id }) => instance_id)))];
  return ids.map((instance_id) => {
    const images = reviews.map((review) => review.images.find((image) => image.instance_id === instance_id));
    const scores = images.map((image) => (image === undefined ? null : generalScore(image)));
    const cycles = images.map((image) => image?.cardiac_events.length ?? null);
    const views = images.map((image) => image?.view ?? null);
    const marks = farthestMark(images);
    const values = valuesOf(images);
    const labels = images.map((image) => (image === undefined ? null : `${image.type} ${image.view}`));
    const agreed = same(labels) && same(scores) && same(cycles) && (marks ?? 0) === 0 && values.every((value) => value.agreed);
    return {
      instance_id,
      type: images.find((image) => image !== undefined)?.type ?? null,
      images,
      scores,
      views,
      cycles,
      marks,
      values,
      agreed,
    };
  });
}

/** The images of a consensus with one as a review has it, or out of it where that review has none. */
export function withImageOf(
  images: readonly AnalysisImage[],
  { instance_id, images: of }: ConsensusImage,
  review: number,
): AnalysisImage[] {
  const taken = of[review];
  const at = images.findIndex((image) => image.instance_id === instance_id);
  const others = images.filter((image) => image.instance_id !== instance_id);
  return taken === undefined ? others : others.toSpliced(at < 0 ? others.length : at, 0, { ...taken, validated: true });
}
