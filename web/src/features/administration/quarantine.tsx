import { Button } from '@mantine/core';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { bytesText, dayText } from './format.ts';
import { messages } from './messages.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

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
    <Section
      title={messages.quarantine.title}
      note={messages.quarantine.summary(objects, bytes)}
      tools={
        objects > 0 && (
          <>
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onRestore(null)}>
              {messages.quarantine.restoreAll}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              className={`${layout.dangerous} ${classes.danger}`}
              disabled={busy || onPurge === null}
              onClick={() => onPurge?.()}
            >
              {messages.quarantine.removeExpired}
            </Button>
          </>
        )
      }
    >
      {objects > 0 && (
        <Table
          columns={[
            messages.quarantine.object,
            messages.shared.size,
            messages.quarantine.since,
            messages.quarantine.removableFrom,
            unseen(messages.shared.actions),
          ]}
          right={[1, 4]}
        >
          {listed.map(({ key, size_bytes, since, purge_from }) => (
            <tr key={key}>
              <td title={key}>{key.slice(0, 16)}…</td>
              <td>{bytesText(size_bytes)}</td>
              <td className={classes.quiet}>{dayText(since)}</td>
              <td className={purge_from <= Date.now() ? classes.warn : classes.quiet}>{dayText(purge_from)}</td>
              <td>
                <button type="button" className={layout.textButton} disabled={busy} onClick={() => onRestore(key)}>
                  {messages.quarantine.restore}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {objects > listed.length && <p className={classes.quiet}>{messages.shared.more(objects - listed.length)}</p>}
    </Section>
  );
}
