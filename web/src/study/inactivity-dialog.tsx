import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Inactivity } from '@echometry/contract/records/inactivity.ts';
import { mayHoldOpen } from '@echometry/contract/rules/permissions.ts';
import { loadEndpoints } from '../lib/api.ts';
import classes from './inactivity-dialog.module.css';
import { lastWork, stillWorking } from './last-work.ts';
import { useStudy } from './use-study.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Asks an Editor who changes nothing whether they still work here, and lets the study go when nobody answers (platform 4). */
export function InactivityDialog() {
  const { study } = useStudy();
  const [, navigate] = useLocation();
  const [rule, setRule] = useState<Inactivity | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  const tracked = study !== null && mayHoldOpen(study.role);

  useEffect(() => {
    if (tracked) loadEndpoints().then(({ inactivity }) => { setRule(inactivity); }).catch(() => undefined);
  }, [tracked]);

  useEffect(() => {
    if (!tracked || !rule) return;
    const timer = setInterval(() => {
      if (Date.now() - lastWork >= rule.period_minutes * MINUTE) setLeft((before) => before ?? rule.timeout_seconds);
    }, rule.check_seconds * SECOND);
    return () => { clearInterval(timer); setLeft(null); };
  }, [tracked, rule]);

  const counting = left !== null;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => { setLeft((seconds) => (seconds === null ? null : Math.max(0, seconds - 1))); }, SECOND);
    return () => { clearInterval(timer); };
  }, [counting]);

  useEffect(() => {
    if (left === null || left > 0) return;
    setLeft(null);
    // Leaving saves what is open and gives the study back (closeStudy of the list).
    navigate('/studies');
  }, [left, navigate]);

  const stay = () => {
    stillWorking();
    setLeft(null);
  };
  if (!rule) return null;
  return (
    <Modal opened={left !== null} onClose={stay} title="Are you still working?" size="sm">
      <p className={classes.text}>{`Your last change was done more than ${rule.period_minutes} minutes ago. You will be redirected to the home page in ${left ?? 0} seconds to allow other editors work on this study.`}</p>
      <div className={classes.actions}><Button data-autofocus onClick={stay}>Cancel</Button></div>
    </Modal>
  );
}
