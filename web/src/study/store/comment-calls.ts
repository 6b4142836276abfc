/** The outbox of comments of this browser, and the calls it makes. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { call } from '../../lib/api.ts';
import { readLogin } from '../../lib/login-store.ts';
import { session } from '../../lib/session.ts';
import type { KeptOp } from './comment-ops.ts';
import { CommentOutbox } from './comment-outbox.ts';
import { COMMENT_DATABASE, IndexedCommentStore } from './comment-store.ts';

/** Held by the tab that sends, so that no act goes out twice. */
const LOCK = 'echometry-comments';

const store = new IndexedCommentStore();
const listeners = new Set<(kept: KeptOp) => void>();

async function send({ op, db_name, study_id, user }: KeptOp): Promise<void> {
  switch (op.kind) {
    case 'create':
      await call(CALLS.commentsCreate, { comment: op.comment, update: op.update, db_name });
      return;
    case 'remove':
      await call(CALLS.commentsRemove, { text: op.text, user, db_name, id: op.id, study_id });
      return;
    case 'restore':
      await call(CALLS.commentsRestore, { id: op.comment.id, study_id, user, db_name });
      return;
    case 'resolve':
      await call(CALLS.commentsResolve, { id: op.id, study_id, resolved: op.resolved, db_name });
      return;
    case 'remove-types':
      await call(CALLS.commentsRemoveType, { image_filename: op.image_filename, study_id, types: op.types, user, db_name });
  }
}

export const outbox = new CommentOutbox({
  store,
  // The saved login is what calls speak with: another tab may have signed another person in.
  person: () => {
    const { login } = session;
    const speaks = readLogin();
    if (!login?.role || speaks?.email !== login.email || speaks.role !== login.role) return null;
    return { email: login.email, role: login.role };
  },
  send,
  // A page without a secure address has no locks; then a repeated act is harmless only because of its id.
  alone: (work) => ('locks' in navigator ? navigator.locks.request(LOCK, work) : work()),
  settled: (kept) => {
    for (const listener of listeners) listener(kept);
  },
});

/** Called for every act that the server took. */
export const onSettled = (listener: (kept: KeptOp) => void): void => {
  listeners.add(listener);
};

/**
 * Takes what a person kept here out of the browser, for their own logout.
 * @returns names of databases that must stay: unsent comments of other people are not this person's to delete
 */
export async function forgetComments(user: string): Promise<string[]> {
  try {
    const others = await store.forget(user);
    await store.close();
    return others ? [COMMENT_DATABASE] : [];
  } catch (error) {
    console.warn('The unsent comments in this browser could not be removed; they stay.', error);
    return [COMMENT_DATABASE];
  }
}

window.addEventListener('online', () => void outbox.flush());
window.addEventListener('beforeunload', (event) => {
  if (outbox.unkept > 0) event.preventDefault();
});
