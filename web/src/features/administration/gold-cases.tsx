import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { GoldCandidate, Tolerances } from '@echometry/contract/records/gold.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { TolerancesDialog } from '../../study/react/tolerances-dialog.tsx';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { messages } from './messages.ts';
import classes from './section.module.css';

const keyOf = ({ study_id, editor, blind, reviewer }: GoldCandidate): string => JSON.stringify([study_id, editor, blind, reviewer]);

const reviewOf = ({ study_id: id, editor, blind, reviewer }: GoldCandidate, db_name: string) => ({ id, editor, blind, reviewer, db_name });

/** Finished consensus reviews of a project: each can be a gold case, which readers are compared with. */
export function GoldCases({ db }: { db: string }) {
  const list = useCall(CALLS.goldList, { db_name: db });
  const [working, setWorking] = useState<string | null>(null);
  const [asked, setAsked] = useState<GoldCandidate | null>(null);
  const mark = async (candidate: GoldCandidate, marked: boolean, tolerances?: Tolerances): Promise<void> => {
    setWorking(keyOf(candidate));
    try {
      await call(CALLS.goldMark, { ...reviewOf(candidate, db), marked, ...(tolerances === undefined ? {} : { tolerances }) });
      setAsked(null);
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
        <div key={keyOf(candidate)} className={classes.row}>
          <Checkbox
            data-testid="gold-candidate"
            label={`${candidate.patient_show}, ${candidate.date}`}
            description={messages.gold.state(candidate, Date.now())}
            disabled={working !== null}
            checked={candidate.gold !== null}
            onChange={(event) => (event.currentTarget.checked ? setAsked(candidate) : void mark(candidate, false))}
          />
          {candidate.gold !== null && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={messages.gold.tolerances(candidate.patient_show)}
              onClick={() => setAsked(candidate)}
            >
              {messages.gold.title}
            </Button>
          )}
        </div>
      ))}
      <TolerancesDialog
        review={asked && reviewOf(asked, db)}
        kept={asked?.gold?.tolerances ?? null}
        label={asked?.gold ? messages.gold.save : messages.gold.mark}
        onChoose={(tolerances) => (asked === null ? Promise.resolve() : mark(asked, true, tolerances))}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
