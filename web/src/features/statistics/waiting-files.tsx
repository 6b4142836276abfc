import { Button } from '@mantine/core';
import type { UploadUnderWay } from '@echometry/contract/records/import.ts';
import { ago, megabytes } from '../../lib/format.ts';
import { messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import classes from './statistics.module.css';

interface WaitingFilesProps {
  uploads: readonly UploadUnderWay[];
  /** When they were read. */
  at: number;
  onDiscard: (id: string) => void;
}

/** Files of this person on the server that no lines were stored from: each takes one of the places for uploads. */
export function WaitingFiles({ uploads, at, onDiscard }: WaitingFilesProps) {
  if (uploads.length === 0) return null;
  return (
    <section className={`${kit.bareLists} ${classes.waiting}`} aria-label={messages.waiting.title}>
      <h4>
        {messages.waiting.title}
        <small>{messages.waiting.hint}</small>
      </h4>
      <ul>
        {uploads.map(({ id, files, size_bytes, received_bytes, touched_at }) => (
          <li key={id} data-testid="waiting-files">
            <span>{messages.waiting.files(files, megabytes(received_bytes), megabytes(size_bytes))}</span>
            <span>{messages.waiting.used(ago(touched_at, at))}</span>
            <Button variant="default" size="compact-xs" onClick={() => onDiscard(id)}>
              {messages.waiting.discard}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
