import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Differences } from './differences.tsx';
import classes from './section.module.css';
import type { Candidate, Configuration } from './use-configuration.ts';
import { counted } from './messages.ts';

/** Findings of contract and engine about a file, before anything of it is stored. */
export function CandidatePanel({ configuration, candidate: { file, answer } }: { configuration: Configuration; candidate: Candidate }) {
  const { add, leaveCandidate, busy } = configuration;
  return (
    <aside className={`${classes.panel ?? ''} ${classes.wide ?? ''}`} aria-label="New version" tabIndex={0}>
      <div className={classes.head}>
        <h2>{file}</h2>
        <span className={classes.space} />
        <button type="button" className={classes.plain} aria-label="Close" onClick={leaveCandidate}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      {answer.outcome === 'refused' && (
        <div className={classes.part} role="alert">
          <h3 className={classes.bad}>{counted(answer.faults.length, 'fault')}: it cannot become a version</h3>
          <ul>
            {answer.faults.map(({ path, message }) => (
              <li key={`${path} ${message}`} data-testid="config-fault">
                <strong>{path}</strong>: {message}
              </li>
            ))}
          </ul>
          <p>Correct the file and choose it again. Nothing was stored.</p>
        </div>
      )}
      {answer.outcome === 'known' && (
        <div className={classes.part}>
          <p>This is version {answer.version}, which is stored already.</p>
        </div>
      )}
      {answer.outcome === 'right' && (
        <>
          <div className={classes.part}>
            <h3 className={classes.ok}>Contract and engine found no faults</h3>
            <p>
              {counted(answer.differences.length, 'difference')} from version {answer.current}, which is in use. Storing it changes nothing
              for anybody: it becomes current when you choose it.
            </p>
            <Button loading={busy} onClick={add}>
              Store as the next version
            </Button>
          </div>
          <Differences differences={answer.differences} />
        </>
      )}
    </aside>
  );
}
