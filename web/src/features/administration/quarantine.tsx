import { Button } from '@mantine/core';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import classes from './section.module.css';
import { bytesText, counted, dayText } from './messages.ts';

interface Props {
  quarantine: AnswerOf<typeof CALLS.storageGet>['quarantine'];
  busy: boolean;
  /** Null brings all of them back. */
  onRestore: (key: string | null) => void;
  /** Null while nothing has been there for its time. */
  onPurge: (() => void) | null;
}

/** Objects that no record names: kept for 30 days, then removed only on command. */
export function Quarantine({ quarantine: { objects, bytes, listed }, busy, onRestore, onPurge }: Props) {
  return (
    <section aria-label="Quarantine">
      <div className={classes.title}>
        <h3>Quarantine</h3>
        <small>
          {objects === 0
            ? 'empty: every stored object is named by a record'
            : `${counted(objects, 'object')}, ${bytesText(bytes)}, that no record names; kept for 30 days at least`}
        </small>
        <span className={classes.space} />
        {objects > 0 && (
          <>
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onRestore(null)}>
              Restore all
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              className={classes.danger ?? ''}
              disabled={busy || onPurge === null}
              onClick={() => onPurge?.()}
            >
              Remove expired objects
            </Button>
          </>
        )}
      </div>
      {objects > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Object</th>
              <th scope="col" data-right="true">
                Size
              </th>
              <th scope="col">Since</th>
              <th scope="col">Can be removed from</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ key, size_bytes, since, purge_from }) => (
              <tr key={key}>
                <td title={key}>{key.slice(0, 16)}…</td>
                <td data-right="true">{bytesText(size_bytes)}</td>
                <td className={classes.quiet}>{dayText(since)}</td>
                <td className={purge_from <= Date.now() ? classes.warn : classes.quiet}>{dayText(purge_from)}</td>
                <td data-right="true">
                  <button type="button" className={classes.plain} disabled={busy} onClick={() => onRestore(key)}>
                    Restore
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {objects > listed.length && <p className={classes.quiet}>and {objects - listed.length} more</p>}
    </section>
  );
}
