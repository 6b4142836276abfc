/** The login service in a browser: links, pairing, second factor, signing in again in a window, password; under the policy, by keyboard too. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { heading, join, PASSWORD } from './support/accounts.ts';
import { Authenticator } from './support/authenticator.ts';
import { type RealServer, startRealServer } from './support/real-server.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** A window that signs in again in place, opened as the product does it; returns the code it passes to the page that waits. */
async function signInInWindow(page: Page, steps: (popup: Page) => Promise<void>): Promise<{ code: string; verifier: string }> {
  const opened = page.waitForEvent('popup');
  const verifier = 'v'.repeat(43);
  await page.evaluate(async (text) => {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    const challenge = btoa(String.fromCharCode(...hash))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    const waiting = window as unknown as { said: Promise<{ code: string }> };
    waiting.said = new Promise((resolve) => {
      new BroadcastChannel('echometry-sign-in').onmessage = (event: MessageEvent<{ code: string }>) => {
        resolve(event.data);
      };
    });
    window.open(
      `/auth/?${new URLSearchParams({ return: `${location.origin}/auth/done`, challenge, email: 'guest@example.org' })}`,
      'sign-in',
      'popup,width=600,height=760',
    );
  }, verifier);
  const popup = await opened;
  // The app shows a code that was not used yet within half a minute.
  const closed = popup.waitForEvent('close', { timeout: 60_000 });
  await steps(popup);
  await closed;
  const { code } = await page.evaluate(() => (window as unknown as { said: Promise<{ code: string }> }).said);
  return { code, verifier };
}

test('from the setup link to the first administrator, and from an invitation to a token', async ({ page, newBrowser }) => {
  test.slow();
  await page.goto(server.setupLink);
  await page.waitForURL('**/auth/account');
  // The code of a link is out of the address before anything else happens.
  expect(page.url()).not.toContain('#');
  await heading(page, 'First administrator');
  await look(page, 'login-first-administrator');
  await page.getByLabel('E-mail').fill('boss@example.org');
  await page.getByLabel('Name', { exact: true }).fill('First');
  await page.getByLabel('Family names').fill('Administrator');
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await page.getByLabel('Password again').fill('password1234');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('easy to guess');
  await page.getByLabel('E-mail').fill('boss@example.org');
  await page.getByLabel('Name', { exact: true }).fill('First');
  await page.getByLabel('Family names').fill('Administrator');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'Pair an authenticator app');
  await look(page, 'login-pair');
  const app = await Authenticator.pairedWith(page);
  await page.getByLabel('Code', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Pair' }).click();
  await expect(page.getByRole('alert')).toContainText('This code does not fit');
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.getByRole('button', { name: 'Pair' }).click();
  await heading(page, 'Recovery codes');
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await look(page, 'login-recovery-codes');
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'Ready');

  server.admin('create-project', 'journeys');
  const link = server.invite('guest@example.org', '--role', 'Editor', '--project', 'journeys');
  const guest = await (await newBrowser()).newPage();
  await guest.goto(`${server.url}/auth/ready`);
  const {
    app: guestApp,
    recoveryCodes: [recovery = ''],
  } = await join(guest, link);

  const first = await signInInWindow(guest, async (popup) => {
    await expect(popup.getByLabel('E-mail')).toHaveValue('guest@example.org');
    await popup.getByLabel('Password', { exact: true }).fill('not this one at all');
    await popup.getByLabel('Password', { exact: true }).press('Enter');
    await expect(popup.getByRole('alert')).toHaveText('E-mail or password is wrong.');
    await popup.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await popup.getByLabel('Password', { exact: true }).press('Enter');
    await heading(popup, 'Second factor');
    await expectAccessible(popup, 'second factor');
    await popup.getByLabel('Code', { exact: true }).fill(await guestApp.code());
    await popup.getByLabel('Code', { exact: true }).press('Enter');
  });
  const exchange = (body: { code: string; verifier: string }) =>
    guest.evaluate(async (json) => {
      const response = await fetch('/auth/exchange', { method: 'POST', headers: { 'content-type': 'application/json' }, body: json });
      return { status: response.status, answer: (await response.json()) as { session?: { user: { email: string } } } };
    }, JSON.stringify(body));
  expect(await exchange(first)).toMatchObject({ status: 200, answer: { session: { user: { email: 'guest@example.org' } } } });

  const second = await signInInWindow(guest, async (popup) => {
    await popup.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await popup.getByLabel('Password', { exact: true }).press('Enter');
    await popup.getByRole('link', { name: 'Use a recovery code' }).click();
    await popup.getByLabel('Recovery code').fill(recovery.toLowerCase());
    await popup.getByLabel('Recovery code').press('Enter');
    await heading(popup, 'Recovery code accepted');
    await expectAccessible(popup, 'recovery code accepted');
    await expect(popup.getByText('9 recovery codes are left')).toBeVisible();
    await popup.getByRole('button', { name: 'Continue' }).click();
  });
  expect((await exchange(second)).status).toBe(200);
});

test('a void link is reported, and the pages look right at three sizes', async ({ page, faults }) => {
  await page.goto(`${server.url}/auth/link#${'n'.repeat(32)}`);
  await expect(page.getByRole('alert')).toContainText('This link was used already');
  await look(page, 'login-link-void');
  const challenge = 'c'.repeat(43);
  await page.goto(`${server.url}/auth/?${new URLSearchParams({ return: `${server.url}/login`, challenge })}`);
  await heading(page, 'Sign in');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await look(page, 'login-sign-in');
  await page.goto(`${server.url}/auth/password`);
  await look(page, 'login-password');
  faults.expect(/400/);
  await page.goto(`${server.url}/auth/?${new URLSearchParams({ return: 'https://elsewhere.example/login', challenge })}`);
  await heading(page, 'This sign-in was not started here');
  await look(page, 'login-not-begun');
});
