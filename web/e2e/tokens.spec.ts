/** A token of a program: made in the settings, used without a browser, seen as used, and revoked by its owner or an administrator. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { chooseRole, enter, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const STUDIES = { search_query: { medical_data_type: 'US', active: true }, db_name: 'demo_adult' };

/** A call of a program: no cookie and no page, only the token. */
const callWith = (page: Page, token: string, path: string, data: unknown) =>
  postFrom(page, path, { headers: { authorization: `Bearer ${token}` }, data });

async function openTokens(page: Page) {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Tokens' }).click();
  await expect(settings.getByRole('heading', { name: 'Your tokens' })).toBeVisible();
  return settings;
}

test('a token is made with the keyboard, reads for a program, and is refused once it is revoked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'editor@demo', 'Editor');
  const settings = await openTokens(page);
  await expect(settings.getByText('No tokens yet.')).toBeVisible();

  await settings.getByRole('button', { name: 'New token' }).press('Enter');
  await expect(settings.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Nightly numbers');
  await settings.getByRole('combobox', { name: 'Projects' }).focus();
  await page.keyboard.type('Demo adult');
  await expect(page.getByRole('option').first()).toHaveText('Demo adult');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await look(page, 'token-form', [settings]);
  await settings.getByRole('button', { name: 'Make token' }).press('Enter');

  await expect(settings.getByText('Copy the token “Nightly numbers” now. It is not shown again.')).toBeVisible();
  const token = (await settings.getByTestId('new-token').textContent()) ?? '';
  expect(token).toMatch(/^echo_pat_[\w-]{43}$/);
  await expect(settings.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await look(page, 'token-made', [settings]);

  const row = settings.getByTestId('token');
  await expect(row).toContainText('Editor, Demo adult, read only');
  await expect(row).toContainText('never used');

  const read = await callWith(page, token, '/api/studies/get', STUDIES);
  expect(read.status()).toBe(200);
  const { studies } = (await read.json()) as { studies: { study_id: string }[] };
  expect(studies.length).toBeGreaterThan(0);
  const change = { study_id: studies[0]!.study_id, data_type: 'adult', db_name: 'demo_adult' };
  expect((await callWith(page, token, '/api/studies/set_data_type', change)).status()).toBe(403);
  expect((await callWith(page, token, '/api/studies/get', { ...STUDIES, db_name: 'demo_pediatric' })).status()).toBe(403);
  expect((await callWith(page, token, '/auth/tokens/list', {})).status()).toBe(403);

  // The secret does not come back with the dialog.
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await openTokens(page);
  await expect(settings.getByTestId('new-token')).toHaveCount(0);
  await expect(row).toContainText('last used now');

  await settings.getByRole('button', { name: 'Revoke Nightly numbers' }).press('Enter');
  await settings.getByRole('button', { name: 'Keep' }).press('Enter');
  await expect(settings.getByRole('button', { name: 'Revoke Nightly numbers' })).toBeFocused();
  expect((await callWith(page, token, '/api/studies/get', STUDIES)).status()).toBe(200);
  await settings.getByRole('button', { name: 'Revoke Nightly numbers' }).press('Enter');
  await settings.getByRole('button', { name: 'Revoke Nightly numbers now' }).press('Enter');
  await expect(settings.getByText('No tokens yet.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'New token' })).toBeFocused();
  expect((await callWith(page, token, '/api/studies/get', STUDIES)).status()).toBe(401);
});

test('an administrator sees the tokens of a person, revokes one, and finds it in the audit', async ({ page, newBrowser }) => {
  const owner = await (await newBrowser()).newPage();
  await signIn(owner, 'editor2@demo');
  await chooseRole(owner, 'Editor');
  const settings = await openTokens(owner);
  await settings.getByRole('button', { name: 'New token' }).click();
  await settings.getByLabel('Name').fill('Labelling robot');
  await settings.getByLabel('Allow changes').click();
  await settings.getByRole('button', { name: 'Make token' }).click();
  const token = (await settings.getByTestId('new-token').textContent()) ?? '';
  expect((await callWith(owner, token, '/api/studies/get', STUDIES)).status()).toBe(200);

  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration/);
  const section = page.getByRole('navigation', { name: 'Administration' });
  await section.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: 'editor2@demo', exact: true }).click();
  const row = page.getByTestId('person-token');
  await expect(row).toContainText('Labelling robot');
  await expect(row).toContainText('read and write');
  await row.scrollIntoViewIfNeeded();
  await look(page, 'person-tokens');
  await page.getByRole('button', { name: 'Revoke Labelling robot' }).click();
  await expect(row).toHaveCount(0);
  expect((await callWith(owner, token, '/api/studies/get', STUDIES)).status()).toBe(401);

  await section.getByRole('link', { name: 'Audit', exact: true }).click();
  for (const act of ['token-made', 'token-first-used', 'token-revoked', 'token-refused'])
    await expect(page.getByRole('cell', { name: act, exact: true }).first()).toBeVisible();
});

test('an administrator adds a machine, makes a token for it, and the machine cannot sign in', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration/);
  const section = page.getByRole('navigation', { name: 'Administration' });
  await section.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: 'Add machine' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a machine' });
  await dialog.getByLabel('Name').fill('Nightly export');
  await dialog.getByLabel('Address').fill('nightly@machines.example.org');
  await dialog.getByRole('combobox', { name: 'Roles' }).click();
  await expect(page.getByRole('option', { name: 'Admin', exact: true })).toHaveCount(0);
  await page.getByRole('option', { name: 'Viewer', exact: true }).click();
  await dialog.getByLabel('Name').click();
  await dialog.getByRole('combobox', { name: 'Projects' }).click();
  await page.getByRole('option', { name: 'Demo adult', exact: true }).click();
  await dialog.getByLabel('Name').click();
  await look(page, 'machine-form', [dialog]);
  await dialog.getByRole('button', { name: 'Add machine' }).click();

  const row = page.getByTestId('person').filter({ hasText: 'nightly@machines.example.org' });
  await expect(row).toContainText('machine');
  const panel = page.getByRole('complementary', { name: 'nightly@machines.example.org' });
  await expect(panel.getByText('This account has no sign-in.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Create password link' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'New token' }).press('Enter');
  await expect(panel.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Nightly');
  await panel.getByRole('button', { name: 'Make token' }).press('Enter');
  const token = (await panel.getByTestId('machine-token').textContent()) ?? '';
  expect(token).toMatch(/^echo_pat_[\w-]{43}$/);
  await expect(panel.getByRole('button', { name: 'Copy' })).toBeFocused();
  await look(page, 'machine-token', [panel]);
  expect((await callWith(page, token, '/api/studies/get', STUDIES)).status()).toBe(200);
  await panel.getByRole('button', { name: 'I have stored it' }).press('Enter');
  await expect(panel.getByTestId('machine-token')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Revoke Nightly' }).press('Enter');
  await expect(panel.getByTestId('person-token')).toHaveCount(0);
  expect((await callWith(page, token, '/api/studies/get', STUDIES)).status()).toBe(401);

  await section.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: /^Demo adult / }).click();
  await expect(page.getByRole('row', { name: /nightly@machines\.example\.org machine/ })).toBeVisible();
});
