/**
 * Work of an administrator on the screen, from an empty workspace to the end of a person's access; and refusals for other roles.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { arriveBy } from './support/accounts.ts';
import { writePhantoms } from './support/known-pixels.ts';
import { look } from './support/look.ts';
import { startRealServer } from './support/real-server.ts';
import { chooseProject, enter, expectPicture, expectSaved, label, openStudy, rowOf, rows, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true });

async function administer(page: Page): Promise<void> {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration/);
  await expect(page.getByTestId('requirement').first()).toBeVisible();
}

test('a project, an invitation, the invited person at work, and the end of their access while a study is open', async ({
  newBrowser,
  faults,
}) => {
  test.slow();
  const folder = await mkdtemp(path.join(tmpdir(), 'journeys-files-'));
  const server = await startRealServer();
  try {
    await writePhantoms(folder);
    const boss = await (await newBrowser({ baseURL: server.url })).newPage();
    await arriveBy(boss, server.invite('boss@example.org', '--role', 'Admin'), 'boss@example.org');
    await boss.waitForURL(/\/administration\/projects/);
    await expect(boss.getByText('No projects yet.')).toBeVisible();
    await boss.getByRole('button', { name: 'New project' }).click();
    await boss.getByLabel('Name to show').fill('Clinic');
    await boss.getByRole('button', { name: 'Create project' }).click();
    await expect(boss.getByRole('button', { name: /^Clinic adult/ })).toBeVisible();
    server.importFolder(folder, 'clinic');

    await section(boss, 'People').click();
    await boss.getByRole('button', { name: 'Invite' }).click();
    const form = boss.getByRole('dialog', { name: 'Invite a person' });
    await form.getByLabel('E-mail').fill('anna@example.org');
    await form.getByRole('combobox', { name: 'Roles' }).click();
    await boss.getByRole('option', { name: 'Editor', exact: true }).click();
    // The list stays open for further roles.
    await form.getByLabel('E-mail').click();
    await form.getByRole('combobox', { name: 'Projects' }).click();
    await boss.getByRole('option', { name: 'Clinic' }).click();
    await form.getByLabel('E-mail').click();
    await form.getByRole('button', { name: 'Create link' }).click();
    const link = await boss.getByTestId('one-time-link').textContent();
    await boss.getByRole('button', { name: 'Done' }).click();
    await expect(boss.getByTestId('invitation')).toContainText('anna@example.org');

    const anna = await (await newBrowser({ baseURL: server.url })).newPage();
    await arriveBy(anna, link ?? '', 'anna@example.org');
    await anna.waitForURL(/\/studies/);
    await rows(anna).first().click();
    await anna.getByRole('button', { name: /^DONE/ }).click();
    await expectPicture(anna);
    await label(anna, 'View', 'A4C');
    await expectSaved(anna);

    await boss.reload();
    await boss.getByRole('button', { name: 'anna@example.org', exact: true }).click();
    await expect(boss.getByTestId('sign-in')).toHaveCount(1);
    await boss.getByRole('button', { name: 'Remove the role Editor in every project' }).click();
    const asked = boss.getByRole('dialog', { name: 'Remove the role Editor from anna@example.org?' });
    await expect(asked).toContainText('1 study is open at this person now');
    await expect(asked).toContainText('Changes that are not sent yet are unknown to the server.');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await label(anna, 'View', 'A2C');
    await expectSaved(anna);
    await boss.getByRole('button', { name: 'Remove the role Editor in every project' }).click();
    await asked.getByRole('button', { name: 'Remove the role' }).click();
    await expect(boss.getByText('No role yet: this person can sign in but cannot open any page.')).toBeVisible();
    faults.expect(/Failed to load resource: the server responded with a status of 401/);
    await label(anna, 'View', 'A4C');
    await expect(anna.getByRole('dialog', { name: 'Your session has ended' })).toContainText('anna@example.org');

    // The only administrator stays one.
    await boss.getByRole('button', { name: 'boss@example.org', exact: true }).click();
    await boss.getByRole('button', { name: 'Disable' }).click();
    await expect(boss.getByText('This is the only administrator who can sign in. Make another one first.')).toBeVisible();

    await section(boss, 'Audit').click();
    for (const act of ['role-revoked', 'person-invited', 'project-made'])
      await expect(boss.getByTestId('act').filter({ hasText: act }).first()).toBeVisible();
    await boss.getByRole('button', { name: 'Verify' }).click();
    await expect(boss.getByText(/acts in 1 chain: no faults found/)).toBeVisible();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a requirement is changed only by keyboard: its effect is shown, undone, saved as a version, and is in the audit', async ({
  page,
  newBrowser,
}) => {
  test.slow();
  await administer(page);
  await page.getByRole('button', { name: /Demo adult/ }).press('Enter');
  await expect(page.getByTestId('requirement').first()).toContainText('of 5');
  await page.getByRole('checkbox', { name: '4-chamber 2D: qc' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('checkbox', { name: '4-chamber 2D: cycletiming' })).toBeFocused();
  await page.keyboard.press('Space');
  const state = page.getByText(/1 change not saved: \d+ stud(y|ies) becomes? Incomplete/);
  await expect(state).toBeVisible();
  // Reviews of these studies are counted, and the sentence is whole at the narrowest size.
  const ofReviews = /\d+ reviews? of them stays? listed as Incomplete/;
  await expect(state).toContainText(ofReviews);
  await page.setViewportSize({ width: 1280, height: 720 });
  const shown = page.getByRole('status').filter({ has: state });
  expect(
    await shown.evaluate((sentence) => [sentence.scrollWidth - sentence.clientWidth, sentence.scrollHeight - sentence.clientHeight]),
  ).toEqual([0, 0]);
  await look(page, 'administration-projects', [page.getByRole('button', { name: 'Save as version 2' })]);
  await page.keyboard.press('Control+z');
  await expect(state).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(state).toBeVisible();
  // Unsaved entries survive a reload.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: /Demo adult.*1 not saved/ }).click();
  await expect(state).toBeVisible();
  await page.getByRole('checkbox', { name: '4-chamber 2D: qc' }).focus();
  await page.keyboard.press('Control+Enter');
  const saved = page.getByText(/Demo adult was saved as version 2: \d+ stud(y|ies) becomes? Incomplete/);
  await expect(saved).toBeVisible();
  await expect(saved).toContainText(ofReviews);
  await expect(state).toHaveCount(0);
  await page.getByRole('button', { name: /^Cycles/ }).click();
  await look(page, 'administration-fields', [page.getByRole('complementary', { name: 'Fields of the project' })]);
  await page.getByRole('button', { name: /^Saved/ }).click();
  await expect(page.getByText('4-chamber 2D: cycletiming required')).toBeVisible();
  await section(page, 'Audit').click();
  await expect(page.getByTestId('act').first()).toContainText('project-saved');
  await expect(page.getByTestId('act').first()).toContainText('4-chamber 2D: cycletiming required');
  // To the second, and without the numbers of projects and people.
  await expect(page.getByTestId('act').first().getByRole('cell').first()).toHaveText(/\d\d:\d\d:\d\d$/);
  await look(page, 'administration-audit', [page.getByTestId('act').first()]);

  // The reviews of these studies stay in the list of their reviewer.
  const reviewer = await (await newBrowser()).newPage();
  await signIn(reviewer, 'reviewer@demo');
  await takeRole(reviewer, 'Reviewer', /\/review/);
  await chooseProject(reviewer, 'Demo adult');
  await reviewer.setViewportSize({ width: 1280, height: 720 });
  for (const patient of ['A01', 'A04']) {
    const since = rowOf(reviewer, patient).getByText(/^Incomplete since \d{4}-\d\d-\d\d$/);
    await expect(since).toBeVisible();
    expect(await since.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  }
  await look(reviewer, 'review-incomplete', [reviewer.getByRole('banner').first()]);
});

test('without a host in the configuration, webhooks are off, and the page names the setting', async ({ page }) => {
  await administer(page);
  await page.getByRole('button', { name: /^Webhooks/ }).click();
  const panel = page.getByRole('complementary', { name: 'Webhooks of the project' });
  await expect(panel.getByRole('heading', { name: 'Webhooks are off' })).toBeVisible();
  await expect(panel).toContainText('webhook_hosts of config.json');
  await expect(panel.getByRole('button', { name: 'New webhook' })).toHaveCount(0);
  await look(page, 'webhooks-off', [panel]);
});

test('a source of reference values that was seen once is activated with its person and time, and another comes first', async ({ page }) => {
  await administer(page);
  await page.getByRole('button', { name: /Demo pediatric/ }).click();
  await page.getByRole('button', { name: /^Reference values/ }).click();
  const panel = page.getByRole('complementary', { name: 'Reference values' });
  await panel.getByRole('textbox', { name: 'Search measurement or source' }).fill('aortic ring');
  const ring = panel.getByRole('region', { name: 'Sources of Aortic ring, Valves 2D' });
  await expect(ring.getByRole('radio', { name: 'Lopez 2017' })).toBeChecked();
  await expect(ring.getByRole('radio', { name: 'Colan 2006' })).toBeDisabled();
  await look(page, 'administration-references', [panel]);
  await ring.getByText('Pettersen 2008').click();
  await expect(ring.getByRole('radio', { name: 'Pettersen 2008' })).toBeChecked();
  const colan = ring.locator('div', { has: page.getByRole('radio', { name: 'Colan 2006' }) });
  await colan.getByRole('switch', { name: 'I compared it with the paper: use it' }).check();
  await expect(colan).toContainText('Activated by admin@demo, now');
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText(/Demo pediatric was saved as version 2/)).toBeVisible();
  await expect(colan).toContainText('Activated by admin@demo, now');
  await section(page, 'Audit').click();
  await expect(page.getByTestId('act').first()).toContainText('reference colan2006.aov activated; source of Valves 2D, Aortic ring');
});

test('a version of a set is refused with every fault named, accepted when it is right, and used where it is chosen', async ({ page }) => {
  test.slow();
  await administer(page);
  await section(page, 'Configuration').click();
  await page.getByRole('button', { name: /^Measurements/ }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download version/ }).click();
  const stream = await (await waiting).createReadStream();
  const text = (await stream.toArray()).join('');
  const choose = (name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  const set = () => JSON.parse(text) as { data: { image_type: string; measurements: { units: string; anatomy: string }[] }[] };
  await choose('broken.json', '{"data": [');
  await expect(page.getByText(/broken\.json was not checked/)).toBeVisible();
  const wrong = set();
  wrong.data[0]!.measurements[0]!.units = 'furlong';
  wrong.data[1]!.image_type = 'Spleen';
  await choose('wrong.json', JSON.stringify(wrong));
  await expect(page.getByTestId('config-fault')).toHaveCount(2);
  await expect(page.getByTestId('config-fault').first()).toContainText('measurements/0/units');
  await look(page, 'administration-configuration-refused', [page.getByTestId('config-fault').first()]);
  const right = set();
  right.data[0]!.measurements[0]!.anatomy += ' anew';
  await choose('right.json', JSON.stringify(right));
  await expect(page.getByText('Contract and engine found no faults')).toBeVisible();
  await expect(page.getByTestId('difference')).toHaveCount(1);
  await page.getByRole('button', { name: 'Store as the next version' }).click();
  await expect(page.getByTestId('set-version')).toHaveCount(2);
  await page.getByRole('button', { name: 'Use in the workspace' }).click();
  const asked = page.getByRole('dialog', { name: /Use version \d in the workspace/ });
  await expect(asked).toContainText('They do not change until they are recomputed');
  await asked.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByTestId('set-version').first()).toContainText('the workspace');
  await look(page, 'administration-configuration', [page.getByTestId('set-version').first()]);
  // The table fits next to the comparison.
  await page.getByRole('button', { name: /^Compare/ }).click();
  await expect(page.getByTestId('difference')).toHaveCount(1);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const versions = page.getByRole('table', { name: 'Versions' });
    expect(await versions.evaluate(({ parentElement: box }) => (box ? box.scrollWidth - box.clientWidth : Number.NaN))).toBeLessThanOrEqual(
      0,
    );
  }
  await look(page, 'administration-configuration-compared', [page.getByTestId('set-version').last()]);
  await section(page, 'Audit').click();
  await expect(page.getByTestId('act').filter({ hasText: 'configuration-chosen' })).toHaveCount(1);
  await expect(page.getByTestId('act').filter({ hasText: 'configuration-added' })).toHaveCount(1);
});

test("own values of a site join the sources from a table, are activated, and judge the site's studies", async ({ page, newBrowser }) => {
  test.slow();
  const [mean, sd] = [62, 5];
  const table = [
    'row,quantity,image_type,measurement,data_type,unit,mean,sd',
    `own.ef,ejection fraction,4-chamber 2D,EF,adult,%,${mean},${sd}`,
  ].join('\n');
  await administer(page);
  await section(page, 'Configuration').click();
  await page.getByRole('button', { name: /^Reference values/ }).click();
  const choose = (name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose('Own clinic 2026.csv', table.replace(`,${mean},`, ',sixty,'));
  await expect(page.getByText('mean is sixty, which is not a number')).toBeVisible();
  await choose('Own clinic 2026.csv', table);
  await expect(page.getByText('Contract and engine found no faults')).toBeVisible();
  await expect(page.getByTestId('difference')).toHaveCount(1);
  await page.getByRole('button', { name: 'Store as the next version' }).click();
  await page.getByRole('button', { name: 'Use in the workspace' }).click();
  await expect(page.getByTestId('set-version').first()).toContainText('the workspace');

  await section(page, 'Projects').click();
  await page.getByRole('button', { name: /Demo cycles adult/ }).click();
  await page.getByRole('button', { name: /^Reference values/ }).click();
  const panel = page.getByRole('complementary', { name: 'Reference values' });
  await panel.getByRole('textbox', { name: 'Search measurement or source' }).fill('own clinic');
  const fraction = panel.getByRole('region', { name: 'Sources of EF, 4-chamber 2D' });
  await expect(fraction).toContainText('own values');
  await fraction
    .locator('div', { has: page.getByRole('radio', { name: 'Own clinic 2026' }) })
    .getByRole('switch')
    .check();
  await fraction.getByText('Own clinic 2026').click();
  await look(page, 'administration-own-references', [panel]);
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText(/Demo cycles adult was saved as version 2/)).toBeVisible();

  const reader = await (await newBrowser()).newPage();
  await enter(reader, 'editor@demo');
  await openStudy(reader, 'Demo cycles adult', 'C01');
  await reader.getByRole('link', { name: 'Report', exact: true }).click();
  const judged = reader
    .getByTestId('report-value')
    .filter({ has: reader.getByText('EF', { exact: true }) })
    .filter({ hasText: '4-chamber 2D' });
  await expect(judged.getByTestId('standing')).toContainText('Own clinic 2026');
  const z = (Number(await judged.locator('strong').textContent()) - mean) / sd;
  await expect(judged.getByTestId('standing')).toContainText(`z ${z.toFixed(1).replace('-', '−')}`);
});

test('people, jobs and storage as they look; a test user is made and unmade, and everything stored is read back', async ({ page }) => {
  test.slow();
  await administer(page);
  await section(page, 'People').click();
  await page.getByRole('button', { name: 'reviewer@demo' }).click();
  await look(page, 'administration-people', [page.getByRole('complementary', { name: 'reviewer@demo' })]);
  // Admin is a role of the whole workspace; any other can be assigned for one project.
  await page.getByRole('button', { name: 'Assign role' }).click();
  const choose = async (role: string) => {
    await page.getByRole('combobox', { name: 'Role', exact: true }).click();
    await page.getByRole('option', { name: role, exact: true }).click();
  };
  const where = page.getByRole('combobox', { name: 'Where' });
  await choose('Editor');
  await expect(where).toBeEnabled();
  await choose('Admin');
  await expect(where).toBeDisabled();
  await expect(where).toHaveValue('In the whole workspace');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  const asked = page.getByRole('dialog', { name: 'Disable reviewer@demo?' });
  await expect(asked).toContainText('lose their reviewer');
  await look(page, 'administration-people-asked', [asked]);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await section(page, 'Jobs').click();
  await expect(page.getByText('No jobs yet.')).toBeVisible();
  await section(page, 'Storage').click();
  await page.getByRole('button', { name: 'Check all objects now' }).click();
  await expect(page.getByText('all objects are intact')).toBeVisible({ timeout: 30_000 });
  await look(page, 'administration-storage', [page.getByRole('region', { name: 'Integrity check' })]);
});

test('no other role opens the administration: the page names the next step, and leads back', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  for (const name of ['projects', 'people', 'configuration', 'jobs', 'storage', 'audit']) {
    await page.goto(`/administration/${name}`);
    await expect(page.getByText('this page needs the role Admin. Ask an administrator for it.')).toBeVisible();
    await page.waitForURL(/\/studies/);
  }
});

test('a project with a long name: the field that is too long is named, and no control leaves the page', async ({ page }) => {
  await administer(page);
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Name to show').fill('Long name '.repeat(30));
  await expect(dialog).toContainText('At most 256 characters: 43 too many');
  await expect(dialog.getByRole('button', { name: 'Create project' })).toBeDisabled();
  const name = 'Cohort'.repeat(40);
  await dialog.getByLabel('Name to show').fill(name);
  await dialog.getByLabel('Key').fill('k'.repeat(70));
  await expect(dialog).toContainText('At most 64 characters: 6 too many');
  await dialog.getByLabel('Key').fill('long-name');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  const fits = async (): Promise<void> => {
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  };
  await expect(page.getByRole('button', { name: 'New project' })).toBeInViewport({ ratio: 1 });
  await fits();
  await look(page, 'administration-long-name', [page.getByRole('button', { name: 'New project' })]);
  // A member of such a project.
  await page.route(/users\/get\//, async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as { projects: { name_to_show: string }[] };
    const [first, ...others] = user.projects;
    await route.fulfill({ response: answer, json: { ...user, projects: [{ ...first, name_to_show: name }, ...others] } });
  });
  await page.goto('/studies');
  const tabs = page.getByRole('tablist', { name: 'Projects' });
  await tabs.getByRole('tab').first().click();
  await expect(tabs.getByRole('tab', { selected: true })).toContainText('CohortCohort');
  expect((await tabs.getByRole('tab', { selected: true }).boundingBox())?.width).toBeLessThanOrEqual(280);
  await fits();
});
