import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ExportRecord } from '@echometry/contract/records/export.ts';
import { logLine } from './format.ts';
import { filtersText, formatsText, messages, timeText } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { Section } from '../../ui/section.tsx';

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
    <Section
      title={status === 'queued' ? messages.underWay.waiting : messages.underWay.running}
      label={messages.underWay.label}
      note={
        <>
          {messages.types[request.type]} · {formatsText(request)} · {filtersText(request)}
        </>
      }
      tools={
        <Button variant="default" size="xs" onClick={onCancel}>
          {messages.underWay.cancel}
        </Button>
      }
      data-testid="under-way"
    >
      <div className={classes.progress}>
        <strong>{share} %</strong>
        <Progress value={share} aria-label={messages.underWay.progress} />
        <span>
          {total !== null && messages.underWay.done(done, total)}
          {timeText(record, now)}
        </span>
      </div>
      <Log lines={record.log} />
      <p className={`${layout.smallNote} ${classes.hint}`}>{messages.underWay.hint}</p>
    </Section>
  );
}

/** Messages of a job. */
export function Log({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ol className={classes.log} aria-label={messages.underWay.log} tabIndex={0}>
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
