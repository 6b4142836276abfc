import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mayRead } from '@echometry/contract/rules/permissions.ts';
import { session } from '../../lib/session.ts';
import type { StudyLink, StudyPage } from '../../lib/study-link.ts';
import { outbox } from '../../study/store/comment-calls.ts';
import { olderOf } from '../../study/store/comment-chats.ts';
import { chatOf, type KeptOp, type ShownComment } from '../../study/store/comment-ops.ts';
import { commentsShown, commentsState, loadComments } from '../../study/store/comments.ts';
import type { StoredComment } from '@echometry/contract/records/comment.ts';
import { isUnread, markName, readMarks } from '../../study/store/read-marks.ts';

/**
 * Reads the comments of the open study for roles that may read them; again when the person returns to the page, and when the
 * network returns.
 */
export function useStudyComments(link: StudyLink): void {
  const { study_id, project } = link;
  const reads = mayRead(session.login?.role ?? null);
  useEffect(() => {
    if (!reads) return;
    const read = () => {
      if (document.visibilityState === 'visible') void loadComments({ study_id, project });
    };
    read();
    document.addEventListener('visibilitychange', read);
    window.addEventListener('online', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
      window.removeEventListener('online', read);
    };
  }, [study_id, project, reads]);
}

/** All comments of the study that the person sees, score entries among them, with what they did since. */
export function useComments(): readonly ShownComment[] {
  const { study, list } = useSnapshot(commentsState);
  const { waiting } = useSnapshot(outbox.state);
  // Snapshots are deeply read-only; comments are only read from them.
  return useMemo(() => commentsShown({ study, list: list as StoredComment[] }, waiting as readonly KeptOp[]), [study, list, waiting]);
}

export interface Notes {
  count: number;
  unread: number;
}

/** How many comments of a chat come before those held. */
export function useOlder(filename: string, page: StudyPage): { count: number; open: number } {
  const { older } = useSnapshot(commentsState);
  return olderOf(older, { image_filename: filename, type: page });
}

/** How many comments of a page each image has, by file, and how many of those held the person has not read. */
export function useNotes(page: StudyPage, user: string): ReadonlyMap<string, Notes> {
  const comments = useComments();
  const { read } = useSnapshot(readMarks);
  const { older } = useSnapshot(commentsState);
  return useMemo(() => {
    const notes = new Map<string, Notes>();
    for (const filename of new Set(comments.map(({ image_filename }) => image_filename))) {
      const chat = chatOf(comments, filename, page);
      if (chat.length === 0) continue;
      const unread = chat.filter((comment) => isUnread(comment, user, read[markName(user, filename)])).length;
      const before = olderOf(older, { image_filename: filename, type: page }).count;
      notes.set(filename, { count: before + chat.length, unread });
    }
    return notes;
  }, [comments, older, page, user, read]);
}
