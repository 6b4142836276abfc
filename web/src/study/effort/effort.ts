/** The active time of this page: measured where work is open for editing, and sent about once a minute. */
import { useEffect } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { EFFORT_STEPS } from '@echometry/contract/rules/step-tabs.ts';
import { CallError, call } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import type { StudyPage } from '../../lib/study-link.ts';
import type { OpenStudy } from '../store/open-study.ts';
import { scopeOf } from '../store/study-scope.ts';
import { EffortMeter } from './effort-meter.ts';
import { type EffortBatch, EffortOutbox, type EffortPlace, type Sent } from './effort-outbox.ts';

/** How often counted time is sent, in ms. */
const SEND_EVERY_MS = 60_000;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

async function send({ work, id: batch, entries }: EffortBatch, keepalive: boolean): Promise<Sent> {
  const { login } = session;
  // Time of a person who signed out, or acts in another role now, can no longer be sent.
  if (login?.email !== work.user || login.role !== work.role) return 'refused';
  try {
    await call(CALLS.effortAdd, { id: work.study_id, ...work.review, batch, entries, ...scopeOf(work) }, { keepalive });
    return 'counted';
  } catch (error) {
    const isRefused = error instanceof CallError && error.status !== null && error.status < 500 && error.status !== 429;
    return isRefused ? 'refused' : 'later';
  }
}

const outbox = new EffortOutbox(send);
const meter = new EffortMeter<EffortPlace>((place, ms) => outbox.add(place, ms));

/** Sends what is counted so far. Nothing has to wait for it. */
export const sendEffort = (options?: { keepalive?: boolean }): void => {
  void outbox.flush(options);
};

const onInput = (): void => meter.input(performance.now());
for (const name of INPUTS) window.addEventListener(name, onInput, { capture: true, passive: true });
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') meter.hide();
});
setInterval(sendEffort, SEND_EVERY_MS);

/** Measures work on a page of a study, with one of its images or null, where the page is a step and the person may save the work. */
export function useEffort(study: OpenStudy, page: StudyPage, instanceId: string | null): void {
  const step = EFFORT_STEPS.find((name) => name === page) ?? null;
  const { link, user, role, readOnly, review } = study;
  const image_type = study.images.find(({ instance_id }) => instance_id === instanceId)?.type ?? null;
  const editor = review?.editor ?? null;
  const blind = review?.blind ?? false;
  const { project, study_id } = link;
  useEffect(() => {
    if (readOnly || step === null) return;
    const work = { project, study_id, user, role, review: editor === null ? null : { editor, blind } };
    meter.move({ work, step, instance_id: instanceId, image_type }, performance.now());
    return () => meter.move(null, performance.now());
  }, [project, study_id, user, role, editor, blind, readOnly, step, instanceId, image_type]);
}
