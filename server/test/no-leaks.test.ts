import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { beginning, LoginBrowser } from './login-browser.ts';
import { temporaryFolder } from './temporary.ts';
import { PROJECT, SCOPE, World } from './world.ts';
import { issueLink } from '../src/login/one-time-links.ts';
import { makeLog } from '../src/http/operations/log.ts';

const PASSWORD = 'plum engine violet';
const EMAIL = 'leak@example.org';

describe('a whole session, from the invitation to an error of the server', () => {
  let world: World;
  let browser: LoginBrowser;
  const log: string[] = [];
  const secrets: Record<string, string> = { password: PASSWORD };
  /** Every page of the login service, as it was sent. */
  const pages: Array<{ address: string; headers: Record<string, unknown>; body: string }> = [];
  let code = '';
  let failed = 0;
  const signed: string[] = [];

  beforeAll(async () => {
    world = await World.make(
      { kind: 'sqlite', file: path.join(await temporaryFolder('leaks'), 'records.sqlite') },
      // The most verbose log: every request and event.
      { log: makeLog('json', { write: (line) => void log.push(line) }) },
    );
    browser = new LoginBrowser(world.app);
    const keep = () => {
      pages.push({ address: browser.page.address, headers: browser.page.headers, body: browser.page.body });
    };
    const grants = { roles: [{ role: 'Editor' as const, project: null, reviews_to: [] }], projects: [PROJECT._id], is_test: false };
    secrets['link'] = await issueLink(
      world.db.query,
      { kind: 'invitation', email: EMAIL, grants },
      { now: world.now, expiresAt: world.now + 60_000 },
    );
    await browser.open('/auth/link');
    keep();
    await browser.submit({ code: secrets['link'] });
    keep();
    await browser.submit({ name: 'L', family_names: 'K', password: PASSWORD, again: PASSWORD });
    keep();
    const app = Authenticator.fromPage(browser.page.body);
    secrets['authenticator secret'] = /<p class="secret">([A-Z2-7 ]+)</.exec(browser.page.body)![1]!.replaceAll(' ', '');
    secrets['first authenticator code'] = app.code(world.now);
    await browser.submit({ code: app.code(world.now) });
    keep();
    secrets['recovery code'] = /<li>([A-Z2-7-]+)</.exec(browser.page.body)![1]!;
    await browser.submit({ kept: 'yes' });
    keep();
    world.now += 30_000;
    const { verifier, address } = beginning();
    secrets['verifier'] = verifier;
    await browser.open(address);
    await browser.submit({ email: EMAIL, password: 'not this one at all' });
    await browser.submit({ email: EMAIL, password: PASSWORD });
    await browser.submit({ code: '000000' });
    secrets['authenticator code'] = app.code(world.now);
    await browser.submit({ code: app.code(world.now) });
    code = new URL(browser.page.address).searchParams.get('token') ?? '';
    secrets['token'] = (await world.call(CALLS.exchange, { body: { code, verifier } })).answer.token;
    await world.call(CALLS.acceptTerms, { token: secrets['token'], body: { user: EMAIL, version: '20240627' } });
    secrets['role token'] = (await world.call(CALLS.actAs, { token: secrets['token'], body: { role: 'Editor' } })).answer.token;
    const urls = (
      await world.call(CALLS.getUrls, {
        token: secrets['role token'],
        body: { bucket: '0', object: `US/${world.studyId.split('_')[0]}/20260102/` },
      })
    ).answer;
    signed.push(...urls.map((u) => u.url));
    for (const url of signed) await world.app.inject({ url });
    // Something that fails inside, with the token in the request, is logged.
    await world.db.query.schema.alterTable('file_selection').renameTo('file_selection_gone').execute();
    failed = (await world.call(CALLS.filesGet, { token: secrets['role token'], body: { id: world.studyId, ...SCOPE } })).status;
  });
  afterAll(() => world.close());

  it('came through and was logged where it failed', () => {
    expect(Object.values(secrets).every((secret) => secret.length >= 6)).toBe(true);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(signed.length).toBeGreaterThan(5);
    expect([failed, log.join('')]).toEqual([500, expect.stringContaining('call failed')]);
  });
  it('leaves no secret in any address; only the one-time code is in the address it is brought to', () => {
    const addresses = [...browser.addresses, ...signed];
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses)
      for (const [name, secret] of Object.entries(secrets))
        expect([name, address, address.includes(secret)]).toEqual([name, address, false]);
    expect(browser.addresses.filter((address) => address.includes(code))).toEqual([`http://127.0.0.1:8080/login?token=${code}`]);
  });
  it('logs the outcome of each sign-in attempt, and each response with its person', () => {
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const signIns = lines.filter(({ event }) => event === 'sign-in').map(({ outcome, step }) => `${String(outcome)} at ${String(step)}`);
    // The invitation signs in once; then a wrong password, a wrong code, and both right.
    expect(signIns).toEqual(['proven at codes', 'refused at identify', 'refused at code', 'proven at code']);
    const failures = lines.filter(({ event, status }) => event === 'request' && status === 500);
    expect(failures).toMatchObject([
      { level: 'error', method: 'POST', route: '/api/files/get', account: expect.any(Number), role: 'Editor' },
    ]);
    for (const { time, level, process: of } of lines) {
      expect(new Date(String(time)).toISOString()).toBe(time);
      expect([typeof level, of]).toEqual(['string', process.pid]);
    }
  });
  it('names no person, no patient, no study and no file in any line of the log', () => {
    const names = [EMAIL, world.studyId, ...signed.map((url) => new URL(url, 'http://here').pathname)];
    for (const name of names) expect([name, log.filter((line) => line.includes(name))]).toEqual([name, []]);
  });
  it('leaves no secret and no query in any line of the log', () => {
    for (const [name, secret] of Object.entries({ ...secrets, code }))
      expect([name, log.filter((line) => line.includes(secret))]).toEqual([name, []]);
    expect(log.filter((line) => /[?&](token|sig|challenge|code)=/.test(line))).toEqual([]);
  });
  it('hides from other pages where it came from, and is kept in no cache', () => {
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) {
      expect([page.address, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([
        page.address,
        'no-referrer',
        'no-store',
      ]);
      expect(page.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
      // Nothing on the page is fetched from elsewhere, and nothing runs from inside it.
      expect(page.body.match(/(?:src|href|action)="(?!\/)[^"]*"/g)).toBeNull();
      expect(page.body).not.toMatch(/ style=|<script(?! type="module" src="\/auth\/)| on[a-z]+=/);
    }
  });
  it('is ended by what was used once: the code and the link open nothing more', async () => {
    expect((await world.call(CALLS.exchange, { body: { code, verifier: secrets['verifier']! } })).status).toBe(401);
    await browser.open('/auth/link');
    expect((await browser.submit({ code: secrets['link']! })).message).toContain('This link was used already');
  });
});
