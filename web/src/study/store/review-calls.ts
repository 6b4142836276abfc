/** The calls of a review, and its copy of the study as it is opened. */
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ReviewRecord } from '@echometry/contract/records/review.ts';
import { call } from '../../lib/api.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { messages } from '../messages.ts';
import type { OpenedStudy, SaveBody } from './ports.ts';
import { openReview } from './review-copy.ts';
import { scopeOf } from './study-scope.ts';

export async function readReview(link: StudyLink): Promise<ReviewRecord | null> {
  const { study_id: id, editor, blind } = link;
  const named = { ...(editor === undefined ? {} : { editor }), ...(blind ? { blind } : {}) };
  return (await call(CALLS.reviewsGet, { id, ...named, ...scopeOf(link) })).review;
}

/** The review's copy of a study; before the first save that which the editor has. */
export async function openedReview(link: StudyLink): Promise<Required<Pick<OpenedStudy, 'analysis' | 'review'>>> {
  const review = await readReview(link);
  if (review === null) throw new Error(messages.open.nothingToReview);
  const { version, editor, images, missing_images, updated_at } = review;
  return { analysis: { version, editor, images, missing_images, updated_at }, review: openReview(review) };
}

export function saveReview(
  body: Omit<SaveBody, 'db_name' | 'medical_data_type' | 'review'>,
  review: NonNullable<SaveBody['review']>,
  link: StudyLink,
  keepalive: boolean,
): Promise<AnswerOf<typeof CALLS.reviewsCreate>> {
  const { editor: _saver, validated: _validated, images: _all, ...rest } = body;
  return call(CALLS.reviewsCreate, { ...rest, ...review, ...scopeOf(link) }, { keepalive });
}

/** Named by link and copy: a check point, or the end of the review. The copy has been saved as `version`. */
export const validateReview = (
  link: StudyLink,
  review: { editor: string; blind: boolean },
  { control, version, reason }: { control: boolean; version: number | null; reason: string | null },
): Promise<AnswerOf<typeof CALLS.reviewsValidate>> =>
  call(CALLS.reviewsValidate, {
    id: link.study_id,
    ...review,
    control,
    ...(reason === null ? {} : { reason }),
    base_version: version,
    save_id: crypto.randomUUID(),
    ...scopeOf(link),
  });

export const reopenReview = (
  link: StudyLink,
  review: { editor: string; blind: boolean },
): Promise<AnswerOf<typeof CALLS.reviewsUnvalidate>> => call(CALLS.reviewsUnvalidate, { id: link.study_id, ...review, ...scopeOf(link) });
