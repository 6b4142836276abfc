import { Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AdministeredJob } from '@echometry/contract/records/administered-work.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { type ReadAgain, useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { SectionKeys } from './section-keys.tsx';
import classes from './section.module.css';
import { agoText, counted, wholeTime } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

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
      <div className={classes.columns}>
        <div className={classes.main}>
          <div className={classes.head}>
            <h2>Jobs</h2>
            <small>
              {list.data && `${counted(underWay, 'job')} under way, ${counted(jobs.length - underWay, 'job')} ended`}
              {list.data?.more && ', older ones are not listed'}
            </small>
          </div>
          <div className={classes.scroll}>
            <NotYet state={list} />
            {list.data && jobs.length === 0 && (
              <p className={classes.empty}>No jobs yet. Exports, statistics and reader comparisons appear here once they are requested.</p>
            )}
            {jobs.length > 0 && <JobsTable jobs={jobs} chosen={chosen} onChoose={setChosen} />}
          </div>
        </div>
        {current && <JobPanel job={current} onClose={() => setChosen(null)} onChanged={list.reload} />}
      </div>
      <SectionKeys
        mode="Jobs"
        hints={[{ actions: ['administration.previous', 'administration.next'], does: 'job' }]}
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
    <table className={classes.table} aria-label="Jobs">
      <thead>
        <tr>
          {['Job', 'Person', 'Project', 'State', 'Progress'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" data-right="true">
            Tries
          </th>
          <th scope="col" data-right="true">
            Asked for
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id} data-testid="job" data-opens="true" data-current={job.id === chosen} onClick={() => onChoose(job.id)}>
            <td data-short="true">
              <button
                type="button"
                className={`${classes.plain ?? ''} ${classes.name ?? ''}`}
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
            <td className={classes.quiet}>{job.project ?? 'none'}</td>
            <td className={TONES[job.status] ?? classes.quiet}>{job.status}</td>
            <td className={classes.quiet}>
              {isUnderWay(job.status) && job.total !== null && job.total > 0 ? (
                <Progress value={(100 * job.done) / job.total} aria-label={`${job.done} of ${job.total}`} />
              ) : (
                job.total !== null && `${job.done} of ${job.total}`
              )}
            </td>
            <td data-right="true">{job.attempts}</td>
            <td className={classes.quiet} data-right="true" data-short="true" title={wholeTime(job.created_at)}>
              {agoText(job.created_at, Date.now())}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function JobPanel({ job, onClose, onChanged }: { job: AdministeredJob; onClose: () => void; onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      const { cancelled } = await call(CALLS.jobsEnd, { id: job.id });
      if (!cancelled) alertUser('The job had ended already.');
      onChanged();
    } catch (error) {
      alertUser(`The job was not cancelled: ${messageOf(error)}`, 'hard');
    } finally {
      setBusy(false);
    }
  };
  return (
    <aside className={classes.panel} aria-label={`Job ${job.id}`}>
      <div className={classes.head}>
        <h2>{job.kind}</h2>
        <span className={classes.space} />
        <button type="button" className={classes.plain} aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <div className={classes.part}>
        <p>{job.id}</p>
        <p>
          Asked for {wholeTime(job.created_at)} by {job.owner} as {job.role}.
          {job.started_at !== null && ` Begun ${wholeTime(job.started_at)}.`}
          {job.ended_at !== null && ` Ended ${wholeTime(job.ended_at)}.`}
          {job.failures > 0 && ` Failed ${counted(job.failures, 'time')}.`}
        </p>
        {job.failure !== null && (
          <p className={classes.fault} role="alert">
            {job.failure}
          </p>
        )}
        {isUnderWay(job.status) && (
          <Button size="compact-sm" variant="default" className={classes.danger ?? ''} loading={busy} onClick={() => void cancel()}>
            Cancel the job
          </Button>
        )}
        <p className={classes.quiet}>The owner downloads the result of a job from the page that started it.</p>
      </div>
      <div className={classes.part}>
        <h3>Log</h3>
        {job.log.length === 0 && <p>Nothing yet.</p>}
        <ol className={classes.log}>
          {job.log.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
