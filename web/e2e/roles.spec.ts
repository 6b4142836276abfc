/** Views of each role: its landing page, the lists, and no page of another role. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';
import { chooseProject, enter, openStudy, rowOf, rows, signIn, takeRole, searchFor } from './support/steps.ts';

test('Reviewers land on the list of reviews: the same table, the analyses of their editors, and open them', async ({ page }) => {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, 'Demo adult');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/review?project=demo-adult');
  await expect(page.getByRole('navigation', { name: 'Pages of the study' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Patient list' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Complete analyses of the editors you review, a row for each of them.')).toBeVisible();
  for (const column of ['Date', 'Patient', 'Status', 'Editor', 'Updated', 'Validated by'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Hide completed studies' })).toBeVisible();
  await expect(rows(page).first().getByRole('cell').nth(4)).toContainText('@demo');
  await searchFor(page, 'A01');
  await expect(rowOf(page, 'A01').first()).toBeVisible();
  // Reviewers read who validated, not how many.
  await expect(rowOf(page, 'A01').first()).toContainText('reviewer@demo');
  await expect(page.getByRole('button', { name: 'Download studies list' })).toHaveCount(0);
  await rows(page).first().click();
  await page.waitForURL(/\/validation\?.*editor=editor%40demo/);
});

for (const [email, role, landing] of [
  ['reviewer@demo', 'Reviewer', /\/review\?project=/],
  ['data@demo', 'Data scientist', /\/export\?project=/],
  ['prisma-review@demo', 'Prisma study review', /\/prisma-review\?project=/],
] as const)
  test(`${role}: signing in leads to a project with work, and every project tab has its counts`, async ({ page }) => {
    await signIn(page, email);
    await takeRole(page, role, landing);
    const tabs = page.getByRole('tablist', { name: 'Projects' }).getByRole('tab');
    for (const tab of await tabs.all()) await expect(tab.locator('span').first()).toHaveText(/^\d+$/);
    const current = page.getByRole('tab', { selected: true });
    await expect(current.locator('span').first()).not.toHaveText('0');
    if (role !== 'Data scientist') await expect(current).toContainText(/[1-9]\d* to do/);
  });

test('Data scientists land on the export, go back to the user page, and download the list of studies', async ({ page }) => {
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await expect(page.getByRole('heading', { name: 'New export' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to user page' }).click();
  await page.waitForURL(/\/user-page\?stay=true/);
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('link', { name: 'Open the studies list' }).click();
  await chooseProject(page, 'Demo adult');
  const waiting = page.waitForEvent('download');
  await page.getByRole('banner').getByRole('button', { name: 'Download studies list' }).click();
  expect(await readFile(await (await waiting).path(), 'utf8')).toContain('"PATIENT_ID","STUDY_DATE"');
  // A list without a row has nothing to download.
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill('no such patient');
  await expect(page.getByRole('button', { name: 'Download studies list' })).toHaveCount(0);
});

test('Data scientists open studies as Viewers see them, change nothing, and download the raw analysis on four pages', async ({ page }) => {
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.goto('/studies');
  await openStudy(page, 'Demo cycles adult', 'C03');
  await expect(page.getByTestId('saved-chip')).toHaveCount(0);
  const icon = page.getByRole('banner').getByRole('button', { name: 'Download RAW analysis' });
  const waiting = page.waitForEvent('download');
  await icon.click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^demo-cycles-adult_\d+_\d{8}_raw-analysis\.json$/);
  const record = JSON.parse(await readFile(await download.path(), 'utf8')) as { images: { segmentation: unknown[] }[]; editor: string };
  expect(record.editor).toMatch(/@demo$/);
  expect(record.images.some(({ segmentation }) => segmentation.length > 0)).toBe(true);
  for (const [tab, shown] of [
    ['Reference', true],
    ['Cycle timing', true],
    ['Segmentation', true],
    ['Overview', false],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(icon).toHaveCount(shown ? 1 : 0);
  }
});

test('Administrators land on the administration, see what they may see of studies, and come back', async ({ page }) => {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration\/projects/);
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Studies' }).click();
  await expect(page.getByText('Complete analyses of the editors listed for you.')).toBeVisible();
  await page.getByRole('link', { name: 'Administration' }).first().click();
  await page.waitForURL(/\/administration\/projects/);
});

for (const [email, role, path, title] of [
  ['prisma-review@demo', 'Prisma study review', /\/prisma-review/, 'Team review of studies'],
  ['prisma-data@demo', 'Prisma data manager', /\/prisma-data/, 'Availability of data'],
] as const) {
  test(`${role}: a page with the available functions`, async ({ page }) => {
    await signIn(page, email);
    await takeRole(page, role, path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Back to user page' }).click();
    await page.waitForURL(/\/user-page\?stay=true/);
  });
}

test("a page of another role is not shown: 'URL not compatible', and the own page", async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  for (const foreign of ['/review', '/export', '/prisma-data']) {
    await page.goto(foreign);
    await expect(page.getByText('URL not compatible')).toBeVisible();
    await page.waitForURL(/\/studies/);
    await expect(page.getByRole('complementary', { name: 'Demo workspace' })).toBeVisible();
  }
});

test('a pasted link without its role: the role is named, and the study is kept while it is chosen', async ({ page }) => {
  await signIn(page, 'several@demo');
  await page.getByRole('checkbox', { name: /terms of use/ }).check();
  await page.getByRole('checkbox', { name: /research only/ }).check();
  await page.getByRole('button', { name: 'Accept' }).click();
  await takeRole(page, 'Viewer', /\/studies/);
  await openStudy(page, 'Demo cycles adult', 'C01');
  const pasted = page.url().replace(/\/[a-z]+\?/, '/validation?');
  await page.goto(pasted);
  await expect(page.getByText('this page needs the role Reviewer. Choose the role to open the page.')).toBeVisible();
  await expect(page.getByTestId('needed-role')).toHaveText('The page you asked for needs the role Reviewer.');
  await page.getByRole('button', { name: /^Reviewer/ }).click();
  await page.waitForURL(/\/validation\?/);
  expect(new URL(page.url()).searchParams.get('study_id')).toBe(new URL(pasted).searchParams.get('study_id'));
});

test('any response but the list makes the person sign in again', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 403/);
  await enter(page, 'viewer@demo', 'Viewer');
  await page.route('**/studies/get', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not a member of this project' } }),
  );
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await page.waitForURL(/\/login\?location=studies/);
  await expect(page.getByText('Not a member of this project')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('echometry.login'))).toBeNull();
});
