import { randomUUID } from 'node:crypto';
import type { PersonChange } from '@echometry/contract/records/people.ts';
import type { MailConfig } from '../mail/mail-settings.ts';
import { mailer } from '../mail/mail.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const NO_SERVER = 'No mail server is configured: copy the link and give it to the person yourself.';

/**
 * Sends the link of an invitation or a new password to the person it is for. It is never in the outbox folder: any reader there
 * could use it.
 * @returns why it was not sent; null when the mail server took it
 */
export async function mailLink(config: MailConfig | null, change: PersonChange, link: string): Promise<string | null> {
  if (config === null) return NO_SERVER;
  const what = change.act === 'invite' ? 'make your account' : 'set a new password';
  try {
    await mailer(
      config,
      '',
    )({
      id: randomUUID(),
      to: change.email,
      subject: change.act === 'invite' ? 'You are invited to Echometry' : 'A new password for Echometry',
      text: `With this link you ${what}. It works once, for seven days:\n\n${link}\n\nThis message was sent by Echometry at the wish of an administrator. If you did not expect it, ignore it.\n`,
    });
    return null;
  } catch (error) {
    return `The mail was not sent: ${messageOf(error)}. Copy the link instead.`;
  }
}
