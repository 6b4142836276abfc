import { Button } from '@mantine/core';
import { alertUser } from '../../lib/alerts.ts';
import { currentSession } from '../store/current-study.ts';
import classes from './study-notices.module.css';
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
            <strong>Some definitions of the configuration cannot be read</strong> and are not offered: {study.config.refused.join('; ')}.
            Contact an administrator.
          </span>
        </div>
      )}
      {study.notKept !== null && (
        <div className={classes.notice} role="alert">
          <span>
            <strong>This browser cannot keep your work.</strong> {study.notKept} Changes are safe only once the header says saved. Close
            other tabs of Echometry, free disk space or allow this address to store data, then load the page again.
          </span>
        </div>
      )}
      {study.unassigned > 0 && (
        <div className={classes.notice} role="alert">
          <span>
            <strong>{study.unassigned === 1 ? 'One change' : `${study.unassigned} changes`} of an earlier version of Echometry</strong>{' '}
            {study.unassigned === 1 ? 'is' : 'are'} kept in this browser, without a record of your role at the time. If you worked as
            {` ${study.role}`} then, restore here; otherwise open the study in the other role.
          </span>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              currentSession()
                ?.takeUnassigned()
                .catch((error: unknown) => {
                  alertUser(`Not restored: ${messageOf(error)}`, 'hard');
                });
            }}
          >
            Restore as {study.role}
          </Button>
        </div>
      )}
    </>
  );
}
