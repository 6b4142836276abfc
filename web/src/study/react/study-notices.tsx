import { Button } from '@mantine/core';
import { alertUser } from '../../lib/alerts.ts';
import { messages } from '../messages.ts';
import { currentSession } from '../store/current-study.ts';
import classes from './study.module.css';
import { useStudy } from './use-study.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Notices about work that this browser holds, or cannot hold; above the page until it is settled. */
export function StudyNotices() {
  const { study } = useStudy();
  if (!study || study.readOnly) return null;
  return (
    <>
      {study.config.refused.length > 0 && (
        <div className={classes.notice} role="alert">
          <span>
            <strong>{messages.notices.refused}</strong> {messages.notices.notOffered(study.config.refused.join('; '))}
          </span>
        </div>
      )}
      {study.notKept !== null && (
        <div className={classes.notice} role="alert">
          <span>
            <strong>{messages.notices.cannotKeep}</strong> {messages.notices.keepOpen(study.notKept)}
          </span>
        </div>
      )}
      {study.unassigned > 0 && (
        <div className={classes.notice} role="alert">
          <span>
            <strong>{messages.notices.unassigned(study.unassigned)}</strong> {messages.notices.unassignedHint(study.unassigned, study.role)}
          </span>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              currentSession()
                ?.takeUnassigned()
                .catch((error: unknown) => {
                  alertUser(messages.notices.notRestored(messageOf(error)), 'hard');
                });
            }}
          >
            {messages.notices.restoreAs(study.role)}
          </Button>
        </div>
      )}
    </>
  );
}
