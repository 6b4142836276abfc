/** docs/programs.md shows how to check a signature; what it shows is run here on a message that was really sent. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WEBHOOK_EVENTS } from '@echometry/contract/records/webhook.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Receiver, type Received } from '../../test/receiver.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { DELIVERIES_KEPT_DAYS } from '../db/webhooks.ts';
import { RECEIVER_MS, RETRY_WAITS_MS } from './limits.ts';
import { newWebhookSecret } from './sealed-secret.ts';
import { sendDelivery } from './send-delivery.ts';

const page = readFileSync(new URL('../../../docs/programs.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## Webhooks'), page.indexOf('## Calls of a token'));
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? '';

const secret = newWebhookSecret();
let folder: string;
let received: Received;

/** Sends a message as it would be at that time. */
async function send(at: number): Promise<Received> {
  const receiver = await Receiver.start();
  try {
    await sendDelivery({
      url: receiver.url(),
      hosts: [{ host: '127.0.0.1', require_tls: false, private_addresses: true }],
      secret,
      event: 'test',
      id: '0f4dd1c2-57a5-4c3c-9d7e-0b9c6f2f8a11',
      body: JSON.stringify({ event: 'test', project: 'Größe' }),
      at,
      signal: new AbortController().signal,
    });
    return receiver.received[0]!;
  } finally {
    await receiver.close();
  }
}

beforeAll(async () => {
  folder = await temporaryFolder('page');
  received = await send(Date.now());
});

const PROGRAMS = {
  python: {
    run: async (given: string) => {
      const file = path.join(folder, 'check.py');
      const rest = [
        'import json, sys',
        'secret, headers, body = json.loads(sys.argv[1])',
        'headers = {"-".join(p.capitalize() for p in k.split("-")): v for k, v in headers.items()}',
        'print(is_genuine(secret, headers, body.encode()))',
      ];
      await writeFile(file, [block('python'), ...rest, ''].join('\n'));
      return execFileSync('python3', [file, given], { encoding: 'utf8' }).trim() === 'True';
    },
  },
  js: {
    run: async (given: string) => {
      const file = path.join(folder, 'check.mjs');
      await writeFile(
        file,
        `${block('js')}\nconst [secret, headers, body] = JSON.parse(process.argv[2]);\nconsole.log(isGenuine(secret, headers, Buffer.from(body)));\n`,
      );
      return execFileSync(process.execPath, [file, given], { encoding: 'utf8' }).trim() === 'true';
    },
  },
} as const;

describe.each(['python', 'js'] as const)('the check of a signature in %s', (language) => {
  const isGenuine = (key: string, { headers, body }: Received) =>
    PROGRAMS[language].run(
      JSON.stringify([key, Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('echometry-'))), body]),
    );

  it('accepts a message that was sent', async () => expect(await isGenuine(secret, received)).toBe(true));
  it('refuses a changed body, another secret and another time', async () => {
    expect(await isGenuine(secret, { ...received, body: received.body.replace('test', 'Test') })).toBe(false);
    expect(await isGenuine(newWebhookSecret(), received)).toBe(false);
    const earlier = String(Number(received.headers['echometry-timestamp']) - 1);
    expect(await isGenuine(secret, { ...received, headers: { ...received.headers, 'echometry-timestamp': earlier } })).toBe(false);
  });
  it('refuses a message of ten minutes ago', async () => expect(await isGenuine(secret, await send(Date.now() - 600_000))).toBe(false));
});

it('the page names every event, the waits, the time-out and the days of the log as the server applies them', () => {
  for (const event of WEBHOOK_EVENTS) expect(section).toContain(`| \`${event}\` |`);
  const inWords = (ms: number): string => (ms < 60_000 ? `${ms / 1000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`);
  const waits = RETRY_WAITS_MS.map(inWords);
  expect(section).toContain(`after ${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}, and then given up`);
  expect(section).toContain(`within ${RECEIVER_MS / 1000} seconds`);
  expect(section).toContain(`it stays for ${DELIVERIES_KEPT_DAYS} days`);
});
