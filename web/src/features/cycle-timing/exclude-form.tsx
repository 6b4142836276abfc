import { useState } from 'react';
import classes from './cycle-timing.module.css';

/** Reasons that are given most often. */
const REASONS = ['ectopic beat', 'artefact', 'poor signal'] as const;

/** Asks why a beat does not count. */
export function ExcludeForm({ onDone }: { onDone: (reason: string | null) => void }) {
  const [reason, setReason] = useState('');
  return (
    <form
      className={classes.exclude}
      onSubmit={(event) => {
        event.preventDefault();
        const given = reason.trim();
        if (given !== '') onDone(given);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(null);
      }}
    >
      <input
        aria-label="Reason for excluding the beat"
        placeholder="Why does it not count?"
        value={reason}
        maxLength={200}
        autoFocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        {REASONS.map((one) => (
          <button key={one} type="button" onClick={() => onDone(one)}>
            {one}
          </button>
        ))}
      </div>
    </form>
  );
}
