import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { Release, ReleaseJob } from '@echometry/contract/records/release.ts';
import { bytes, whenText } from './format.ts';
import classes from './page.module.css';
import { endText, messages } from './release-messages.ts';
import { ReleaseDetails } from './release-details.tsx';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** The releases of a project, the newest first. */
export function ReleaseTable({ releases, onDownload }: { releases: readonly Release[]; onDownload: (release: Release) => void }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Section title={messages.list.title} note={messages.list.about}>
      <Table columns={[...messages.list.columns, unseen(messages.list.actions)]} right={[8]} empty={messages.list.none}>
        {releases.map((release) => (
          <Row
            key={release.id}
            release={release}
            isOpen={open === release.id}
            onDetails={() => setOpen(open === release.id ? null : release.id)}
            onDownload={() => onDownload(release)}
          />
        ))}
      </Table>
    </Section>
  );
}

interface RowProps {
  release: Release;
  isOpen: boolean;
  onDetails: () => void;
  onDownload: () => void;
}

function Row({ release, isOpen, onDetails, onDownload }: RowProps) {
  const { request, version, made_at, made_by, size_bytes } = release;
  return (
    <Fragment>
      <tr data-testid="release">
        <td>{request.name}</td>
        <td>{version}</td>
        <td>{whenText(made_at)}</td>
        <td>{made_by}</td>
        <td>{messages.list.contains(release)}</td>
        <td>{messages.list.licence(release)}</td>
        <td>{bytes(size_bytes)}</td>
        <td>{messages.differences.short(release)}</td>
        <td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={messages.list.ofRelease(messages.list.details, release)}
            onClick={onDetails}
          >
            {messages.list.details}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} stroke={1.6} />}
            aria-label={messages.list.ofRelease(messages.list.download, release)}
            onClick={onDownload}
          >
            {messages.list.download}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={messages.list.columns.length + 1}>
            <ReleaseDetails release={release} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Releases of this person that were not made, with the reason. */
export function NotMade({ jobs }: { jobs: readonly ReleaseJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <Section title={messages.list.notMade}>
      <ul className={classes.contents}>
        {jobs.map((job) => (
          <li key={job.id}>
            <strong>
              {job.request.name}, {whenText(job.created_at)}
            </strong>
            {endText(job)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
