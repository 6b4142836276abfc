/** A real workspace from its first day: an invited editor's way to saved work, and back in place after the session was ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { arriveBy, prove } from './support/accounts.ts';
import type { Authenticator } from './support/authenticator.ts';
import { writePhantoms } from './support/known-pixels.ts';
import { type RealServer, startRealServer } from './support/real-server.ts';
import { canvas, expectPicture, expectSaved, label, rows, savedChip, takeRole, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const EMAIL = 'invited@example.org';

let server: RealServer;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'journeys-files-'));
  await writePhantoms(folder);
  server = await startRealServer();
  server.admin('create-project', 'clinic', '--title', 'Clinic', '--data-type', 'pediatric', '--cycles', '3');
  server.importFolder(folder, 'clinic');
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const arrive = (page: Page, email: string, roles: string): Promise<Authenticator> =>
  arriveBy(page, server.invite(email, '--role', roles, '--project', 'clinic'), email);

/** Opens the only study of the clinic, through the preview. */
async function openOnlyStudy(page: Page): Promise<void> {
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  await page.waitForURL(/\/preview/);
  await page.getByRole('button', { name: /^DONE/ }).click();
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
}

test('from an invitation through two factors, terms and role to a saved selection, and on after the session was ended', async ({
  newBrowser,
  faults,
}) => {
  test.slow();
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  const app = await arrive(page, EMAIL, 'Editor,Viewer');
  await takeRole(page, 'Editor', /\/studies/);
  await openOnlyStudy(page);
  await label(page, 'View', 'A4C');
  await expectSaved(page);

  // The administrator ends the session; the page stays, and so does what is changed meanwhile.
  faults.expect(/Failed to load resource: the server responded with a status of 401/);
  expect(server.admin('revoke-sessions', EMAIL)).toContain('1 session ended');
  await label(page, '2D type', '4-chamber 2D');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toContainText(EMAIL);
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  const popup = await opened;
  // The app shows a code that was not used yet within half a minute.
  const closed = popup.waitForEvent('close', { timeout: 60_000 });
  await expect(popup.getByLabel('E-mail')).toHaveValue(EMAIL);
  await prove(popup, app);
  await closed;
  await expect(dialog).toHaveCount(0);
  await expectSaved(page);
  await expect(canvas(page)).toBeVisible();
  await page.reload();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/A4C/);
  await expect(savedChip(page)).toBeVisible();

  // The server dies and is away; the user continues, and sees the truth.
  faults.expect(/Failed to load resource: net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/);
  await server.kill();
  await label(page, 'View', 'Apical 4C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  await server.restart();
  await savedChip(page).click();
  await expectSaved(page);
  await page.reload();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C · 4-chamber 2D/);
});

test('a Blind editor comes as far, works apart from the Editor, and finds the work again', async ({ newBrowser }) => {
  test.slow();
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  await arrive(page, 'blind@example.org', 'Ground-truth generator');
  await takeRole(page, 'Blind editor', /\/studies/);
  await openOnlyStudy(page);
  // The Editor's earlier labels are hidden from blinded readers.
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/not labelled/);
  await label(page, 'View', 'A2C');
  await expectSaved(page);
  await page.reload();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/A2C/);
});

test('roles without editing come to the page of each of their roles; a Viewer sees what the Editor saved', async ({ newBrowser }) => {
  test.slow();
  const page = await (await newBrowser({ baseURL: server.url })).newPage();
  await arrive(page, 'looking@example.org', 'Viewer,Reviewer,Data scientist,Prisma study review,Prisma data manager');
  for (const [role, landing] of [
    ['Reviewer', /\/review/],
    ['Data scientist', /\/export/],
    ['Prisma study review', /\/prisma-review/],
    ['Prisma data manager', /\/prisma-data/],
  ] as const) {
    await takeRole(page, role, landing);
    await page.goto('/user-page?stay=true');
  }
  await takeRole(page, 'Viewer', /\/studies/);
  // A labelled study opens at once, without the preview.
  await rows(page).first().click();
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
  await expect(page.getByText('Read-only')).toBeVisible();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C · 4-chamber 2D/);
});
