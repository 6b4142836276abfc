import { useEffect, useEffectEvent } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Webhook } from '@echometry/contract/records/webhook.ts';
import { type ReadAgain, useCall } from './api.ts';
import { exactTime } from './format.ts';
import { NotYet } from './loaded.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { Webhooks } from './use-webhooks.ts';
import { messages } from './messages.ts';

/** Read again as long as the log is open. */
const READ_AGAIN: ReadAgain<AnswerOf<typeof CALLS.webhooksDeliveries>> = { everyMs: 3000, isUnderWay: () => true };

/** Messages to one webhook, the newest first: when, which event, how the last attempt ended, and when the next one follows. */
export function WebhookLog({ webhook, webhooks }: { webhook: Webhook; webhooks: Webhooks }) {
  const found = useCall(CALLS.webhooksDeliveries, { id: webhook.id }, READ_AGAIN);
  const again = useEffectEvent(() => found.reload());
  useEffect(() => {
    if (webhooks.turn > 0) again();
  }, [webhooks.turn]);
  const texts = messages.webhooks;
  const now = Date.now();
  return (
    <section aria-label={texts.logLabel(webhook.name)}>
      <NotYet state={found} />
      {found.data?.deliveries.length === 0 && <p>{texts.logNone}</p>}
      <ol className={classes.deliveries}>
        {found.data?.deliveries.map((delivery) => {
          const { text, tone } = texts.delivery.outcome(delivery);
          const next = texts.delivery.next(delivery, now);
          return (
            <li key={delivery.id} data-testid="delivery">
              <b title={delivery.id}>{texts.delivery.head(delivery)}</b>
              <span className={classes.quiet}>{exactTime(delivery.occurred_at)}</span>
              <span className={classes.quiet}>{texts.delivery.attempt(delivery)}</span>
              <span className={classes[tone]}>{text}</span>
              <span className={classes.row}>
                <span className={`${classes.quiet ?? ''} ${classes.grow ?? ''}`}>{next}</span>
                <button
                  type="button"
                  className={layout.textButton}
                  disabled={webhooks.busy || !webhook.active}
                  aria-label={texts.resendNamed(delivery)}
                  onClick={() => void webhooks.redeliver(delivery.id)}
                >
                  {texts.resend}
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      {found.data?.more && <p>{texts.logMore}</p>}
    </section>
  );
}
