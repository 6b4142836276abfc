import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { mailer } from './mail.ts';
import { mailOf } from './tell-owners.ts';

const JOB = { id: 'export-of-today', state: 'finished', email: 'data@test' };
const ORIGIN = 'https://echo.example.org';

describe('a mail about an export', () => {
  it('names the export and the page, and carries neither data nor an address that opens something by itself', () => {
    for (const state of ['finished', 'error']) {
      const { to, subject, text } = mailOf({ ...JOB, state }, ORIGIN);
      expect(to).toBe('data@test');
      expect(subject).toBe(state === 'finished' ? 'Your export is ready' : 'Your export ended with an error');
      expect(text.match(/https?:\S+/g)).toEqual([`${ORIGIN}/export`]);
      expect(text).toContain(JOB.id);
    }
  });

  it('lies in the outbox where no server is configured, once', async () => {
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

/** As much of SMTP (RFC 5321) as one message needs. */
function serveSmtp(received: string[]): Server {
  return createServer((socket: Socket) => {
    let inData = false;
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      received.push(text);
      if (inData && text.endsWith('\r\n.\r\n')) {
        inData = false;
        socket.write('250 kept\r\n');
      } else if (inData) return;
      else if (text.startsWith('STARTTLS')) socket.write('502 not here\r\n');
      else if (text.startsWith('EHLO')) socket.write('250-test\r\n250 8BITMIME\r\n');
      else if (text.startsWith('DATA')) {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
    socket.on('error', () => undefined);
  });
}

describe('a configured mail server', () => {
  const received: string[] = [];
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    server = serveSmtp(received);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) port = address.port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const config = () => ({ from: 'Echometry <echo@test>', host: '127.0.0.1', port, secure: false, password: null });

  it('is given the message', async () => {
    await mailer({ ...config(), require_tls: false }, 'nowhere')(mailOf(JOB, ORIGIN));
    const all = received.join('');
    expect(all).toContain('MAIL FROM:<echo@test>');
    expect(all).toContain('RCPT TO:<data@test>');
    expect(all).toContain('Subject: Your export is ready');
  });

  it('without TLS is refused unless that is allowed', async () => {
    received.length = 0;
    await expect(mailer({ ...config(), require_tls: true }, 'nowhere')(mailOf(JOB, ORIGIN))).rejects.toThrow(/STARTTLS/);
    expect(received.join('')).not.toContain('Subject');
  });
});
