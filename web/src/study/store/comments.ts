/** The comments of the open study: the server's, and the user's acts that it does not have yet. */
import { proxy } from 'valtio';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import { MAX_COMMENT_PAGE, type CommentAnchor, type OlderComments, type StoredComment } from '@echometry/contract/records/comment.ts';
import { mayReview } from '@echometry/contract/rules/permissions.ts';
import { initials } from '@echometry/contract/rules/initials.ts';
import { call, type Tagged } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { messages } from '../messages.ts';
import { outbox, onSettled } from './comment-calls.ts';
import { longestChat, withEarlier } from './comment-chats.ts';
import { chatOf, settled, withOps, type Author, type CommentOp, type KeptOp, type ShownComment } from './comment-ops.ts';
import { scopeOf } from './study-scope.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

type Answer = AnswerOf<typeof CALLS.commentsGet>;

export interface CommentsState {
  /** The study that the list is of; null while none is read. */
  study: string | null;
  list: StoredComment[];
  /** Number of comments before the list's, by chat. */
  older: OlderComments[];
  /** Why it could not be read; null while it was. */
  failure: string | null;
  loading: boolean;
  /** The same of comments that come before. */
  earlier: { loading: boolean; failure: string | null };
}

/** Comments of each chat that are read at first, and with every step back: some screens of them. */
export const COMMENTS_AT_ONCE = 100;

const EMPTY: CommentsState = {
  study: null,
  list: [],
  older: [],
  failure: null,
  loading: false,
  earlier: { loading: false, failure: null },
};
export const commentsState = proxy<CommentsState>({ ...EMPTY });

/** The person as their comments show them. */
export function author(): Author {
  const { login } = session;
  return login ? { email: login.email, initials: initials(login) } : { email: '', initials: '' };
}

/** Type of the entry that holds the remark of an evaluation. */
export const REMARK = 'score-text';

/** Comments of a study with what the person did since. */
export const commentsShown = (state: Pick<CommentsState, 'study' | 'list'>, waiting: readonly KeptOp[]): ShownComment[] =>
  withOps(
    state.list,
    waiting.filter(({ study_id }) => study_id === state.study),
    author(),
  );

/** The remark of the user's own evaluation of an image; empty where there is none. */
export function remarkOn(filename: string): string {
  const { email } = author();
  const entries = commentsShown(commentsState, outbox.state.waiting);
  return entries.findLast((entry) => entry.type === REMARK && entry.image_filename === filename && entry.user === email)?.content ?? '';
}

/** The last result with its query: read again, it costs nothing where nothing changed. */
let last: { of: string; tagged: Tagged<Answer> } | null = null;

function taggedOf(body: BodyOf<typeof CALLS.commentsGet>): Tagged<Answer> {
  const of = JSON.stringify(body);
  if (last?.of !== of) last = { of, tagged: { tag: null, answer: null } };
  return last.tagged;
}

/** Counts what changed the list since the page began: a response that was on its way meanwhile is older than the list. */
let revision = 0;

onSettled((kept) => {
  revision += 1;
  if (commentsState.study === kept.study_id) commentsState.list = settled(commentsState.list, kept, author());
});

/** The study is left: its comments belong to a person, and the next person may see others. */
export function closeComments(): void {
  revision += 1;
  last = null;
  Object.assign(commentsState, EMPTY);
}

/**
 * Reads the comments of a study that the person sees: the newest of each chat, and as many as are held already. The current list
 * stays until the response is there.
 */
