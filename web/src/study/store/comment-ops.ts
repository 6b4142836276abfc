/** Acts of a user on comments, as kept until the server has them, and their preview. */
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { SCORE_TYPES, type StoredComment } from '@echometry/contract/records/comment.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { commentText } from '@echometry/contract/rules/comments.ts';

type NewComment = BodyOf<typeof CALLS.commentsCreate>['comment'];

/** A comment as this page writes it: its id makes sending it again harmless. */
export type WrittenComment = Required<
  Pick<NewComment, 'id' | 'content' | 'type' | 'study_id' | 'image_filename' | 'image_label' | 'anchor'>
> &
  /** Whose work it is about, in a review. */
  Pick<NewComment, 'editor'>;

export type CommentOp =
  /** `update` takes the place of the author's entries of the type on the image. */
  | { kind: 'create'; comment: WrittenComment; update: boolean }
  | { kind: 'remove'; id: string; text: string }
  | { kind: 'restore'; comment: StoredComment }
  | { kind: 'resolve'; id: string; resolved: boolean }
  | { kind: 'remove-types'; image_filename: string; types: string[] };

/** An act as stored in the browser: whose it is, and of which study. */
export interface KeptOp {
  user: string;
  role: RoleName;
  /** Name of the project's database, as calls name it. */
  db_name: string;
  study_id: string;
  /** When, ms since 1970 UTC. */
  at: number;
  op: CommentOp;
  /** Why the server would not take it, in its words; absent before a refusal. */
  refused?: string;
}

/** The author as shown in comments before the server has responded. */
export interface Author {
  email: string;
  initials: string;
}

/** A comment as it is shown; `waits` while the server does not have it, or not as it is shown. */
export type ShownComment = StoredComment & { waits?: true; refused?: string };

const isScoreEntry = ({ type }: { type: string }): boolean => SCORE_TYPES.some((known) => known === type);

/** The comments without the entries of quality control: the comments of the chat. */
export const chatOf = <T extends StoredComment>(comments: readonly T[], filename: string, page: string): T[] =>
  comments.filter((comment) => comment.image_filename === filename && comment.type === page && !isScoreEntry(comment));

function created({ comment }: Extract<CommentOp, { kind: 'create' }>, kept: Pick<KeptOp, 'at' | 'refused'>, me: Author): ShownComment {
  const { anchor, image_label, ...rest } = comment;
  return {
    ...rest,
    anchor: anchor ?? null,
    image_label: image_label ?? null,
    content: commentText(comment.content),
    date: kept.at,
    user: me.email,
    initials: me.initials,
    instance_id: '',
    resolved: false,
    review: comment.editor !== undefined,
    editor: comment.editor ?? me.email,
  };
}

function afterOne(list: readonly ShownComment[], kept: Pick<KeptOp, 'op' | 'at' | 'refused'>, me: Author, waits: boolean): ShownComment[] {
  const { op } = kept;
  const open = waits ? ({ waits: true, ...(kept.refused === undefined ? {} : { refused: kept.refused }) } as const) : {};
  const isMine = (comment: StoredComment): boolean => comment.user === me.email;
  switch (op.kind) {
    case 'create': {
      const { id, type, image_filename } = op.comment;
      const others = list.filter(
        (known) => known.id !== id && !(op.update && isMine(known) && known.type === type && known.image_filename === image_filename),
      );
      // The server's own row is the truth once it is there; its date stays.
      const known = list.find((comment) => comment.id === id && !comment.waits);
      return [...others, known ?? { ...created(op, kept, me), ...open }];
    }
    case 'remove':
      return list.filter(({ id }) => id !== op.id);
    case 'restore': {
      if (list.some(({ id }) => id === op.comment.id)) return [...list];
      return [...list, { ...op.comment, ...open }].toSorted((a, b) => a.date - b.date);
    }
    case 'resolve':
      return list.map((comment) => (comment.id === op.id ? { ...comment, resolved: op.resolved, ...open } : comment));
    case 'remove-types':
      return list.filter(
        (comment) => !(isMine(comment) && comment.image_filename === op.image_filename && op.types.includes(comment.type)),
      );
  }
}

/** Comments with what the person did since, in its order. */
export const withOps = (
  list: readonly StoredComment[],
  ops: ReadonlyArray<Pick<KeptOp, 'op' | 'at' | 'refused'>>,
  me: Author,
): ShownComment[] => ops.reduce<ShownComment[]>((shown, kept) => afterOne(shown, kept, me, true), [...list]);

/** Comments after the server took an act. */
export const settled = (list: readonly StoredComment[], kept: Pick<KeptOp, 'op' | 'at'>, me: Author): StoredComment[] =>
  afterOne(list, kept, me, false);
