import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { CLIENT, type ForeignLogin, foreignLogin } from '../../../test/foreign-login.ts';
import { beginning, LoginBrowser, ORIGIN } from '../../../test/login-browser.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { PROJECT, World } from '../../../test/world.ts';
import { DEFAULT_CONFIG } from '../../config.ts';
import type { OidcConfig } from '../login-settings.ts';
import { issueLink } from '../one-time-links.ts';

const GRANTS = { roles: [{ role: 'Editor' as const, project: null, reviews_to: [] }], projects: [PROJECT._id], is_test: false };

describe('signing in at a foreign service', () => {
  let foreign: ForeignLogin;
  let world: World;
  let strict: World;
  let address = 0;
  const browser = (w = world) => new LoginBrowser(w.app, `192.0.2.${(address += 1)}`);
  beforeAll(async () => {
    foreign = await foreignLogin(`${ORIGIN}/auth/oidc/callback`);
    const oidc: OidcConfig = { name: 'Elsewhere', issuer: foreign.issuer, ...CLIENT };
    const make = async (more: Partial<OidcConfig>) =>
      World.make(
        { kind: 'sqlite', file: path.join(await temporaryFolder('oidc'), 'records.sqlite') },
        { config: { ...DEFAULT_CONFIG, oidc: { ...oidc, ...more } } },
      );
    world = await make({});
    strict = await make({ acr_values: ['two-factors'], amr_values: ['mfa'], only: true });
    // The provider's tokens carry its own time.
    for (const w of [world, strict]) w.now = Date.now();
  });
  afterAll(async () => {
    await world.close();
    await strict.close();
    await foreign.close();
  });
  beforeEach(() => {
    foreign.now = { subject: 'nobody' };
  });

  const invite = async (w: World, b: LoginBrowser, email: string) => {
    const code = await issueLink(w.db.query, { kind: 'invitation', email, grants: GRANTS }, { now: w.now, expiresAt: w.now + 60_000 });
    await b.open('/auth/link');
    await b.submit({ code });
  };
  /** From our button there and back; `change` may tamper with what is brought back. */
  const throughForeign = async (b: LoginBrowser, change: (address: string) => string = (a) => a) => {
    await b.open('/auth/oidc');
    return b.open(change(await foreign.visit(b.page.address)));
  };

  it('asks the service for code, PKCE, state and nonce', async () => {
    const b = browser();
    await b.open(beginning().address);
    expect(b.page.body).toContain('Sign in with Elsewhere');
    await b.open('/auth/oidc');
    const asked = new URL(b.page.address);
    expect(asked.origin).toBe(foreign.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: CLIENT.client_id,
      redirect_uri: `${ORIGIN}/auth/oidc/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  });

  it('makes the account of an invitation, asks for a second factor here, and knows the person again', async () => {
    foreign.now = { subject: 'anna' };
    const b = browser();
    await invite(world, b, 'anna@example.org');
    await throughForeign(b);
    expect(b.page.title).toBe('Pair an authenticator app');
    const app = Authenticator.fromPage(b.page.body);
    await b.submit({ code: app.code(world.now) });
    await b.submit({ kept: 'yes' });

    world.now += 30_000;
    const { verifier, address: start } = beginning();
    await b.open(start);
    await throughForeign(b);
    expect(b.page.title).toBe('Second factor');
    await b.submit({ code: app.code(world.now) });
    const code = new URL(b.page.address).searchParams.get('token') ?? '';
    const { answer } = await world.call(CALLS.exchange, { body: { code, verifier } });
    expect(answer.session.user).toMatchObject({ email: 'anna@example.org', name: 'Foreign', family_names: 'anna' });
  });

  it('refuses a person without an account here, also under an e-mail that has one', async () => {
    foreign.now = { subject: 'editor' };
    await world.addPerson('editor@elsewhere.example', ['Editor']);
    const b = browser();
    await b.open(beginning().address);
    expect(await throughForeign(b)).toMatchObject({ status: 403, title: 'Not signed in' });
  });

  it.each([
    ['another state', (a: string) => a.replace(/state=[^&]+/, 'state=x')],
    ['another code', (a: string) => a.replace(/code=[^&]+/, 'code=x')],
    ['another issuer', (a: string) => a.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
    ['an error', () => '/auth/oidc/callback?error=access_denied'],
    ['nothing', () => '/auth/oidc/callback'],
  ])('refuses an answer with %s', async (_what, change) => {
    foreign.now = { subject: 'anna' };
    const b = browser();
    await b.open(beginning().address);
    expect(await throughForeign(b, change)).toMatchObject({ status: 403, title: 'Not signed in' });
  });

  it('refuses a response brought twice, or by another browser', async () => {
    foreign.now = { subject: 'anna' };
    const [b, other] = [browser(), browser()];
    await b.open(beginning().address);
    await other.open(beginning().address);
    await b.open('/auth/oidc');
    await other.open('/auth/oidc');
    const back = await foreign.visit(b.page.address);
    expect((await other.open(back)).title).toBe('Not signed in');
    expect((await b.open(back)).title).toBe('Second factor');
    expect((await b.open(back)).title).toBe('Second factor');
    await other.open('/auth/oidc');
    expect((await other.open(back)).title).toBe('Not signed in');
  });

  describe('that proves a second factor itself', () => {
    it.each([
      ['acr', { acr: 'two-factors' }],
      ['amr', { amr: ['pwd', 'mfa'] }],
    ])('by %s is enough', async (how, proof) => {
      foreign.now = { subject: `strict-${how}`, ...proof };
      const b = browser(strict);
      await invite(strict, b, `${how}@example.org`);
      await throughForeign(b);
      expect(b.page.title).toBe('Ready');
      await b.open(beginning().address);
      await throughForeign(b);
      expect(b.page.address).toContain('/login?token=');
    });
    it('but did not this time leads to the second factor here', async () => {
      foreign.now = { subject: 'strict-none', amr: ['pwd'] };
      const b = browser(strict);
      await invite(strict, b, 'none@example.org');
      await throughForeign(b);
      expect(b.page.title).toBe('Pair an authenticator app');
    });
    it('leaves no way in by password where it is the only one', async () => {
      const b = browser(strict);
      await b.open(beginning().address);
      expect(b.page.body).not.toContain('name="password"');
      expect(b.page.body).not.toContain('<form');
    });
  });
});
