import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import { alertUser } from '../../lib/alerts.ts';
import { decide, type Decision, OUTCOMES, type Outcome } from './decide.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface OutcomesProps {
  study: TeamReviewStudy;
  project: string;
  /** Uses short texts, for a place with little room. */
  brief?: boolean;
  onDecided: (decision: Decision) => void;
}

/** Possible decisions about a study. */
export function Outcomes({ study, project, brief = false, onDecided }: OutcomesProps) {
  const [busy, setBusy] = useState<Outcome | null>(null);
  const choose = async (outcome: Outcome) => {
    setBusy(outcome);
    try {
      await decide(project, { study, outcome });
      onDecided({ study, outcome });
    } catch (error) {
      alertUser(messages.notSaved(messageOf(error)), 'hard');
      setBusy(null);
    }
  };
  return (
    <div className={`${layout.wrapping} ${classes.actions}`} role="group" aria-label={messages.decision}>
      {OUTCOMES.filter((outcome) => outcome !== 'include' || study.may_include).map((outcome) => (
        <Button
          key={outcome}
          size="xs"
          variant={outcome === 'include' ? 'filled' : 'default'}
          loading={busy === outcome}
          disabled={busy !== null}
          onClick={() => void choose(outcome)}
        >
          {messages.outcomes[outcome]}
        </Button>
      ))}
      {!study.may_include && (
        <span className={classes.quiet} title={messages.notIncluded}>
          {brief ? messages.notIncludedBrief : messages.notIncluded}
        </span>
      )}
    </div>
  );
}
