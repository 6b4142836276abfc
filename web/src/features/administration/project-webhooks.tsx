import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Webhook } from '@echometry/contract/records/webhook.ts';
import { CopyOnce } from './copy-once.tsx';
import { NotYet } from './loaded.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { useWebhooks, type Webhooks } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';

/** The form is about a new webhook; no webhook has this id. */
const NEW = 'new';

/** Webhooks of a project: where they send what, how the last message went, and their logs. */
export function ProjectWebhooks({ project, onClose }: { project: string; onClose: () => void }) {
  const webhooks = useWebhooks(project);
  /** Subject of the form: a new webhook, an existing one by its id, or null without a form. */
  const [edited, setEdited] = useState<string | null>(null);
  /** Subject of the form that was closed last: the focus goes back there. */
  const [closed, setClosed] = useState<string | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const { list, secret } = webhooks;
  const close = () => {
    setClosed(edited);
    setEdited(null);
  };
  const focusAdd = () => add.current?.focus();
  return (
    <aside className={classes.panel} aria-label={messages.webhooks.label}>
      <PanelHead title={messages.webhooks.title} onClose={onClose} />
      <NotYet state={list} />
      {list.data && (
        <div className={classes.part}>
          <Intro isOff={list.data.hosts.length === 0} isEmpty={list.data.webhooks.length === 0} />
          {list.data.hosts.length > 0 && edited !== NEW && (
            <Button
              ref={add}
              size="compact-sm"
              variant="default"
              autoFocus={closed === NEW && secret === null}
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => setEdited(NEW)}
            >
              {messages.webhooks.add}
            </Button>
          )}
        </div>
      )}
      {edited === NEW && <WebhookForm webhooks={webhooks} webhook={null} onClose={close} />}
      <NewSecret webhooks={webhooks} onHidden={focusAdd} />
      {list.data?.webhooks.map((webhook) =>
        edited === webhook.id ? (
          <WebhookForm key={webhook.id} webhooks={webhooks} webhook={webhook} onClose={close} />
        ) : (
          <Shown
            key={webhook.id}
            webhook={webhook}
            webhooks={webhooks}
            isReturned={closed === webhook.id}
            onEdit={() => setEdited(webhook.id)}
            onRemoved={focusAdd}
          />
        ),
      )}
    </aside>
  );
}

function Intro({ isOff, isEmpty }: { isOff: boolean; isEmpty: boolean }) {
  const texts = messages.webhooks;
  return (
    <>
      <p>{texts.hint}</p>
      {isOff && (
        <>
          <h3 className={classes.warn}>{texts.off}</h3>
          <p>{texts.offHint}</p>
        </>
      )}
      {!isOff && isEmpty && <p>{texts.none}</p>}
    </>
  );
}

/** The secret of the webhook that was made last, until the user hides it. */
function NewSecret({ webhooks: { secret, hideSecret }, onHidden }: { webhooks: Webhooks; onHidden: () => void }) {
  if (secret === null) return null;
  return (
    <div className={classes.part} role="status">
      <p>{messages.webhooks.secret(secret.name)}</p>
      <CopyOnce key={secret.secret} text={secret.secret} testId="webhook-secret" />
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            hideSecret();
            onHidden();
          }}
        >
          {messages.webhooks.hideSecret}
        </Button>
      </div>
    </div>
  );
}

interface ShownProps {
  webhook: Webhook;
  webhooks: Webhooks;
  /** Its form was closed just now. */
  isReturned: boolean;
  onEdit: () => void;
  onRemoved: () => void;
}

function Shown({ webhook, webhooks, isReturned, onEdit, onRemoved }: ShownProps) {
  const [log, setLog] = useState(false);
  /** Null before its removal was first asked for. */
  const [asks, setAsks] = useState<boolean | null>(null);
  const texts = messages.webhooks;
  const { name, active } = webhook;
  const state = texts.state(webhook);
  // They stay enabled while something is done, so that the focus stays on them.
  const act = (text: string, onClick: () => void, hasFocus = false) => (
    <button
      type="button"
      className={layout.textButton}
      autoFocus={hasFocus}
      aria-label={texts.named(text, name)}
      onClick={() => {
        if (!webhooks.busy) onClick();
      }}
    >
      {text}
    </button>
  );
  return (
    <div className={classes.part} data-testid="webhook">
      <h3>
        {name}
        <small className={classes[state.tone]}>{state.text}</small>
      </h3>
      <p className={classes.wrapped}>{webhook.url}</p>
      <p>{texts.sends(webhook)}</p>
      <p>{texts.last(webhook, Date.now())}</p>
      {webhook.last?.cause != null && <p className={classes.bad}>{webhook.last.cause}</p>}
      {asks ? (
        <>
          <p>{texts.ask(name)}</p>
          <div className={classes.buttons}>
            <Button
              size="compact-sm"
              variant="default"
              className={`${layout.dangerous} ${classes.danger}`}
              autoFocus
              disabled={webhooks.busy}
              onClick={() => void webhooks.remove(webhook).then(onRemoved)}
            >
              {texts.removeNow}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
              {texts.keep}
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.acts}>
          {act(texts.test, () => {
            setLog(true);
            void webhooks.test(webhook);
          })}
          {act(log ? texts.hideLog : texts.log, () => setLog(!log))}
          {act(active ? texts.pause : texts.resume, () => void webhooks.pause(webhook))}
          {act(texts.edit, onEdit, isReturned)}
          {act(texts.remove, () => setAsks(true), asks === false)}
        </div>
      )}
      {log && <WebhookLog webhook={webhook} webhooks={webhooks} />}
    </div>
  );
}
