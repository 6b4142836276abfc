import { Button, Loader } from '@mantine/core';
import classes from './loading.module.css';
import { messages } from './messages.ts';

/** The loading screen of docs/specification.md#platform-2: spinner, percent where it is known, Cancel where there is something to cancel. */
export function Loading({ percent, what, onCancel }: { percent?: number; what?: string; onCancel?: () => void }) {
  return (
    <div className={classes.loading} role="status" aria-live="polite">
      <Loader size={32} color="accent" />
      {what && <span>{what}</span>}
      {percent !== undefined && <span className={classes.percent}>{Math.round(percent)} %</span>}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {messages.cancel}
        </Button>
      )}
    </div>
  );
}