export async function loadComments(link: Pick<StudyLink, 'study_id' | 'project'>): Promise<void> {
  const { study_id } = link;
  if (commentsState.study !== study_id) Object.assign(commentsState, EMPTY, { study: study_id });
  commentsState.loading = true;
  // Comments kept in this browser are missing until the next load; the server's comments are shown.
  void outbox.load().catch(() => undefined);
  try {
    for (let asked = -1; asked !== revision;) {
      asked = revision;
      const limit = Math.min(MAX_COMMENT_PAGE, Math.max(COMMENTS_AT_ONCE, longestChat(commentsState.list)));
      const body = { study_id, db_name: scopeOf(link).db_name, list: { limit } };
      const { comments, older = [] } = await call(CALLS.commentsGet, body, { tagged: taggedOf(body) });
      if (commentsState.study !== study_id) return;
      if (asked === revision) Object.assign(commentsState, { list: comments, older, failure: null });
    }
  } catch (error) {
    if (commentsState.study === study_id) commentsState.failure = messageOf(error);
  } finally {
    if (commentsState.study === study_id) commentsState.loading = false;
  }
}

/** Reads the comments of a chat that come before those held. */
export async function loadEarlier(link: Pick<StudyLink, 'study_id' | 'project'>, filename: string, page: string): Promise<void> {
  const { study_id } = link;
  if (commentsState.earlier.loading || commentsState.study !== study_id) return;
  commentsState.earlier = { loading: true, failure: null };
  const chat = { image_filename: filename, type: page };
  const [oldest] = chatOf(commentsState.list, filename, page);
  const list = { limit: COMMENTS_AT_ONCE, ...(oldest === undefined ? {} : { before: { date: oldest.date, id: oldest.id } }) };
  let failure: string | null = null;
  try {
    const { comments, older = [] } = await call(CALLS.commentsGet, { study_id, db_name: scopeOf(link).db_name, ...chat, list });
    if (commentsState.study === study_id) Object.assign(commentsState, withEarlier(commentsState, chat, { list: comments, older }));
  } catch (error) {
    failure = messageOf(error);
  }
  if (commentsState.study === study_id) commentsState.earlier = { loading: false, failure };
}

/** Subject of a comment: an image of a study, on a page or as an entry of quality control. */
export interface Subject {
  link: StudyLink;
  filename: string;
  /** Label of the image. */
  label: string | null;
}

const act = (link: StudyLink, op: CommentOp): Promise<void> => {
  const { login } = session;
  if (!login?.role) throw new Error(messages.open.notSignedIn);
  const { db_name } = scopeOf(link);
  return outbox.put({ user: login.email, role: login.role, db_name, study_id: link.study_id, at: Date.now(), op });
};

/** Fields that name the subject of a comment; a Reviewer's is about the work of the editor. */
const written = (link: StudyLink, filename: string, label: string | null) => ({
  id: crypto.randomUUID(),
  study_id: link.study_id,
  image_filename: filename,
  image_label: label,
  ...(mayReview(session.login?.role ?? null) && link.editor !== undefined ? { editor: link.editor } : {}),
});

/**
 * Writes a comment.
 * @param text as it was typed. A first newline is put before it, as Enter leaves it in a box, so that storing, which removes the
 * first newline, keeps the text's own.
 */
export function writeComment({ link, filename, label }: Subject, type: string, text: string, anchor: CommentAnchor | null): void {
  const content = `\n${text.trim()}`;
  const comment = { ...written(link, filename, label), content, type, anchor };
  void act(link, { kind: 'create', comment, update: false });
}

/** Writes an entry of quality control in the place of the person's older one of its type. */
export function writeEntry({ link, filename, label }: Subject, type: string, content: string): void {
  const comment = { ...written(link, filename, label), content, type, anchor: null };
  void act(link, { kind: 'create', comment, update: true });
}

export const removeEntries = ({ link, filename }: Subject, types: readonly string[]): void =>
  void act(link, { kind: 'remove-types', image_filename: filename, types: [...types] });

export const removeComment = (link: StudyLink, { id, content }: StoredComment): void =>
  void act(link, { kind: 'remove', id, text: content });

/** Restores a removed comment. */
export const restoreComment = (link: StudyLink, comment: StoredComment): void => void act(link, { kind: 'restore', comment });

export const resolveComment = (link: StudyLink, { id }: StoredComment, resolved: boolean): void =>
  void act(link, { kind: 'resolve', id, resolved });
