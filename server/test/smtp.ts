/** A mail server that is not ours: aiosmtpd, in a separate process. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureReaders } from '../../scripts/lib/python.mjs';
import { ended } from './server-process.ts';

const PROGRAM = fileURLToPath(new URL('./readers/smtp_server.py', import.meta.url));

/** The longest that a mail is waited for, in ms. */
const PATIENCE_MS = 60_000;

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  text: string;
  /** It came by TLS. */
  secure: boolean;
  /** Who signed in to send it. */
  user: string | null;
}

export interface MailServer {
  host: string;
  port: number;
  /** Resolves with the next message that was not read yet; rejects when none comes for a minute. */
  next: () => Promise<ReceivedMail>;
  /** Messages that were not read yet. */
  waiting: () => number;
  stop: () => Promise<void>;
}

/** Where a server that demands TLS and a password leaves the certificate of its authority. */
export const authorityOf = (folder: string): string => path.join(folder, 'authority.pem');

/** Starts it: without TLS, or (`secured`) so that it demands STARTTLS and this user's password. */
export async function startMailServer(secured?: { folder: string; user: string; password: string }): Promise<MailServer> {
  const python = await ensureReaders();
  const args = secured === undefined ? ['plain'] : ['secure', secured.folder, secured.user, secured.password];
  const child = spawn(python, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const messages: ReceivedMail[] = [];
  const asked: ((mail: ReceivedMail) => void)[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The mail server ended before it listened')));
    lines.once('line', (line) => resolve((JSON.parse(line) as { port: number }).port));
  });
  lines.on('line', (line) => {
    const message = JSON.parse(line) as ReceivedMail;
    const first = asked.shift();
    if (first === undefined) messages.push(message);
    else first(message);
  });
  return {
    host: '127.0.0.1',
    port,
    next: () =>
      new Promise((resolve, reject) => {
        const first = messages.shift();
        if (first !== undefined) return resolve(first);
        asked.push(resolve);
        setTimeout(() => reject(new Error('No mail has come')), PATIENCE_MS).unref();
      }),
    waiting: () => messages.length,
    stop: () => {
      child.kill('SIGTERM');
      return ended(child);
    },
  };
}
