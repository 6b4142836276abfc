import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { shortlyAgo } from '../../lib/format.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { messages } from '../messages.ts';
import classes from './study.module.css';
import { outbox } from '../store/comment-calls.ts';
import type { OutboxState } from '../store/comment-outbox.ts';
import { currentSession } from '../store/current-study.ts';
import type { OpenStudy } from '../store/open-study.ts';
import { useStudy } from './use-study.ts';

/** Text and colour of the chip. Green means that work is safe, so it is never shown without work. */
interface ChipText {
  tone: Tone;
  text: string;
  detail?: string;
}

function conflictText({ conflicts, user }: OpenStudy): string {
  return conflicts?.author === user ? messages.saved.conflictWithTab : messages.saved.conflictWith(conflicts?.author ?? null);
}

/** Waiting comments. */
interface CommentsWaiting {
  count: number;
  /** Of these, not even kept in this browser. */
  unkept: number;
  /** Refused by the server: they wait for the person. */
  refused: number;
  /** Why nothing is sent; null while it is. */
  away: string | null;
}

/** Text of the chip about comments, where none of the work itself waits. */
function commentsText({ count, unkept, refused, away }: CommentsWaiting): ChipText | null {
  if (count === 0) return null;
  if (unkept > 0 && away !== null) return { tone: 'bad', text: messages.saved.commentsNotKept(unkept), detail: messages.saved.notKept };
  if (refused > 0) return { tone: 'bad', text: messages.saved.commentsRefused(refused), detail: messages.saved.seeComments };
  return away === null
    ? { tone: 'accent', text: messages.saved.saving }
    : { tone: 'warn', text: messages.saved.commentsOffline(count), detail: away };
}

/** @param now ms since 1970 */
export function chipText(study: OpenStudy, waiting: CommentsWaiting, now: number): ChipText {
  const { save } = study;
  if (study.conflicts) return { tone: 'bad', text: conflictText(study) };
  if ('unkept' in save && save.unkept)
    return { tone: 'bad', text: messages.saved.changesNotKept(save.unkept), detail: messages.saved.notKept };
  switch (save.state) {
    case 'saving':
      return { tone: 'accent', text: messages.saved.saving };
    case 'offline':
      return {
        tone: save.refused ? 'bad' : 'warn',
        text: save.refused ? messages.saved.changesRefused(save.changes) : messages.saved.changesOffline(save.changes),
        detail: save.reason,
      };
    case 'saved': {
      const ofComments = commentsText(waiting);
      if (ofComments) return ofComments;
      const words = save.at === null ? messages.saved.nothingYet : messages.saved.saved(shortlyAgo(save.at, Math.max(now, save.at)));
      if (!study.online) return { tone: 'warn', text: messages.saved.offline, detail: messages.saved.willBeKept(words) };
      return { tone: save.at === null ? 'plain' : 'ok', text: words };
    }
    case 'conflict':
      return { tone: 'bad', text: messages.saved.conflict };
  }
}

const waitingOf = ({ waiting, away }: ReturnType<typeof useSnapshot<OutboxState>>): CommentsWaiting => ({
  count: waiting.length,
  unkept: waiting.filter(({ seq }) => typeof seq !== 'number').length,
  refused: waiting.filter(({ refused }) => refused !== undefined).length,
  away,
});

/** How far the work is saved, and nothing but the truth. A click saves now. */
export function SavedChip() {
  const { study } = useStudy();
  const kept = useSnapshot(outbox.state);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  if (!study) return null;
  if (study.readOnly)
    return (
      <div className={classes.place}>
        <Chip>{messages.saved.readOnly}</Chip>
      </div>
    );
  const waiting = waitingOf(kept);
  const chip = chipText(study, waiting, now);
  const state = study.save.state === 'saved' && waiting.count > 0 ? (waiting.away === null ? 'saving' : 'offline') : study.save.state;
  return (
    <button
      type="button"
      className={classes.place}
      onClick={() => {
        void currentSession()?.saveNow();
        void outbox.flush();
      }}
      aria-live="polite"
      data-testid="saved-chip"
      data-state={study.conflicts ? 'conflict' : state}
    >
      <Chip tone={chip.tone} dot={chip.tone !== 'plain'} {...(chip.detail ? { title: chip.detail } : {})}>
        {chip.text}
      </Chip>
    </button>
  );
}
