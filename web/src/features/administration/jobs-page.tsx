import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AdministeredJob } from '@echometry/contract/records/administered-work.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { type ReadAgain, useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { SectionKeys } from './section-keys.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { wholeTime } from './format.ts';
import { agoText, messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';
import { Table } from '../../ui/table.tsx';

/** The list is read again while a job is under way. */
const READ_AGAIN: ReadAgain<AnswerOf<typeof CALLS.jobsList>> = {
  everyMs: 2000,
  isUnderWay: ({ jobs }) => jobs.some(({ status }) => isUnderWay(status)),
};

const TONES: Readonly<Record<string, string | undefined>> = { finished: classes.ok, error: classes.bad, running: classes.warn };

/** Jobs of everybody: what, whose, how far, and why one failed. */
export function JobsPage() {
  const list = useCall(CALLS.jobsList, {}, READ_AGAIN);
  const [chosen, setChosen] = useState<string | null>(null);
  const jobs = list.data?.jobs ?? [];
  const current = jobs.find(({ id }) => id === chosen) ?? null;
  const underWay = jobs.filter(({ status }) => isUnderWay(status)).length;
  const step = (by: number): void => {
    const at = jobs.findIndex(({ id }) => id === chosen);
    const next = jobs[at === -1 ? 0 : Math.min(Math.max(at + by, 0), jobs.length - 1)];
    if (next) setChosen(next.id);
  };
  return (
    <>
      <div className={layout.columns}>
        <div className={classes.main}>
          <div className={classes.head}>
            <h2>{messages.jobs.title}</h2>
            <small>{list.data && messages.jobs.count(underWay, jobs.length - underWay, list.data.more)}</small>
          </div>
          <div className={classes.scroll}>
            <NotYet state={list} />
            {list.data && jobs.length === 0 && <p className={layout.empty}>{messages.jobs.none}</p>}
            {jobs.length > 0 && <JobsTable jobs={jobs} chosen={chosen} onChoose={setChosen} />}
          </div>
        </div>
        {current && <JobPanel job={current} onClose={() => setChosen(null)} onChanged={list.reload} />}
      </div>
      <SectionKeys
        mode={messages.jobs.title}
        hints={[{ actions: ['administration.previous', 'administration.next'], does: messages.jobs.keys.job }]}
        bindings={{ 'administration.next': () => step(1), 'administration.previous': () => step(-1) }}
      />
    </>
  );
}

function JobsTable({
  jobs,
  chosen,
  onChoose,
}: {
  jobs: readonly AdministeredJob[];
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  return (
    <Table label={messages.jobs.title} columns={[...messages.jobs.columns, messages.jobs.attempts, messages.jobs.requested]} right={[5, 6]}>
      {jobs.map((job) => (
        <tr key={job.id} data-testid="job" data-opens="true" data-current={job.id === chosen} onClick={() => onChoose(job.id)}>
          <td data-short="true">
            <button
              type="button"
              className={`${layout.textButton} ${classes.name}`}
              onClick={(event) => {
                event.stopPropagation();
                onChoose(job.id);
              }}
            >
              {job.kind}
            </button>{' '}
            <small className={classes.quiet}>{job.id.slice(-8)}</small>
          </td>
          <td>{job.owner}</td>
          <td className={classes.quiet}>{job.project ?? messages.shared.none}</td>
          <td className={TONES[job.status] ?? classes.quiet}>{job.status}</td>
          <td className={classes.quiet}>
            {isUnderWay(job.status) && job.total !== null && job.total > 0 ? (
              <Progress value={(100 * job.done) / job.total} aria-label={messages.shared.of(job.done, job.total)} />
            ) : (
              job.total !== null && messages.shared.of(job.done, job.total)
            )}
          </td>
          <td>{job.attempts}</td>
          <td className={classes.quiet} title={wholeTime(job.created_at)}>
            {agoText(job.created_at, Date.now())}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function JobPanel({ job, onClose, onChanged }: { job: AdministeredJob; onClose: () => void; onChanged: () => void }) {
  const { busy, attempt } = useAttempt();
  const cancel = () =>
    attempt(async () => {
      const { cancelled } = await call(CALLS.jobsEnd, { id: job.id });
      if (!cancelled) alertUser(messages.jobs.endedBefore);
      onChanged();
    }, messages.jobs.notCancelled);
  return (
    <aside className={classes.panel} aria-label={messages.jobs.label(job.id)}>
      <PanelHead title={job.kind} onClose={onClose} />
      <div className={classes.part}>
        <p>{job.id}</p>
        <p>{messages.jobs.history(job)}</p>
        {job.failure !== null && (
          <p className={classes.fault} role="alert">
            {job.failure}
          </p>
        )}
        {isUnderWay(job.status) && (
          <Button
            size="compact-sm"
            variant="default"
            className={`${layout.dangerous} ${classes.danger}`}
            loading={busy}
            onClick={() => void cancel()}
          >
            {messages.jobs.cancel}
          </Button>
        )}
        <p className={classes.quiet}>{messages.jobs.hint}</p>
      </div>
      <div className={classes.part}>
        <h3>{messages.jobs.log}</h3>
        {job.log.length === 0 && <p>{messages.jobs.noLog}</p>}
        <ol className={classes.log}>
          {job.log.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
