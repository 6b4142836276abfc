import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { databases } from '../../../test/databases.ts';
import { beginning, LoginBrowser, ORIGIN } from '../../../test/login-browser.ts';
import { PROJECT, World } from '../../../test/world.ts';
import { throttle } from '../throttle.ts';
import { hasAdministrator } from '../../db/accounts.ts';
import { issueLink, linkAddress, type LinkOffer, NO_GRANTS } from '../one-time-links.ts';

const PASSWORD = 'plum engine violet';
const GRANTS = { roles: [{ role: 'Editor' as const, project: null, reviews_to: [] }], projects: [PROJECT._id], is_test: false };
const MINUTE = 60_000;

describe.each(databases())('the login service on $name', ({ seeded }) => {
  let world: World;
  let address = 0;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());
  // Limits by address are tested where they are meant; every other browser comes from elsewhere.
  const browser = () => new LoginBrowser(world.app, `192.0.2.${(address += 1)}`);
  beforeEach(() => {
    world.now += 2 * 60 * MINUTE;
  });

  const link = (offer: LinkOffer, life = MINUTE * 60) => issueLink(world.db.query, offer, { now: world.now, expiresAt: world.now + life });
  const openLink = async (b: LoginBrowser, code: string) => {
    await b.open('/auth/link');
    return b.submit({ code });
  };
  interface Account {
    email: string;
    app: Authenticator;
    codes: string[];
  }

  /** Walks from an invitation to an account with both factors, as a person does. */
  const join = async (email: string, b = browser(), offer: Partial<LinkOffer> = {}): Promise<Account> => {
    await openLink(b, await link({ kind: 'invitation', email, grants: GRANTS, ...offer }));
    await b.submit({ email, name: 'New', family_names: 'Person', password: PASSWORD, again: PASSWORD });
    const app = Authenticator.fromPage(b.page.body);
    await b.submit({ code: app.code(world.now) });
    const codes = [...b.page.body.matchAll(/<li>([A-Z2-7-]+)<\/li>/g)].map(([, code]) => code!);
    await b.submit({ kept: 'yes' });
    world.now += 30_000;
    return { email, app, codes };
  };
  /** Signs in up to the second factor. */
  const identify = async (b: LoginBrowser, email: string, password = PASSWORD, returnTo?: string) => {
    const { verifier, address: start } = beginning(returnTo);
    await b.open(start);
    await b.submit({ email, password });
    return verifier;
  };
  const exchange = (code: string, verifier: string) => world.call(CALLS.exchange, { body: { code, verifier } });
  const codeOf = (b: LoginBrowser): string => new URL(b.page.address).searchParams.get('token') ?? '';

  it('leads from an invitation through both factors and recovery codes to a role', async () => {
    const b = browser();
    const account = await join('new@example.org', b);
    expect(account.codes).toHaveLength(10);
    expect(new Set(account.codes).size).toBe(10);
    expect(b.page).toMatchObject({ status: 200, title: 'Ready' });

    const verifier = await identify(b, 'New@Example.org ');
    expect(b.page.title).toBe('Second factor');
    await b.submit({ code: account.app.code(world.now) });
    expect(b.page.address).toMatch(/^http:\/\/127\.0\.0\.1:8080\/login\?token=[\w-]{43}$/);
    const { answer } = await exchange(codeOf(b), verifier);
    expect(answer.session).toMatchObject({ scope: 'sign-in', user: { email: 'new@example.org', name: 'New', family_names: 'Person' } });
    const user = await world.call(CALLS.usersGet, { token: answer.token, id: 'new@example.org' });
    expect(user.answer).toMatchObject({ user_role: [{ role: 'Editor' }], projects: [{ _id: PROJECT._id }], accepted_terms_of_use: {} });
  });

  it('is the same for a wrong password and an unknown person', async () => {
    await join('known@example.org');
    const answers = [];
    for (const email of ['known@example.org', 'unknown@example.org']) {
      const b = browser();
      await identify(b, email, 'another password here');
      answers.push([b.page.status, b.page.title, b.page.message]);
    }
    expect(answers[0]).toEqual([200, 'Sign in', 'E-mail or password is wrong.']);
    expect(answers[1]).toEqual(answers[0]);
  });

  it('takes a code of the authenticator once', async () => {
    const { email, app } = await join('once@example.org');
    const [first, second] = [browser(), browser()];
    await identify(first, email);
    await identify(second, email);
    const code = app.code(world.now);
    await first.submit({ code });
    expect(first.page.address).toContain('token=');
    await second.submit({ code });
    expect(second.page).toMatchObject({
      title: 'Second factor',
      message: 'This code does not fit, or it was used already. Wait for the next one.',
    });
  });

  it('begins again with the password after five wrong codes', async () => {
    const { email, app } = await join('guessed@example.org');
    const b = browser();
    await identify(b, email);
    for (let n = 0; n < 5; n += 1) {
      const wrong = String((Number(app.code(world.now)) + 1 + n) % 1_000_000).padStart(6, '0');
      await b.submit({ code: wrong });
      expect(b.page.title).toBe('Second factor');
    }
    world.now += MINUTE;
    await b.submit({ code: app.code(world.now) });
    expect(b.page).toMatchObject({ title: 'Sign in', message: 'Too many wrong codes. Begin again with the password.' });
  });

  it('takes each recovery code once, and pairs a new app on request, which ends the old one and every session', async () => {
    const { email, app, codes } = await join('lost@example.org');
    const [b, again] = [browser(), browser()];
    const verifier = await identify(b, email);
    await b.open('/auth/recovery');
    await b.submit({ code: codes[3]!.toLowerCase().replaceAll('-', ' ') });
    expect(b.page).toMatchObject({ title: 'Recovery code accepted' });
    expect(b.page.body).toContain('9 recovery codes are left');
    await b.submit({});
    const { token } = (await exchange(codeOf(b), verifier)).answer;
    expect((await world.call(CALLS.session, { token })).status).toBe(200);

    await identify(again, email);
    await again.open('/auth/recovery');
    await again.submit({ code: codes[3]! });
    expect(again.page.message).toBe('This is none of your recovery codes, or it was used already.');
    await again.submit({ code: codes[4]! });
    await again.submit({ pair: 'yes' });
    const fresh_ = Authenticator.fromPage(again.page.body);
    await again.submit({ code: fresh_.code(world.now) });
    await again.submit({ kept: 'yes' });
    expect((await world.call(CALLS.session, { token })).status).toBe(401);
    world.now += MINUTE;
    const last = browser();
    await identify(last, email);
    await last.submit({ code: app.code(world.now) });
    expect(last.page.title).toBe('Second factor');
    await last.submit({ code: fresh_.code(world.now) });
    expect(last.page.address).toContain('token=');
  });

  it('changes a password with both factors, ends every session, and knows the old one no more', async () => {
    const { email, app } = await join('change@example.org');
    const [b, before] = [browser(), browser()];
    const verifier = await identify(before, email);
    await before.submit({ code: app.code(world.now) });
    const { token } = (await exchange(codeOf(before), verifier)).answer;
    world.now += 30_000;
    await b.open('/auth/password');
    const fields = { email, current: PASSWORD, password: 'lamp harbour forty', again: 'lamp harbour forty' };
    await b.submit({ ...fields, code: '000000' });
    expect(b.page.message).toBe('E-mail, current password or code is wrong.');
    await b.submit({ ...fields, password: 'password1234', again: 'password1234', code: app.code(world.now) });
    expect(b.page.message).toContain('easy to guess');
    await b.submit({ ...fields, again: 'lamp harbour fifty', code: app.code(world.now) });
    expect(b.page.message).toBe('The two passwords differ.');
    await b.submit({ ...fields, code: app.code(world.now) });
    expect(b.page.title).toBe('Password changed');
    expect((await world.call(CALLS.session, { token })).status).toBe(401);
    const [old, young] = [browser(), browser()];
    await identify(old, email);
    await identify(young, email, 'lamp harbour forty');
    expect([old.page.title, young.page.title]).toEqual(['Sign in', 'Second factor']);
  });

  it('sets a forgotten password again by a link, and asks for the second factor all the same', async () => {
    const { email, app } = await join('forgot@example.org');
    const b = browser();
    await openLink(b, await link({ kind: 'password', email, grants: NO_GRANTS }));
    expect(b.page).toMatchObject({ title: 'New password' });
    await b.submit({ password: 'lamp harbour forty', again: 'lamp harbour forty' });
    expect(b.page.title).toBe('Second factor');
    await b.submit({ code: app.code(world.now) });
    expect(b.page.title).toBe('Ready');
  });

  describe('a link', () => {
    const REFUSED = 'This link was used already, or its time has passed. Ask for a new one.';
    it('works once, until its end, and an older one is void as soon as a newer is made', async () => {
      const offer: LinkOffer = { kind: 'invitation', email: 'link@example.org', grants: GRANTS };
      const older = await link(offer);
      const code = await link(offer, 10 * MINUTE);
      expect((await openLink(browser(), older)).message).toBe(REFUSED);
      const [b, late] = [browser(), browser()];
      expect((await openLink(late, code)).title).toBe('Your account');
      await join('link@example.org', b);
      await late.submit({ name: 'A', family_names: 'B', password: PASSWORD, again: PASSWORD });
      expect(late.page.message).toBe(REFUSED);
      const other = await link({ ...offer, email: 'link2@example.org' }, 10 * MINUTE);
      world.now += 10 * MINUTE;
      expect((await openLink(browser(), other)).message).toBe(REFUSED);
    });
    it('opened twice makes one account', async () => {
      const code = await link({ kind: 'invitation', email: 'twice@example.org', grants: GRANTS });
      const pair = [browser(), browser()];
      for (const b of pair) await openLink(b, code);
      await Promise.all(pair.map((b) => b.submit({ name: 'A', family_names: 'B', password: PASSWORD, again: PASSWORD })));
      expect(pair.map((b) => b.page.title).sort()).toEqual(['One-time link', 'Pair an authenticator app']);
      expect(await world.db.query.selectFrom('user_account').select('id').where('email', '=', 'twice@example.org').execute()).toHaveLength(
        1,
      );
    });
    it('for an e-mail that has an account is refused', async () => {
      await join('taken@example.org');
      const b = browser();
      await openLink(b, await link({ kind: 'invitation', email: 'taken@example.org', grants: GRANTS }));
      await b.submit({ name: 'A', family_names: 'B', password: PASSWORD, again: PASSWORD });
      expect(b.page.message).toBe('There is an account of this e-mail already.');
    });
    it('of the set-up makes the first administrator, and no second one', async () => {
      expect(await hasAdministrator(world.db.query)).toBe(false);
      const setup: LinkOffer = {
        kind: 'setup',
        email: null,
        grants: { roles: [{ role: 'Admin', project: null, reviews_to: [] }], projects: [], is_test: false },
      };
      const b = browser();
      await openLink(b, await link(setup));
      expect(b.page.title).toBe('First administrator');
      await b.submit({ email: 'Boss@Example.org', name: 'A', family_names: 'B', password: PASSWORD, again: PASSWORD });
      expect(b.page.title).toBe('Pair an authenticator app');
      expect(await hasAdministrator(world.db.query)).toBe(true);
      const second = browser();
      await openLink(second, await link(setup));
      await second.submit({ email: 'other@example.org', name: 'A', family_names: 'B', password: PASSWORD, again: PASSWORD });
      expect(second.page.message).toBe(REFUSED);
    });
    it('carries its code behind the #, where no server sees it', () =>
      expect(linkAddress('https://echo.example', 'abc')).toBe('https://echo.example/auth/link#abc'));
  });

  describe('a sign-in', () => {
    it.each([
      ['another origin', 'https://evil.example/login'],
      ['another page', `${ORIGIN}/studies`],
      ['no address', ''],
    ])('that would lead to %s is refused', async (_what, back) => {
      const b = browser();
      await b.open(beginning(back).address);
      expect(b.page).toMatchObject({ status: 400, title: 'This sign-in was not started here' });
    });
    it('without a challenge is refused', async () => {
      const b = browser();
      await b.open(`/auth/?${new URLSearchParams({ return: `${ORIGIN}/login` })}`);
      expect(b.page.status).toBe(400);
    });
    it('under an unconfigured name is refused', async () => {
      const b = browser();
      await b.open(beginning().address, { host: 'evil.example' });
      expect(b.page).toMatchObject({ status: 400, title: 'This address is not known' });
    });
    it('ends after 15 minutes, and in another browser', async () => {
      const { email, app } = await join('late@example.org');
      const b = browser();
      await identify(b, email);
      const stranger = browser();
      await stranger.open('/auth/code');
      expect(stranger.page).toMatchObject({ status: 400, title: 'This sign-in has ended' });
      world.now += 15 * MINUTE;
      await b.submit({ code: app.code(world.now) });
      expect(b.page.title).toBe('This sign-in has ended');
    });
    it('does not skip the second factor, whatever page is asked for', async () => {
      const { email } = await join('skip@example.org');
      const b = browser();
      await identify(b, email);
      for (const page of ['/auth/enrol', '/auth/recovery-codes', '/auth/recovered', '/auth/sign-in', '/auth/account']) {
        await b.open(page);
        expect([page, b.page.title]).toEqual([page, 'Second factor']);
      }
    });
    it('whose form comes from another site, or without its guard, is refused', async () => {
      const { email } = await join('forged@example.org');
      const b = browser();
      await b.open(beginning().address);
      expect((await b.submit({ email, password: PASSWORD, guard: 'x' })).status).toBe(400);
      await b.open('/auth/sign-in');
      expect((await b.submit({ email, password: PASSWORD }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
      await b.open('/auth/sign-in');
      expect((await b.submit({ email, password: PASSWORD })).title).toBe('Second factor');
    });
    it('in place ends in a window that sends the code and closes', async () => {
      const { email, app } = await join('popup@example.org');
      const b = browser();
      const verifier = await identify(b, email, PASSWORD, `${ORIGIN}/auth/done`);
      await b.submit({ code: app.code(world.now) });
      expect(b.page.address).toMatch(/\/auth\/done\?token=/);
      expect((await exchange(codeOf(b), verifier)).status).toBe(200);
      expect((await b.open('/auth/done')).body).toContain('src="/auth/done.js"');
    });
    it('of a disabled account ends, wherever it stands', async () => {
      const { email, app } = await join('gone@example.org');
      const b = browser();
      await identify(b, email);
      await world.db.query.updateTable('user_account').set({ active: 0 }).where('email', '=', email).execute();
      await b.submit({ code: app.code(world.now) });
      expect(b.page.title).toBe('This sign-in has ended');
      await identify(b, email);
      expect(b.page.message).toBe('E-mail or password is wrong.');
    });
  });

  describe('delays', () => {
    const fail = async (b: LoginBrowser, email: string) => {
      await identify(b, email, 'another password here');
      return b.page;
    };
    it('grow for an account from one address after five failures, state their length, and end with a success', async () => {
      const { email } = await join('slow@example.org');
      const b = browser();
      for (let n = 0; n < 5; n += 1) expect((await fail(b, email)).status).toBe(200);
      const waits: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const refused = await fail(b, email);
        expect(refused).toMatchObject({ status: 429, title: 'Too many attempts' });
        waits.push(Number(refused.headers['retry-after']));
        world.now += waits.at(-1)! * 1000;
        expect((await fail(b, email)).status).toBe(200);
      }
      expect(waits).toEqual([1, 2, 4, 8]);
      // A person at another address is not slowed down by it.
      const elsewhere = browser();
      await identify(elsewhere, email);
      expect(elsewhere.page.title).toBe('Second factor');
    });
    /** Failures counted without the hundred milliseconds each takes the server. */
    const failed = async (times: number, attemptOf: (n: number) => { account: string; address: string }) => {
      const counters = throttle(world.db.query, world.secrets);
      for (let n = 0; n < times; n += 1) expect(await counters.begin(attemptOf(n), world.now)).toBe(0);
    };
    it('begin for an account after 20 failures, from wherever they come', async () => {
      await failed(19, (n) => ({ account: 'spread@example.org', address: `198.51.100.${n}` }));
      expect((await fail(browser(), 'Spread@example.org')).status).toBe(200);
      expect((await fail(browser(), 'spread@example.org')).status).toBe(429);
    });
    it('start for an address after 100 failures, for any account', async () => {
      const b = browser();
      await failed(99, (n) => ({ account: `nobody${n}@example.org`, address: b.remoteAddress }));
      expect((await fail(b, 'nobody-more@example.org')).status).toBe(200);
      expect((await fail(b, 'nobody-at-all@example.org')).status).toBe(429);
    });
    it('never keep out a browser that signed in before, for any attempts elsewhere', async () => {
      const mine = browser();
      const { email, app } = await join('owner@example.org', mine);
      world.now += MINUTE;
      await failed(20, (n) => ({ account: email, address: `203.0.113.${n}` }));
      await failed(80, (n) => ({ account: `nobody-${n}@example.org`, address: mine.remoteAddress }));
      const stranger = browser();
      expect((await fail(stranger, email)).status).toBe(429);
      await identify(mine, email);
      expect(mine.page.title).toBe('Second factor');
      await mine.submit({ code: app.code(world.now) });
      expect(mine.page.address).toContain('token=');
    });
    it('never keep an owner from changing the password in a browser that signed in before', async () => {
      const mine = browser();
      const { email, app } = await join('changes-anyway@example.org', mine);
      world.now += MINUTE;
      await failed(20, (n) => ({ account: email, address: `203.0.113.${n}` }));
      const fields = { email, current: PASSWORD, password: 'lamp harbour forty', again: 'lamp harbour forty' };
      const stranger = browser();
      await stranger.open('/auth/password');
      await stranger.submit({ ...fields, code: '000000' });
      expect(stranger.page.status).toBe(429);
      await mine.open('/auth/password');
      await mine.submit({ ...fields, code: app.code(world.now) });
      expect(mine.page.title).toBe('Password changed');
    });
    it('count a known browser separately, and no cookie opens anything for another account', async () => {
      const mine = browser();
      const { email } = await join('known-browser@example.org', mine);
      const other = await join('third-party@example.org');
      for (let n = 0; n < 5; n += 1) expect((await fail(mine, email)).status).toBe(200);
      expect((await fail(mine, email)).status).toBe(429);
      // The delay of that browser affects no other.
      const elsewhere = browser();
      await identify(elsewhere, email);
      expect(elsewhere.page.title).toBe('Second factor');
      await failed(20, (n) => ({ account: other.email, address: `203.0.113.${n}` }));
      expect((await fail(mine, other.email)).status).toBe(429);
    });
    it('of an address many people share stay short', async () => {
      const b = browser();
      await failed(100, (n) => ({ account: `shared-${n}@example.org`, address: b.remoteAddress }));
      const waits: number[] = [];
      for (let n = 0; n < 8; n += 1) {
        const refused = await fail(b, `shared-again-${n}@example.org`);
        waits.push(Number(refused.headers['retry-after']));
        world.now += waits.at(-1)! * 1000;
        await fail(b, `shared-again-${n}@example.org`);
      }
      expect(Math.max(...waits)).toBe(10);
    });
    it('do not count an address behind a proxy that is not configured, which is named loudly once', async () => {
      const proxied = { 'x-forwarded-for': '198.51.100.7' };
      const b = new LoginBrowser(world.app, '10.0.0.9');
      await failed(99, (n) => ({ account: `proxied-${n}@example.org`, address: '10.0.0.9' }));
      const start = beginning();
      for (const name of ['one', 'two', 'three']) {
        await b.open(start.address, proxied);
        await b.submit({ email: `${name}@example.org`, password: 'another password here' }, proxied);
        expect(b.page.status).toBe(200);
      }
      expect(world.notices.filter((text) => text.includes('10.0.0.9'))).toHaveLength(1);
      expect(world.notices[0]).toMatch(/PROXY IN FRONT OF THE SERVER .*"trusted_proxies": \["10\.0\.0\.9"\]/);
      // A header is not enough to avoid the count.
      const far = new LoginBrowser(world.app, '203.0.113.200');
      await failed(100, (n) => ({ account: `far-${n}@example.org`, address: far.remoteAddress }));
      await far.open(beginning().address, proxied);
      await far.submit({ email: 'far@example.org', password: 'another password here' }, proxied);
      expect(far.page.status).toBe(429);
    });
    it('are forgiven after an hour without failures', async () => {
      const b = browser();
      for (let n = 0; n < 6; n += 1) await fail(b, 'forgiven@example.org');
      expect((await fail(b, 'forgiven@example.org')).status).toBe(429);
      world.now += 60 * MINUTE;
      for (let n = 0; n < 5; n += 1) expect((await fail(b, 'forgiven@example.org')).status).toBe(200);
    });
  });

  it('keeps nothing in the clear: no password, secret, recovery code, link or flow', async () => {
    const b = browser();
    const { email, codes } = await join('secret@example.org', b);
    const invitation = await link({ kind: 'invitation', email: 'later@example.org', grants: GRANTS });
    await identify(b, email);
    const { query } = world.db;
    const device = await query.selectFrom('totp_device').select('secret').execute();
    const held = JSON.stringify([
      await query.selectFrom('credential').selectAll().execute(),
      await query.selectFrom('recovery_code').selectAll().execute(),
      await query.selectFrom('one_time_link').selectAll().execute(),
      (await query.selectFrom('login_flow').selectAll().execute()).map((flow) => ({
        ...flow,
        facts: Buffer.from(flow.facts).toString('latin1'),
      })),
      device.map((d) => Buffer.from(d.secret).toString('latin1')),
    ]);
    for (const secret of [PASSWORD, codes[0]!, invitation, ORIGIN]) expect(held).not.toContain(secret);
  });
});
