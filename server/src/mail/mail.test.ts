import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../test/smtp.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { mailer } from './mail.ts';
import { mailOf } from '../exports/notify-owners.ts';

const JOB = { id: 'export-of-today', state: 'finished', email: 'data@test' };
const ORIGIN = 'https://echo.example.org';

describe('a mail about an export', () => {
  it('names the export and the page, and carries neither data nor an address that gives access', () => {
    for (const state of ['finished', 'error']) {
      const { to, subject, text } = mailOf({ ...JOB, state }, ORIGIN);
      expect(to).toBe('data@test');
      expect(subject).toBe(state === 'finished' ? 'Your export is ready' : 'Your export ended with an error');
      expect(text.match(/https?:\S+/g)).toEqual([`${ORIGIN}/export`]);
      expect(text).toContain(JOB.id);
    }
  });

  it('is in the outbox where no server is configured, once', async () => {
    const folder = `${await temporaryFolder('outbox')}/outbox`;
    const send = mailer(null, folder);
    await send(mailOf(JOB, ORIGIN));
    await send(mailOf(JOB, ORIGIN));
    expect(await readdir(folder)).toEqual(['export-of-today.eml']);
    const message = await readFile(`${folder}/export-of-today.eml`, 'utf8');
    expect(message).toMatch(/^To: data@test$/m);
    expect(message).toMatch(/^Subject: Your export is ready$/m);
  });
});

describe('a configured mail server', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.stop());
  const config = () => ({ from: 'Echometry <echo@test>', host: server.host, port: server.port, secure: false, password: null });

  it('without TLS is refused unless that is allowed', async () => {
    await expect(mailer({ ...config(), require_tls: true }, 'nowhere')(mailOf(JOB, ORIGIN))).rejects.toThrow(/STARTTLS/);
    expect(server.waiting()).toBe(0);
  });

  it('receives the message', async () => {
    await mailer({ ...config(), require_tls: false }, 'nowhere')(mailOf(JOB, ORIGIN));
    const mail = await server.next();
    expect(mail).toMatchObject({ from: 'echo@test', to: ['data@test'], secure: false, user: null });
    expect(mail.text).toMatch(/^Subject: Your export is ready\r?$/m);
    expect(mail.text).toContain(`${ORIGIN}/export`);
  });
});
