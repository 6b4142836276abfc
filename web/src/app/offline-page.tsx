import { useEffect, useState } from 'react';
import { Message } from '../ui/message.tsx';
import { IndexedCommentStore } from '../study/store/comment-store.ts';
import { Journal } from '../study/store/journal.ts';
import type { KeptWork } from '../study/store/journal-records.ts';
import { messages } from './messages.ts';
import classes from './app.module.css';

/** How long after a try that failed the server is asked again, in ms. */
const RETRY_AFTER_MS = 5000;

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A page that was opened without a server: what is kept here of the person's work, and the next try. */
export function OfflinePage({ user, attempt, onRetry }: { user: string | null; attempt: number; onRetry: () => void }) {
  const kept = useKeptWork(user);
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_AFTER_MS);
    window.addEventListener('online', onRetry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onRetry);
    };
  }, [attempt, onRetry]);
  return (
    <Message title={messages.offline.title} text={messages.offline.text} action={{ label: messages.offline.retry, onClick: onRetry }}>
      <Kept kept={kept} />
    </Message>
  );
}

/** A person's waiting work in this browser. */
interface Waiting {
  work: readonly KeptWork[];
  comments: number;
}

function Kept({ kept }: { kept: Waiting | 'unreadable' | null }) {
  if (kept === null) return null;
  if (kept === 'unreadable') return <p role="alert">{messages.offline.unreadable}</p>;
  if (kept.work.length === 0 && kept.comments === 0) return <p>{messages.offline.nothingKept}</p>;
  return (
    <section aria-label={messages.offline.kept}>
      <p>{messages.offline.keptHint}</p>
      <ul className={classes.kept}>
        {kept.work.map(({ study, role, changes, images, last }) => (
          <li key={`${study} ${role ?? ''}`}>
            <strong>{study}</strong> {messages.offline.work(changes, images, role, time.format(last))}
          </li>
        ))}
        {kept.comments > 0 && <li>{messages.offline.comments(kept.comments)}</li>}
      </ul>
    </section>
  );
}

async function readWaiting(user: string): Promise<Waiting> {
  const journal = new Journal();
  const comments = new IndexedCommentStore();
  try {
    return { work: await journal.keptOf(user), comments: await comments.countOf(user) };
  } finally {
    void journal.close();
    void comments.close();
  }
}

function useKeptWork(user: string | null): Waiting | 'unreadable' | null {
  const [kept, setKept] = useState<Waiting | 'unreadable' | null>(null);
  useEffect(() => {
    if (user === null) return;
    readWaiting(user)
      .then(setKept)
      .catch(() => {
        setKept('unreadable');
      });
  }, [user]);
  return kept;
}
