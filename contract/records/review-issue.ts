import { Type, type Static } from 'typebox';
import { CommentAnchor, CommentId } from './comment.ts';
import { Instant, Name, Nullable, Strict } from './strict.ts';
import { Filename } from './study-file.ts';

/** Longest text of an issue, in characters. */
export const MAX_ISSUE_LENGTH = 2000;

/** An issue as it is raised. The writer gives `id`, so that a repeated call makes no second one. */
export const NewIssue = Strict({
  id: CommentId,
  image_filename: Filename,
  /** Code of the configured list (contract/config/review_reasons.json). */
  reason: Name,
  /** May be empty: the reason is enough. */
  content: Type.String({ maxLength: MAX_ISSUE_LENGTH }),
  /** The part of the image it is about; null for the whole image. */
  anchor: Nullable(CommentAnchor),
});
export type NewIssue = Static<typeof NewIssue>;

/** The reply to an issue by the editor of the reviewed work. An issue has one; a later reply replaces it. */
export const IssueReply = Strict({ content: Type.String({ minLength: 1, maxLength: MAX_ISSUE_LENGTH }), created_at: Instant });
export type IssueReply = Static<typeof IssueReply>;

/** An issue as it is read. */
export const ReviewIssue = Strict({
  id: Type.String(),
  instance_id: Type.String(),
  image_filename: Type.String(),
  reason: Type.String(),
  content: Type.String(),
  anchor: Nullable(CommentAnchor),
  /** Who reviews: the author of the issue. */
  reviewer: Type.String(),
  created_at: Instant,
  resolved: Type.Boolean(),
  resolved_by: Nullable(Type.String()),
  resolved_at: Nullable(Instant),
  reply: Nullable(IssueReply),
});
export type ReviewIssue = Static<typeof ReviewIssue>;
