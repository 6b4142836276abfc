/** Screens as they are when something is empty, loading, refused or asks: pictures at three sizes, and nothing serious for axe. */
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import {
  SIGNED_FILES,
  chooseImage,
  chooseProject,
  chooseRole,
  enter,
  expectPicture,
  label,
  openStudy,
  revoke,
  rowOf,
  rows,
  savedChip,
  signIn,
  takeRole,
  thumbnails,
} from './support/steps.ts';

test('pages of the other roles', async ({ page }) => {
  test.slow();
  for (const [email, role, landing, name] of [
    ['reviewer@demo', 'Reviewer', /\/review/, 'review'],
    ['data@demo', 'Data scientist', /\/export/, 'export'],
    ['admin@demo', 'Admin', /\/administration/, 'studies-admin'],
    ['prisma-review@demo', 'Prisma study review', /\/prisma-review/, 'prisma-review'],
  ] as const) {
    await signIn(page, email);
    await takeRole(page, role, landing);
    await expect(page.getByRole('banner').first()).toContainText(role);
    if (name === 'studies-admin') await page.getByRole('link', { name: 'Studies', exact: true }).click();
    if (name === 'review' || name === 'studies-admin') await chooseProject(page, 'Demo adult');
    await look(page, name, [page.getByRole('banner').first()]);
    await page.evaluate(() => {
      localStorage.clear();
    });
  }
});

test('lists that are empty, loading or refused', async ({ page }) => {
  test.slow();
  await enter(page, 'viewer@demo', 'Viewer');
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill('no such patient');
  await expect(page.getByText('No study matches this search.')).toBeVisible();
  await look(page, 'studies-nothing-found', [page.getByText('No study matches this search.')]);

  let answer: ((studies: unknown[]) => void) | undefined;
  await page.route('**/studies/get', async (route) => {
    const studies = await new Promise<unknown[]>((resolve) => {
      answer = resolve;
    });
    const list = { offset: 0, total: 0, found: 0, validated: 0, open: 0, editors: [], steps: [] };
    await route.fulfill({ json: { studies, list } });
  });
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await look(page, 'studies-loading');
  await expect.poll(() => answer !== undefined).toBe(true);
  answer?.([]);
  await expect(page.getByText('This project has no studies yet.')).toBeVisible();
  await look(page, 'studies-empty', [page.getByText('This project has no studies yet.')]);
});

test('a page of a later version, an address without a study, another browser', async ({ page, newBrowser }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto('/segmentation');
  await look(page, 'not-in-this-version', [page.getByRole('link', { name: 'Go to the list' })]);
  await page.goto('/review');
  await expect(page.getByText('URL not compatible')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await look(page, 'url-not-compatible');
  await page.goto('/selection');
  await look(page, 'no-study', [page.getByText('This address does not name a study')]);

  const other = await newBrowser();
  await other.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgentData', { get: () => ({ brands: [{ brand: 'Not Chrome', version: '1' }] }) });
  });
  const foreign = await other.newPage();
  await foreign.goto('/');
  await look(foreign, 'chrome-only', [foreign.getByText(/WE ONLY SUPPORT/)]);
});

test('loading a study, downloading its files, and what a Viewer sees of it', async ({ page }) => {
  test.slow();
  await enter(page, 'viewer@demo', 'Viewer');
  await chooseProject(page, 'Demo adult');
  await page.route('**/files/get', () => undefined);
  await rowOf(page, 'A01').click();
  await expect(page.getByText('Opening the study')).toBeVisible();
  await look(page, 'loading', [page.getByRole('button', { name: 'Cancel' })]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/\/studies/);
  await page.unroute('**/files/get');
  await openStudy(page, 'Demo adult', 'A01');
  await look(page, 'selection-viewer', [page.getByText('Read-only')]);
  await page.getByRole('link', { name: 'Studies', exact: true }).click();
  // The list is as it was left.
  await expect(page.getByRole('textbox', { name: 'Search patient by ID' })).toHaveValue('A01');
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill('');
  await rowOf(page, 'A03').click();
  // A study that was labelled meanwhile opens after the preview.
  await page.waitForURL(/\/(preview|selection)/);
  if (page.url().includes('/selection')) await page.getByRole('link', { name: 'CHANGE SELECTION' }).click();
  await page.waitForURL(/\/preview/);
  await expect(thumbnails(page).last().locator('img')).toBeVisible();
  const held: (() => void)[] = [];
  await page.route(SIGNED_FILES, async (route) => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    await route.abort();
  });
  await page.getByRole('button', { name: /^DONE/ }).click();
  await expect(page.getByText(/^Downloading images 0\//)).toBeVisible();
  await look(page, 'preview-downloading', [page.getByRole('button', { name: 'Cancel' }), page.getByText('0 %')]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/\/studies/);
  for (const go of held) go();
});

test('changes the server does not have, a refusal, a conflict, idleness and the end of a session', async ({ page, newBrowser, faults }) => {
  test.slow();
  faults.expect(/Failed to load resource/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo pediatric', 'P03');
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await openStudy(other, 'Demo pediatric', 'P03');
  await chooseImage(page, 2);
  await chooseImage(other, 2);
  await label(page, 'View', 'Apical 4C');
  await expect(savedChip(page)).toContainText('Saved');
  await label(other, 'View', 'Basal 4C');
  await expect(other.getByText('changed image 2 too')).toBeVisible();
  await look(other, 'conflict', [other.getByRole('button', { name: /^Keep mine/ }), other.getByRole('button', { name: /^Take theirs/ })]);
  await other.getByRole('button', { name: /^Take theirs/ }).click();
  await other.close();

  await page.route('**/analysis/update', (route) => route.abort('internetdisconnected'));
  await label(page, 'View', 'A4C RV focused');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  await look(page, 'offline', [savedChip(page)]);
  await page.unroute('**/analysis/update');

  await revoke(page);
  await savedChip(page).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await look(page, 'session-ended', [ended]);
  await ended.getByRole('button', { name: 'Sign in again' }).click();
  await expect(ended).toHaveCount(0);

  await page.route('**/config/endpoints.json', async (route) => {
    const endpoints = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...endpoints, inactivity: { period_minutes: 1 / 60, check_seconds: 0.5, timeout_seconds: 600 } } });
  });
  await page.reload();
  await expectPicture(page);
  const idle = page.getByRole('dialog', { name: 'Are you still working?' });
  await expect(idle).toBeVisible();
  await look(page, 'inactivity', [idle]);
});

test('a server that is away when the page is opened, and a role of several', async ({ page, faults }) => {
  faults.expect(/Failed to load resource/);
  await signIn(page, 'editor@demo');
  await chooseRole(page, 'Editor');
  await page.route('**/auth/session', (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(page.getByText('The server cannot be reached')).toBeVisible({ timeout: 15_000 });
  await look(page, 'server-away', [page.getByRole('button', { name: 'Try again' })]);
  await page.unroute('**/auth/session');
});

test('the manual', async ({ page }) => {
  for (const name of ['index', 'administration', 'keys']) {
    await page.goto(`/manual/${name}.html`);
    await look(page, `manual-${name}`, [page.getByRole('heading', { level: 1 })]);
  }
});
