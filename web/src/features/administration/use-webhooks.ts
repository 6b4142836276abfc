/** Webhooks of a project, what is done to them, and the secret of a new one. */
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Webhook, WebhookFault, WebhookFields } from '@echometry/contract/records/webhook.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { type Loaded, type ReadAgain, useCall } from './api.ts';
import { messages } from './messages.ts';

type List = AnswerOf<typeof CALLS.webhooksList>;

/** Read again as long as the panel is open: events come from other people's work. */
const READ_AGAIN: ReadAgain<List> = { everyMs: 3000, isUnderWay: () => true };

interface Secret {
  name: string;
  secret: string;
}

export interface Webhooks {
  list: Loaded<List>;
  /** Rises with everything that was sent or changed: the log is read again. */
  turn: number;
  busy: boolean;
  /** Of the webhook that was made last; it cannot be read again. */
  secret: Secret | null;
  hideSecret: () => void;
  /** Stores the fields of a webhook, of a new one without `id`. Faults where they cannot be stored; null when nothing is known. */
  save: (id: string | null, fields: WebhookFields) => Promise<readonly WebhookFault[] | null>;
  pause: (webhook: Webhook) => Promise<void>;
  remove: (webhook: Webhook) => Promise<void>;
  test: (webhook: Webhook) => Promise<void>;
  redeliver: (delivery: string) => Promise<void>;
}

const fieldsOf = ({ name, url, events, active }: Webhook): WebhookFields => ({ name, url, events, active });

export function useWebhooks(project: string): Webhooks {
  const list = useCall(CALLS.webhooksList, { project }, READ_AGAIN);
  const { busy, attempt } = useAttempt();
  const [turn, setTurn] = useState(0);
  const [secret, setSecret] = useState<Secret | null>(null);

  /** Does something, and reads everything again. */
  const doing = (work: () => Promise<void>, failed: string): Promise<void> =>
    attempt(async () => {
      await work();
      list.reload();
      setTurn((n) => n + 1);
    }, failed);

  const save: Webhooks['save'] = async (id, fields) => {
    let faults: readonly WebhookFault[] | null = null;
    await doing(async () => {
      const saved = id === null ? await call(CALLS.webhooksCreate, { project, fields }) : await call(CALLS.webhooksChange, { id, fields });
      faults = saved.outcome === 'refused' ? saved.faults : [];
      if (saved.outcome === 'made') setSecret({ name: fields.name, secret: saved.secret });
    }, messages.webhooks.notDone);
    return faults;
  };
  const pause = (webhook: Webhook) =>
    doing(async () => {
      const fields = { ...fieldsOf(webhook), active: !webhook.active };
      const saved = await call(CALLS.webhooksChange, { id: webhook.id, fields });
      if (saved.outcome === 'refused') alertUser(saved.faults.map(({ message }) => message).join(' '), 'hard');
    }, messages.webhooks.notDone);
  const remove = ({ id }: Webhook) =>
    doing(async () => {
      await call(CALLS.webhooksRemove, { id });
      setSecret(null);
    }, messages.webhooks.notDone);
  const test = ({ id, name }: Webhook) =>
    doing(async () => {
      await call(CALLS.webhooksTest, { id });
      alertUser(messages.webhooks.testQueued(name));
    }, messages.webhooks.notSent);
  const redeliver = (id: string) =>
    doing(async () => {
      const { queued } = await call(CALLS.webhooksRedeliver, { id });
      alertUser(queued ? messages.webhooks.redelivered : messages.webhooks.beingSent, queued ? undefined : 'hard');
    }, messages.webhooks.notSent);

  return { list, turn, busy, secret, hideSecret: () => setSecret(null), save, pause, remove, test, redeliver };
}
