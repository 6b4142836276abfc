import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailConfig } from './mail-settings.ts';

export interface Mail {
  /** Names the message: a message that is sent twice counts as one for mail programs. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/**
 * Sender of messages in an outbox folder; they are delivered only when an administrator forwards them.
 */
const OUTBOX_SENDER = 'Echometry <echometry@localhost>';
/** Longest that the mail server may keep us waiting, in ms. */
const PATIENCE_MS = 30_000;

const envelope = (from: string, { id, to, subject, text }: Mail) => ({ from, to, subject, text, messageId: `<${id}@echometry>` });

/** Sends by the configured mail server; without one, messages are written as .eml files into the outbox folder. */
export function mailer(config: MailConfig | null, outbox: string): SendMail {
  if (config === null) return (mail) => intoOutbox(outbox, mail);
  const server = {
    host: config.host,
    port: config.port,
    secure: config.secure,
    requireTLS: config.require_tls,
    ...(config.user === undefined ? {} : { auth: { user: config.user, pass: config.password ?? '' } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    await createTransport(server).sendMail(envelope(config.from, mail));
  };
}

async function intoOutbox(outbox: string, mail: Mail): Promise<void> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(envelope(OUTBOX_SENDER, mail));
  if (!Buffer.isBuffer(message)) throw new Error('The message was not made');
  const file = path.join(outbox, `${mail.id}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
