import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ExportRecord } from '@echometry/contract/records/export.ts';
import classes from './page.module.css';
import { filtersText, formatsText, logLine, timeText } from './messages.ts';

const SECOND_MS = 1000;

/** The time, again each second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

/** An export that waits or runs: its progress, its messages, and the way to end it. */
export function UnderWay({ record, onCancel }: { record: ExportRecord; onCancel: () => void }) {
  const now = useNow();
  const { status, done, total, request } = record;
  const share = total === null || total === 0 ? 0 : Math.floor((100 * done) / total);
  return (
    <section className={classes.part} aria-label="Export under way" data-testid="under-way">
      <h2>
        {status === 'queued' ? 'Waiting' : 'Running'}
        <small>
          {request.type === 'measurements' ? 'Measurements' : 'Segmentations'} · {formatsText(request)} · {filtersText(request)}
        </small>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </h2>
      <div className={classes.progress}>
        <strong>{share} %</strong>
        <Progress value={share} aria-label="Progress of the export" />
        <span>
          {total === null ? '' : `${done} of ${total} · `}
          {timeText(record, now)}
        </span>
      </div>
      <Log lines={record.log} />
      <p className={classes.hint}>
        Close this page if you like. An e-mail tells you when it is ready; it carries no data and no link to the file.
      </p>
    </section>
  );
}

/** Messages of a job. */
export function Log({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ol className={classes.log} aria-label="Log of the export" tabIndex={0}>
      {lines.map((line, index) => {
        const { time, text } = logLine(line);
        return (
          <li key={index}>
            <time>{time}</time> {text}
          </li>
        );
      })}
    </ol>
  );
}
