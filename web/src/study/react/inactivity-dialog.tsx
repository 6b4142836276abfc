import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Inactivity } from '@echometry/contract/records/inactivity.ts';
import { mayHoldOpen } from '@echometry/contract/rules/permissions.ts';
import { loadEndpoints } from '../../lib/api.ts';
import { number } from '../../lib/format.ts';
import { messages } from '../messages.ts';
import classes from './study.module.css';
import { currentSession } from '../store/current-study.ts';
import { useStudy } from './use-study.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Asks an Editor who changes nothing whether they still work here, and releases the study without a response. */
export function InactivityDialog() {
  const { study } = useStudy();
  const [, navigate] = useLocation();
  const [rule, setRule] = useState<Inactivity | null>(null);
  // A moment, not a count: the timers of a hidden tab come seldom.
  const [deadline, setDeadline] = useState<number | null>(null);
  const [now, setNow] = useState(Date.now());
  const tracked = study !== null && mayHoldOpen(study.role);

  useEffect(() => {
    if (tracked)
      loadEndpoints()
        .then(({ inactivity }) => {
          setRule(inactivity);
        })
        // Without the rule the dialog never opens: the study stays open, and work is saved as always.
        .catch(() => undefined);
  }, [tracked]);

  useEffect(() => {
    if (!tracked || !rule) return;
    const timer = setInterval(() => {
      const session = currentSession();
      if (!session || Date.now() - session.lastWork < rule.period_minutes * MINUTE) return;
      setNow(Date.now());
      setDeadline((before) => before ?? Date.now() + rule.timeout_seconds * SECOND);
    }, rule.check_seconds * SECOND);
    return () => {
      clearInterval(timer);
      setDeadline(null);
    };
  }, [tracked, rule]);

  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, SECOND);
    return () => {
      clearInterval(timer);
    };
  }, [deadline]);

  const over = deadline !== null && now >= deadline;
  useEffect(() => {
    if (!over) return;
    setDeadline(null);
    // Leaving saves what is open and gives the study back (closeStudy of the list).
    navigate('/studies');
  }, [over, navigate]);

  const stay = () => {
    currentSession()?.stillWorking();
    setDeadline(null);
  };
  if (!rule) return null;
  const left = deadline === null ? 0 : Math.max(0, Math.ceil((deadline - now) / SECOND));
  return (
    <Modal opened={deadline !== null} onClose={stay} title={messages.inactivity.title} size="sm">
      <p className={classes.text}>{messages.inactivity.text(number(rule.period_minutes), left)}</p>
      <div className={classes.actions}>
        <Button data-autofocus onClick={stay}>
          {messages.inactivity.cancel}
        </Button>
      </div>
    </Modal>
  );
}
