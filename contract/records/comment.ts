import { Type, type Static } from 'typebox';
import { Instant, MAX_NAME_LENGTH, Name, Nullable, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** Longest text of a comment, in characters. */
export const MAX_COMMENT_LENGTH = 10_000;

/** Kinds of entries that quality control leaves among the comments; any other type is the name of a page. */
export const SCORE_TYPES = ['score', 'score-accept', 'score-text'] as const;

/** Given by the writer of a comment, so that a repeated call makes no second one. */
export const CommentId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' });

/** The part of an image that a comment is about; names that are gone since lead nowhere, and the comment stays. */
export const CommentAnchor = Type.Object(
  {
    /** Identity of a cycle. */
    cycle: Type.Optional(Name),
    event: Type.Optional(Name),
    line: Type.Optional(Name),
    /** Identity of a point. */
    point: Type.Optional(Name),
    frame_number: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Name of a measurement. */
    measurement: Type.Optional(Name),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type CommentAnchor = Static<typeof CommentAnchor>;

const Content = Type.String({ maxLength: MAX_COMMENT_LENGTH });
const Label = Nullable(Type.String({ maxLength: MAX_NAME_LENGTH }));

/** A comment as it is written; the server sets `date`, `user` and `initials`, whatever the payload has. */
export const NewComment = Strict({
  id: Type.Optional(CommentId),
  date: Type.Optional(Instant),
  user: Type.Optional(Name),
  initials: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH })),
  content: Type.Optional(Content),
  /** Another name of `content`. */
  text: Type.Optional(Content),
  type: Name,
  study_id: StudyId,
  image_filename: Name,
  image_label: Type.Optional(Label),
  anchor: Type.Optional(Nullable(CommentAnchor)),
  /** Whose analysis it is about, where that is another's. */
  editor: Type.Optional(Name),
});

/** A comment as it is read. */
export const StoredComment = Strict({
  id: Type.String(),
  date: Instant,
  user: Type.String(),
  initials: Type.String(),
  content: Type.String(),
  type: Type.String(),
  study_id: StudyId,
  instance_id: Type.String(),
  image_filename: Type.String(),
  image_label: Nullable(Type.String()),
  anchor: Nullable(CommentAnchor),
  resolved: Type.Boolean(),
  /** Written in a review. */
  review: Type.Boolean(),
  /** Whose analysis it is about. */
  editor: Type.String(),
});
export type StoredComment = Static<typeof StoredComment>;

/** Most comments of one chat in a response with a part of them. */
export const MAX_COMMENT_PAGE = 1000;

/** Which part of the comments: the newest of each chat, which is one type on one image. */
export const CommentListQuery = Strict({
  /** Most comments of each chat. */
  limit: Type.Integer({ minimum: 1, maximum: MAX_COMMENT_PAGE }),
  /** Only comments that come before this one, in the order of date and id; the comment itself may be gone. */
  before: Type.Optional(Strict({ date: Instant, id: Name })),
});
export type CommentListQuery = Static<typeof CommentListQuery>;

const Count = Type.Integer({ minimum: 0 });

/** Comments of a chat that are older than the response. */
export const OlderComments = Strict({
  image_filename: Type.String(),
  type: Type.String(),
  count: Count,
  /** Of these, anchored ones that are not resolved. */
  open: Count,
});
export type OlderComments = Static<typeof OlderComments>;
