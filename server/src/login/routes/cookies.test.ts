import path from 'node:path';
import { PASSWORD_PATH } from '@echometry/contract/rules/sign-in.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoginBrowser } from '../../../test/login-browser.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { World } from '../../../test/world.ts';
import { DEFAULT_CONFIG } from '../../config.ts';

const HOST = 'echo.example.org';
const cookieOf = (browser: LoginBrowser): string => String(browser.page.headers['set-cookie']);

describe('the cookie of a sign-in', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(
      { kind: 'sqlite', file: path.join(await temporaryFolder('cookies'), 'records.sqlite') },
      { config: { ...DEFAULT_CONFIG, publicOrigin: `https://${HOST}` } },
    );
  });
  afterAll(() => world.close());

  it('belongs only to the very host and to TLS where a proxy has TLS, and is found again', async () => {
    const browser = new LoginBrowser(world.app);
    await browser.open(PASSWORD_PATH, { host: HOST });
    // The conditions of the prefix, RFC 6265bis 4.1.3.2: Secure, Path=/ and no Domain.
    expect(cookieOf(browser)).toMatch(/^__Host-echometry-flow=/);
    const attributes = cookieOf(browser).split('; ').slice(1);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
    expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false);
    await browser.submit({ email: 'a@b.example', password: 'short', again: 'short' }, { host: HOST });
    expect((await browser.open(PASSWORD_PATH, { host: HOST })).message).toContain('at least 12 characters');
  });
  it('is a plain one on this computer, without TLS', async () => {
    const browser = new LoginBrowser(world.app);
    await browser.open(PASSWORD_PATH);
    expect(cookieOf(browser)).toMatch(/^echometry-flow=.*Path=\/auth\/; HttpOnly; SameSite=Lax$/);
  });
});
