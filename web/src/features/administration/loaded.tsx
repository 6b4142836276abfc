import { Skeleton } from '@mantine/core';
import { Failure } from '../../ui/failure.tsx';
import type { Loaded } from './api.ts';
import classes from './section.module.css';
import { messages } from './messages.ts';

/** Rows drawn while the first result is on its way. */
const ROWS = 8;

/** Placeholder of a section's content until it is there: rows to come, or why they do not. */
export function NotYet({ state: { data, failure, reload } }: { state: Pick<Loaded<unknown>, 'data' | 'failure' | 'reload'> }) {
  if (failure !== null)
    return (
      <Failure className={classes.fault} text={data === null ? failure : `${failure} ${messages.shared.outOfDate}`} onRetry={reload} />
    );
  if (data !== null) return null;
  return (
    <div role="status" aria-label={messages.shared.loading}>
      {Array.from({ length: ROWS }, (_, index) => (
        <Skeleton key={index} height={14} my={11} />
      ))}
    </div>
  );
}
