/**
 * An installation where people sign in only at their institute: the first administrator, an invited editor, and a stranger; the
 * whole way in a browser.
 */
import type { Page } from '@playwright/test';
import { heading } from './support/accounts.ts';
import { expectAccessible } from './support/accessible.ts';
import { type ForeignService, startForeignService } from './support/foreign-service.ts';
import { type RealServer, startRealServer } from './support/real-server.ts';
import { expect, test } from './support/test.ts';

const EXPLORER = 'https://explorer.example/start?from=echometry';

let institute: ForeignService;
let server: RealServer;
test.beforeAll(async () => {
  institute = await startForeignService();
  server = await startRealServer({ oidc: institute.config, role_addresses: { 'Explorer app': EXPLORER } });
  institute.admit(server.url);
});
test.afterAll(async () => {
  await server.stop();
  await institute.close();
});

async function sayWho(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Institute login' })).toBeVisible();
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Enter' }).click();
}

async function acceptTerms(page: Page): Promise<void> {
  await page.waitForURL(/\/accept-terms/);
  await page.getByRole('checkbox', { name: /terms of use/ }).check();
  await page.getByRole('checkbox', { name: /research only/ }).check();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL((url) => url.pathname !== '/accept-terms');
}

test('the first administrator, a returning invited editor, and a person without an invitation', async ({ newBrowser, faults }) => {
  test.slow();
  const own = async (): Promise<Page> => (await newBrowser({ baseURL: server.url })).newPage();

  // No password is asked for, or taken: the link of the console leads to the institute.
  const boss = await own();
  await boss.goto(server.setupLink);
  await heading(boss, 'First administrator');
  await expect(boss.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(boss, 'first administrator by a foreign service');
  await boss.getByRole('link', { name: 'Continue with the institute' }).click();
  await sayWho(boss, 'chief');
  await heading(boss, 'Ready');
  expect(server.admin('list')).toContain('chief@institute.example');
  await boss.getByRole('link', { name: 'To the sign-in page' }).click();
  await boss.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(boss.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(boss, 'sign-in by a foreign service');
  await boss.getByRole('link', { name: 'Sign in with the institute' }).click();
  await acceptTerms(boss);
  // A person with one role goes straight to its page.
  await boss.waitForURL(/\/administration/);

  server.admin('create-project', 'clinic', '--title', 'Clinic');
  const editor = await own();
  await editor.goto(server.invite('anna@clinic.example', '--role', 'Editor,Explorer app', '--project', 'clinic'));
  await editor.getByRole('link', { name: 'Continue with the institute' }).click();
  await sayWho(editor, 'anna');
  await heading(editor, 'Ready');
  await editor.goto('/selection?study_id=1_20240305&study_date=2024-03-05&patient_id=1&patient_id_show=X&data_type=adult&project=clinic');
  await editor.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await editor.getByRole('link', { name: 'Sign in with the institute' }).click();
  await acceptTerms(editor);
  expect(editor.url()).not.toContain('token');
  // The wish of the first address came along, through two services.
  expect(new URL(editor.url()).searchParams.get('location')).toBe('selection');

  // The role of a linked application opens the configured address next to this page.
  await editor
    .context()
    .route('https://explorer.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Explorer</h1>' }));
  const opened = editor.context().waitForEvent('page');
  await editor.getByRole('button', { name: /^Explorer app/ }).click();
  await expect(await opened).toHaveURL(EXPLORER);
  await editor.goto('/user-page?stay=true');
  await editor.getByRole('button', { name: /^Editor/ }).click();
  await editor.waitForURL(/\/studies/);
  await editor.getByRole('button', { name: /User menu/ }).click();
  await expect(editor.getByRole('menu')).toContainText('Institute anna');
  await expect(editor.getByRole('menu')).toContainText('anna@clinic.example');
  await editor.getByRole('menuitem', { name: 'Logout' }).click();
  await editor.waitForURL(/\/login/);
  // The institute still knows her, so that one button leads in.
  await editor.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await editor.getByRole('link', { name: 'Sign in with the institute' }).click();
  await editor.waitForURL(/\/user-page/);

  faults.expect(/Failed to load resource: the server responded with a status of 403/);
  const stranger = await own();
  await stranger.goto('/');
  await stranger.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await stranger.getByRole('link', { name: 'Sign in with the institute' }).click();
  await sayWho(stranger, 'somebody');
  await heading(stranger, 'Not signed in');
  await expect(stranger.getByText('Ask its administrator for an invitation')).toBeVisible();
});
