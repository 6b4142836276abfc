/** A review as the open study holds it: what it was made from, and what the editor changed since. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewRecord } from '@echometry/contract/records/review.ts';
import type { ReviewState, StudyState } from '@echometry/contract/records/study.ts';
import { holdFresh } from './held-image.ts';
import { byId } from './merge.ts';

/** Saves of the editor after the version a review is based on. */
export interface Newer {
  version: number;
  author: string;
  updated_at: number;
  /** Images that differ, as the editor has them now. */
  images: AnalysisImage[];
  /** Images that are not references of the editor any more. */
  removed: string[];
  /** Types declared missing, where they differ; otherwise null. */
  missing_images: string[] | null;
}

export interface OpenReview {
  editor: string;
  /** It is of blind work. */
  blind: boolean;
  /** Null before the first save. */
  state: ReviewState | null;
  /** Version of the editor it is based on. */
  base_version: number;
  /** The editor's images it was made from. */
  originals: AnalysisImage[];
  original_missing_images: string[];
  newer: Newer | null;
  /** Decision of a team review; null without. */
  outcome: StudyState | null;
}

/** Images whose review now builds on the editor's newest version. */
export interface Settling {
  images: readonly string[];
  missing: boolean;
}

export const NOTHING_SETTLED: Settling = { images: [], missing: false };

/** A review as the server gives it. Unchanged images are not sent twice. */
export function openReview(record: ReviewRecord): OpenReview {
  const added = new Set(record.added);
  const changed = byId(record.originals);
  const same = record.images.filter(({ instance_id }) => !added.has(instance_id) && !changed.has(instance_id));
  return {
    editor: record.editor,
    blind: record.blind,
    state: record.state,
    base_version: record.base_version,
    originals: [...same, ...record.originals].map(holdFresh),
    original_missing_images: [...record.original_missing_images],
    newer: record.newer && { ...record.newer, images: record.newer.images.map(holdFresh) },
    outcome: record.outcome?.state ?? null,
  };
}

/** The review with some of what the editor changed settled: taken over, or kept as reviewed. */
export function afterSettling(review: OpenReview, { images, missing }: Settling): OpenReview {
  const { newer } = review;
  if (newer === null) return review;
  const settled = new Set(images);
  const left: Newer = {
    ...newer,
    images: newer.images.filter(({ instance_id }) => !settled.has(instance_id)),
    removed: newer.removed.filter((id) => !settled.has(id)),
    missing_images: missing ? null : newer.missing_images,
  };
  const done = left.images.length === 0 && left.removed.length === 0 && left.missing_images === null;
  return {
    ...review,
    base_version: done ? newer.version : review.base_version,
    originals: [
      ...review.originals.filter(({ instance_id }) => !settled.has(instance_id)),
      ...newer.images.filter(({ instance_id }) => settled.has(instance_id)),
    ],
    original_missing_images: missing ? [...(newer.missing_images ?? review.original_missing_images)] : review.original_missing_images,
    newer: done ? null : left,
  };
}

/** The review's images with one of the editor's newest version in place of its own; one that is gone there goes. */
export function withTaken(images: readonly AnalysisImage[], newer: Newer, instanceId: string): AnalysisImage[] {
  const theirs = newer.images.find(({ instance_id }) => instance_id === instanceId);
  const others = images.filter(({ instance_id }) => instance_id !== instanceId);
  return theirs ? [...others, { ...theirs, validated: false }] : others;
}
