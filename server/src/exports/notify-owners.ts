import type { Db } from '../db/connect.ts';
import { jobsToTell, noteTold } from '../db/jobs.ts';
import { EXPORT_KIND } from './export-jobs.ts';
import { MAIL_GIVE_UP_MS } from './limits.ts';
import type { Mail, SendMail } from '../mail/mail.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** The words of a mail: that a job ended and where its owner reads more. No data, and no address that gives access. */
export function mailOf(job: { id: string; state: string; email: string }, origin: string): Mail {
  const page = `${origin}/export`;
  const text =
    job.state === 'finished'
      ? `Your export ${job.id} is ready.\n\nSign in and open the export page to download it:\n${page}\n`
      : `Your export ${job.id} ended with an error and was not made.\n\nSign in and open the export page to read why, and to run it again:\n${page}\n`;
  return {
    id: job.id,
    to: job.email,
    subject: job.state === 'finished' ? 'Your export is ready' : 'Your export ended with an error',
    text: `${text}\nThis message was sent by Echometry. It carries no data.\n`,
  };
}

/**
 * Notifies by mail all owners of ended jobs who were not notified yet. A mail that cannot be sent is tried again with the next
 * call, for a day.
 */
export async function notifyOwners(
  db: Db,
  options: { send: SendMail; origin: string; now: () => number; complain: (line: string) => void },
): Promise<void> {
  for (const job of await jobsToTell(db.query, EXPORT_KIND, options.now() - MAIL_GIVE_UP_MS)) {
    try {
      await options.send(mailOf(job, options.origin));
      await noteTold(db.query, job.id, options.now());
    } catch (error) {
      options.complain(`the mail about job ${job.id} was not sent: ${messageOf(error)}`);
    }
  }
}
