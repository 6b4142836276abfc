import type { AnalysisImage, Comment } from '@echometry/contract/generated/analysis-image.ts';
import { initials } from '@echometry/contract/rules/initials.ts';
import type { Caller } from '../access/caller.ts';
import { commentScopeOf } from '../access/comment-scope.ts';
import { type CommentRow, commentsOfStudy } from '../db/comments.ts';
import type { Services } from '../access/services.ts';

const commentOf = (row: CommentRow, studyId: string): Comment => ({
  date: row.created_at,
  user: row.user,
  initials: initials({ ...row, email: row.user }),
  content: row.content,
  type: row.type,
  study_id: studyId,
  image_filename: row.image_filename,
  image_label: row.image_label,
});

/** Images without any comments, whatever a stored record holds. */
export const withoutComments = (images: readonly AnalysisImage[]): AnalysisImage[] =>
  images.map((image) => ({ ...image, comments: [], comments_review: [] }));

/** Images with the comments that the caller sees: they are separate rows, whatever a stored record holds. */
export async function withComments(
  services: Services,
  caller: Caller,
  study: { id: number; study_id: string },
  images: readonly AnalysisImage[],
): Promise<AnalysisImage[]> {
  const rows = await commentsOfStudy(services.db.query, { study_id: study.id, scope: commentScopeOf(caller) }).execute();
  const byImage = new Map<string, CommentRow[]>();
  for (const row of rows) {
    const known = byImage.get(row.instance_id);
    if (known === undefined) byImage.set(row.instance_id, [row]);
    else known.push(row);
  }
  const of = (image: AnalysisImage, review: 0 | 1): Comment[] =>
    (byImage.get(image.instance_id) ?? []).flatMap((row) => (row.review === review ? [commentOf(row, study.study_id)] : []));
  return images.map((image) => ({ ...image, comments: of(image, 0), comments_review: of(image, 1) }));
}
