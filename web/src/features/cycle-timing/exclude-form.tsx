import { useState } from 'react';
import classes from './cycle-timing.module.css';
import { messages } from './messages.ts';

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
        aria-label={messages.exclude.label}
        placeholder={messages.exclude.placeholder}
        value={reason}
        maxLength={200}
        autoFocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        {messages.exclude.reasons.map((one) => (
          <button key={one} type="button" onClick={() => onDone(one)}>
            {one}
          </button>
        ))}
      </div>
    </form>
  );
}
