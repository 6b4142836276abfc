import { Button } from '@mantine/core';
import { Differences } from './differences.tsx';
import classes from './section.module.css';
import type { Candidate, Configuration } from './use-configuration.ts';
import { messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';

/** Findings of contract and engine about a file, before anything of it is stored. */
export function CandidatePanel({ configuration, candidate: { file, answer } }: { configuration: Configuration; candidate: Candidate }) {
  const { add, leaveCandidate, busy } = configuration;
  return (
    <aside className={`${classes.panel ?? ''} ${classes.wide ?? ''}`} aria-label={messages.candidate.label} tabIndex={0}>
      <PanelHead title={file} onClose={leaveCandidate} />
      {answer.outcome === 'refused' && (
        <div className={classes.part} role="alert">
          <h3 className={classes.bad}>{messages.candidate.faults(answer.faults.length)}</h3>
          <ul>
            {answer.faults.map(({ path, message }) => (
              <li key={`${path} ${message}`} data-testid="config-fault">
                <strong>{path}</strong>: {message}
              </li>
            ))}
          </ul>
          <p>{messages.candidate.faultsHint}</p>
        </div>
      )}
      {answer.outcome === 'known' && (
        <div className={classes.part}>
          <p>{messages.candidate.known(answer.version)}</p>
        </div>
      )}
      {answer.outcome === 'right' && (
        <>
          <div className={classes.part}>
            <h3 className={classes.ok}>{messages.candidate.noFaults}</h3>
            <p>{messages.candidate.noFaultsHint(answer.differences.length, answer.current)}</p>
            <Button loading={busy} onClick={add}>
              {messages.candidate.store}
            </Button>
          </div>
          <Differences differences={answer.differences} />
        </>
      )}
    </aside>
  );
}
