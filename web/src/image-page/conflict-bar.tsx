import { Button } from '@mantine/core';
import { currentSession } from '../study/store/current-study.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import classes from './image-page.module.css';
import { messages, sideWords } from './messages.ts';

/** Images that two people changed: who, which, and a choice for each. Mine stays until another choice is made. */
export function ConflictBar({ study, conflicts }: { study: OpenStudy; conflicts: NonNullable<OpenStudy['conflicts']> }) {
  const first = conflicts.images[0];
  if (!first) return null;
  const number = study.files.findIndex(({ instance_id }) => instance_id === first.instance_id) + 1;
  // Part by part: what only one of both changed is joined already.
  const parts = first.parts.includes('image') ? [] : first.parts;
  return (
    <div className={classes.bar} role="alert">
      <span>
        <strong>{conflicts.author === study.user ? messages.conflict.you : (conflicts.author ?? messages.conflict.anotherEditor)}</strong>{' '}
        {messages.conflict.changed(number, parts, conflicts.images.length - 1)}
      </span>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          currentSession()?.resolveConflict(first.instance_id, 'mine');
        }}
      >
        {messages.conflict.keepMine(sideWords(first.mine, first.parts))}
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          currentSession()?.resolveConflict(first.instance_id, 'theirs');
        }}
      >
        {messages.conflict.takeTheirs(sideWords(first.theirs, first.parts))}
      </Button>
    </div>
  );
}
