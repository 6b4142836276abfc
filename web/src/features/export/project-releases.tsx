import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ReleaseJob } from '@echometry/contract/records/release.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { keysAreTaken, useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { useImageTypes } from './use-image-types.ts';
import { messages } from './release-messages.ts';
import { ReleaseForm } from './release-form.tsx';
import { NotMade, ReleaseTable } from './release-list.tsx';
import { type ReleasesState, useReleasesPage } from './use-releases-page.ts';
import { Section } from '../../ui/section.tsx';

/** Releases of a project: the form for a new one, the one under way, and all that were made. */
export function ProjectReleases({ project }: { project: { _id: string; db_name: string } }) {
  const state = useReleasesPage(project._id);
  const { draft, list } = state;
  const imageTypes = useImageTypes(project.db_name);
  const { user } = useSnapshot(session);
  const otherProjects = (user?.projects ?? []).filter(({ _id }) => _id !== project._id);
  const jobs = list?.jobs ?? [];
  return (
    <>
      <div className={layout.columns}>
        <aside
          className={classes.side}
          aria-label={messages.form.title}
          onKeyDown={(event) => {
            // A text field keeps the keys of the page to itself; this one does not belong to a text.
            if (event.key === 'Enter' && event.ctrlKey && keysAreTaken(event.currentTarget.ownerDocument.activeElement)) state.create();
          }}
        >
          <h2>
            {messages.form.title}
            <button type="button" onClick={state.reset}>
              {messages.form.defaults}
            </button>
          </h2>
          <ReleaseForm
            draft={draft}
            imageTypes={imageTypes}
            studyTypes={list?.study_types ?? []}
            otherProjects={otherProjects}
            change={state.change}
          />
          <Create state={state} />
        </aside>
        <div className={classes.main}>
          {jobs
            .filter(({ status }) => isUnderWay(status))
            .map((job) => (
              <Making key={job.id} job={job} onCancel={() => state.cancel(job.id)} />
            ))}
          {state.failure !== null && <Failure className={classes.fault} text={state.failure} onRetry={state.reload} />}
          {list && <ReleaseTable releases={list.releases} onDownload={state.download} />}
          <NotMade jobs={jobs.filter(({ status }) => !isUnderWay(status))} />
        </div>
      </div>
      <Keys state={state} />
    </>
  );
}

function Create({ state: { create, creating, why, counts, countsFailure } }: { state: ReleasesState }) {
  return (
    <div className={classes.create}>
      <Button onClick={create} disabled={why !== null} loading={creating}>
        {messages.form.create}
      </Button>
      <span data-testid="release-counts">
        {countsFailure ?? (counts === null ? '' : messages.counts(counts))}
        {why !== null && (
          <>
            <br />
            {why}
          </>
        )}
      </span>
    </div>
  );
}

/** A release that waits or is being made. */
function Making({ job: { status, done, total, request }, onCancel }: { job: ReleaseJob; onCancel: () => void }) {
  const share = total === null || total === 0 ? 0 : Math.floor((100 * done) / total);
  return (
    <Section
      title={status === 'queued' ? messages.underWay.waiting : messages.underWay.running}
      label={messages.underWay.label}
      note={request.name}
      tools={
        <Button variant="default" size="xs" onClick={onCancel}>
          {messages.underWay.cancel}
        </Button>
      }
      data-testid="release-under-way"
    >
      <div className={classes.progress}>
        <strong>{share} %</strong>
        <Progress value={share} aria-label={messages.underWay.progress} />
        <span>{total !== null && messages.underWay.done(done, total)}</span>
      </div>
    </Section>
  );
}

function Keys({ state }: { state: ReleasesState }) {
  const [help, setHelp] = useState(false);
  useKeys({
    'export.create': state.create,
    'export.download': state.downloadNewest,
    'export.help': () => setHelp(true),
  });
  return (
    <>
      <KeyStrip
        mode={messages.title}
        hints={[
          { actions: ['export.create'], does: messages.keys.create },
          { actions: ['export.download'], does: messages.keys.download },
        ]}
        more={{ actions: ['export.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
