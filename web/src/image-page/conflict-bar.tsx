import { Button } from '@mantine/core';
import { currentSession } from '../study/store/current-study.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import classes from './conflict-bar.module.css';
import { sideWords } from './conflict-messages.ts';

/** Images that two people changed: who, which, and a choice for each. Mine stays until another choice is made. */
export function ConflictBar({ study, conflicts }: { study: OpenStudy; conflicts: NonNullable<OpenStudy['conflicts']> }) {
  const first = conflicts.images[0];
  if (!first) return null;
  const number = study.files.findIndex(({ instance_id }) => instance_id === first.instance_id) + 1;
  // Part by part: what only one of both changed is joined already.
  const parts = first.parts.includes('image') ? '' : ` (${first.parts.join(', ')})`;
  return (
    <div className={classes.bar} role="alert">
      <span>
        {conflicts.author === study.user ? <strong>In another tab you</strong> : <strong>{conflicts.author ?? 'Another editor'}</strong>}{' '}
        changed image {number} too{parts}
        {conflicts.images.length > 1 && `, and ${conflicts.images.length - 1} more`}.
      </span>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          currentSession()?.resolveConflict(first.instance_id, 'mine');
        }}
      >
        Keep mine: {sideWords(first.mine, first.parts)}
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          currentSession()?.resolveConflict(first.instance_id, 'theirs');
        }}
      >
        Take theirs: {sideWords(first.theirs, first.parts)}
      </Button>
    </div>
  );
}
