import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { GoldCandidate, Tolerances } from '@echometry/contract/records/gold.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { TolerancesDialog } from '../../study/react/tolerances-dialog.tsx';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { messages } from './messages.ts';

interface Work {
  study_id: string;
  editor: string | undefined;
  blind: boolean | undefined;
}

/** The person's own finished consensus of a piece of work; null where there is none. */
async function candidateOf(work: Work, db_name: string, signal: AbortSignal): Promise<GoldCandidate | null> {
  const { candidates } = await call(CALLS.goldList, { db_name }, { signal });
  const isIt = ({ study_id, editor, blind, reviewer }: GoldCandidate): boolean =>
    study_id === work.study_id && editor === work.editor && blind === work.blind && reviewer === session.login?.email;
  return candidates.find(isIt) ?? null;
}

/** Makes a finished consensus a gold case, or takes that back; nothing for other reviews. */
export function GoldMark({ study }: { study: OpenStudy }) {
  const [candidate, setCandidate] = useState<GoldCandidate | null>(null);
  const [working, setWorking] = useState(false);
  const [asked, setAsked] = useState(false);
  const { study_id } = study.link;
  const { db_name } = study.project;
  const of = study.review?.editor;
  const isBlind = study.review?.blind;
  useEffect(() => {
    const stop = new AbortController();
    candidateOf({ study_id, editor: of, blind: isBlind }, db_name, stop.signal).then(setCandidate, (error: unknown) => {
      if (!stop.signal.aborted) alertUser(messageOf(error), 'hard');
    });
    return () => stop.abort();
  }, [study_id, of, isBlind, db_name]);
  if (candidate === null) return null;
  const isGold = candidate.gold !== null && !candidate.gold.changed;
  const { study_id: id, editor, blind, reviewer } = candidate;
  const mark = async (marked: boolean, tolerances: Tolerances | null): Promise<void> => {
    setWorking(true);
    try {
      await call(CALLS.goldMark, { id, editor, blind, reviewer, marked, db_name, ...(marked ? { tolerances } : {}) });
      setCandidate({ ...candidate, gold: marked ? { marked_at: Date.now(), marked_by: reviewer, changed: false, tolerances } : null });
      setAsked(false);
      alertUser(!marked ? messages.gold.ended : isGold ? messages.gold.saved : messages.gold.marked);
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
    setWorking(false);
  };
  const Icon = isGold ? IconStarFilled : IconStar;
  return (
    <>
      {isGold && (
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          {messages.gold.tolerances}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={working}
        aria-pressed={isGold}
        title={messages.gold.hint}
        leftSection={<Icon size={14} stroke={1.6} aria-hidden="true" />}
        onClick={() => (isGold ? void mark(false, null) : setAsked(true))}
      >
        {isGold ? messages.gold.isGold : messages.gold.mark}
      </Button>
      <TolerancesDialog
        review={asked ? { id, editor, blind, reviewer, db_name } : null}
        kept={candidate.gold?.tolerances ?? null}
        label={isGold ? messages.gold.save : messages.gold.mark}
        onChoose={(tolerances) => mark(true, tolerances)}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
