import { useEffect, useState } from 'react';
import { shortlyAgo } from '../lib/format.ts';
import { Chip } from '../ui/chip.tsx';
import classes from './saved-chip.module.css';
import { saveNow } from './open-study.ts';
import { useStudy } from './use-study.ts';

/** How far the work is saved, and nothing but the truth (contracts.md 6). A click saves now. */
export function SavedChip() {
  const { study } = useStudy();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => { setNow(Date.now()); }, 1000);
    return () => { clearInterval(timer); };
  }, []);
  if (!study) return null;
  if (study.readOnly) return <div className={classes.place}><Chip>Read-only</Chip></div>;
  const { save } = study;
  const chip = study.conflicts
    ? <Chip tone="bad" dot>{study.conflicts.author === study.user ? 'Conflict with another tab' : `Conflict with ${study.conflicts.author ?? 'another editor'}`}</Chip>
    : save.state === 'saved'
      ? <Chip tone="ok" dot>{save.at === null ? 'Nothing saved yet' : `Saved ${shortlyAgo(save.at, Math.max(now, save.at))}`}</Chip>
      : save.state === 'saving'
        ? <Chip tone="accent" dot>Saving…</Chip>
        : save.state === 'offline'
          ? <Chip tone={save.refused ? 'bad' : 'warn'} dot title={save.reason}>{`${save.refused ? 'Not saved' : 'Offline'}, ${save.changes} ${save.changes === 1 ? 'change' : 'changes'} kept here`}</Chip>
          : <Chip tone="bad" dot>Conflict</Chip>;
  return (
    <button type="button" className={classes.place} onClick={() => void saveNow()} aria-live="polite" data-testid="saved-chip" data-state={study.conflicts ? 'conflict' : save.state}>{chip}</button>
  );
}
