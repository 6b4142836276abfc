import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { GoldCandidate } from '@echometry/contract/records/gold.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { messages } from './messages.ts';
import classes from './section.module.css';

const keyOf = ({ study_id, editor, blind, reviewer }: GoldCandidate): string => JSON.stringify([study_id, editor, blind, reviewer]);

/** Finished consensus reviews of a project: each can be a gold case, which readers are compared with. */
export function GoldCases({ db }: { db: string }) {
  const list = useCall(CALLS.goldList, { db_name: db });
  const [working, setWorking] = useState<string | null>(null);
  const mark = async (candidate: GoldCandidate, marked: boolean): Promise<void> => {
    setWorking(keyOf(candidate));
    const { study_id, editor, blind, reviewer } = candidate;
    try {
      await call(CALLS.goldMark, { id: study_id, editor, blind, reviewer, marked, db_name: db });
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
    setWorking(null);
    list.reload();
  };
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <NotYet state={list} />
      <p className={classes.quiet}>{list.data?.candidates.length === 0 ? messages.gold.none : messages.gold.hint}</p>
      {list.data?.candidates.map((candidate) => (
        <Checkbox
          key={keyOf(candidate)}
          data-testid="gold-candidate"
          label={`${candidate.patient_show}, ${candidate.date}`}
          description={messages.gold.state(candidate, Date.now())}
          disabled={working !== null}
          checked={candidate.gold !== null}
          onChange={(event) => void mark(candidate, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
