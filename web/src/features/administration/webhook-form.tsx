import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  MAX_WEBHOOK_NAME,
  MAX_WEBHOOK_URL,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  type WebhookFault,
} from '@echometry/contract/records/webhook.ts';
import classes from './section.module.css';
import type { Webhooks } from './use-webhooks.ts';
import { messages } from './messages.ts';

interface Props {
  webhooks: Webhooks;
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Asks for the name, the address and the events of a webhook. */
export function WebhookForm({ webhooks, webhook, onClose }: Props) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [active, setActive] = useState(webhook?.active ?? true);
  const [faults, setFaults] = useState<readonly WebhookFault[]>([]);
  const texts = messages.webhooks.form;
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const save = async () => {
    const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event));
    const found = await webhooks.save(webhook?.id ?? null, { name: name.trim(), url: url.trim(), events: chosen, active });
    if (found === null) return;
    setFaults(found);
    if (found.length === 0) onClose();
  };
  return (
    <form
      className={`${classes.part ?? ''} ${classes.form ?? ''}`}
      aria-label={webhook === null ? messages.webhooks.add : messages.webhooks.change}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.nameHint}
        value={name}
        maxLength={MAX_WEBHOOK_NAME}
        autoFocus
        required
        error={faultOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={texts.url}
        description={texts.urlHint(webhooks.list.data?.hosts ?? [])}
        placeholder={texts.urlStart}
        type="url"
        value={url}
        maxLength={MAX_WEBHOOK_URL}
        required
        error={faultOf('url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group label={texts.events} value={[...events]} onChange={(chosen) => setEvents(chosen)}>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} mt={8} value={event} label={messages.webhooks.events[event]} />
        ))}
      </Checkbox.Group>
      <Switch
        label={texts.active}
        description={texts.activeHint}
        checked={active}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={webhooks.busy} disabled={name.trim() === '' || url.trim() === '' || events.length === 0}>
          {webhook === null ? texts.make : texts.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {messages.shared.cancel}
        </Button>
      </div>
    </form>
  );
}
