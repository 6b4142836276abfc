/** The frame of the product: header, tabs, user menu, terms, manual, routes and their responses. */
import { readFile } from 'node:fs/promises';
import type { StudyListQuery } from '@echometry/contract/records/study-list.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { pageOfList } from '@echometry/contract/rules/study-list.ts';
import { expect, test } from './support/test.ts';
import { chooseImage, chooseProject, chooseRole, enter, openStudy, rowOf, rows, savedChip, signIn, thumbnails } from './support/steps.ts';

/** Longer than any menu waits before it closes after the pointer. */
const LEFT_FOR_MS = 1000;

test('the header is 55 px high, names the version, and its logo leads to the list', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  const header = page.getByRole('banner').first();
  expect((await header.boundingBox())?.height).toBe(55);
  await expect(header.getByText('2025-07-22')).toBeVisible();
  await expect(header).toContainText('Cardiac ultrasound research');
  // Lists have icons and no tabs.
  await expect(header.getByRole('navigation', { name: 'Pages of the study' })).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Patient list' })).toHaveAttribute('aria-current', 'page');
  await expect(header.getByRole('button', { name: 'Download studies list' })).toBeVisible();

  await openStudy(page, 'Demo adult', 'A04');
  await expect(header).toContainText(/patient A04\s*date \d{4}-\d{2}-\d{2}/);
  await expect(savedChip(page)).toHaveCount(0);
  await expect(header.getByText('Read-only')).toBeVisible();
  await header.getByRole('link', { name: /to the studies list/ }).click();
  await page.waitForURL(/\/studies/);
});

test('tabs carry the study in their query, encoded', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A04');
  const tab = await page.getByRole('navigation').getByRole('link', { name: 'Preview' }).getAttribute('href');
  const query = new URLSearchParams(tab?.split('?')[1]);
  expect(tab?.startsWith('/preview?')).toBe(true);
  expect([...query.keys()].sort()).toEqual(
    expect.arrayContaining(['data_type', 'patient_id', 'patient_id_show', 'project', 'study_date', 'study_id']),
  );
  expect(query.get('patient_id_show')).toBe('A04');
  expect(query.get('data_type')).toBe('adult');
  // The selected image goes along, and is there again on the way back.
  await chooseImage(page, 3);
  const name = (await thumbnails(page).nth(2).getAttribute('data-filename')) ?? '';
  const preview = page.getByRole('navigation').getByRole('link', { name: 'Preview' });
  await expect(preview).toHaveAttribute('href', /[?&]image=/);
  await preview.click();
  await page.getByRole('button', { name: /^DONE/ }).click();
  await page.waitForURL(/\/selection.*[?&]image=/);
  await expect(page.locator(`[data-testid=thumbnail][data-filename="${name}"]`)).toHaveAttribute('aria-pressed', 'true');
});

test('another tab of the study keeps the header and leaves the keyboard to its page, after a click and after a key', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A04');
  const header = await page.getByRole('banner').first().elementHandle();
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const atPage = async (address: RegExp) => {
    await page.waitForURL(address);
    expect(await header?.evaluate((element) => element.isConnected)).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
  };
  await tab('Overview').click();
  await atPage(/\/overview/);
  await expect(tab('Overview')).toHaveAttribute('aria-current', 'page');
  await tab('Report').focus();
  await page.keyboard.press('Enter');
  await atPage(/\/measurements/);
  await page.goBack();
  await atPage(/\/overview/);
});

test('the user menu opens on hover and by keyboard, and shows who is here in which role', async ({ page, context }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.getByRole('button', { name: /User menu/ }).hover();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Demo Viewer');
  await expect(menu).toContainText('viewer@demo');
  await expect(menu.getByRole('menuitem')).toHaveText(['Change user role', 'Open user manual', 'Read Terms of use', 'Settings', 'Logout']);
  await page.mouse.move(300, 600);
  await expect(menu).toHaveCount(0);

  // A click keeps it; Escape closes it and gives the focus back; arrow keys walk it.
  const button = page.getByRole('button', { name: /User menu/ });
  await page.clock.install();
  await button.click();
  await page.mouse.move(300, 600);
  await page.clock.runFor(LEFT_FOR_MS);
  await expect(menu).toBeVisible();
  // Until the menu has the focus, the button has it from the click, and a clicked button leaves Enter to the page.
  await expect(menu.locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  // The menu takes the focus a moment after it is there.
  await expect(menu.locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Open user manual' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Change user role' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.getByRole('button', { name: /User menu/ }).focus();
  await page.keyboard.press('Enter');
  await menu.getByRole('menuitem', { name: 'Read Terms of use' }).press('Enter');
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await expect(terms.getByRole('tab')).toHaveText(['Terms of use', 'Privacy policy', 'Cookie policy']);
  await expect(terms).toContainText('18 years old or over');
  await expect(terms).toContainText('30 days before');
  await expect(terms).toContainText('7 days of notice');
  await expect(terms).toContainText('Version 20240627');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /User menu/ }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Open user manual' }).click();
  const manual = await opened;
  await expect(manual.getByRole('heading', { level: 1 })).toContainText('manual');
  for (const picture of await manual.locator('img').all()) {
    await expect.poll(async () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await manual.close();

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Change user role' }).click();
  await page.waitForURL(/\/user-page\?stay=true/);
  await expect(page.getByRole('heading', { name: 'Login as:' })).toBeVisible();
});

test('roles: name, description and colour; only those whose page exists; each lands on its page', async ({ page }) => {
  await signIn(page, 'viewer@demo');
  // A person with one role goes straight to its landing page; the choice is there on request.
  await page.waitForURL(/\/studies/);
  await page.goto('/user-page?stay=true');
  const role = page.getByRole('button', { name: /^Viewer/ });
  await expect(role).toContainText('Reads the content of others without changing it.');
  expect(
    await role
      .locator('span')
      .first()
      .evaluate((icon) => getComputedStyle(icon).color),
  ).toBe('rgb(99, 230, 190)');
  await chooseRole(page, 'Viewer');
  expect(new URL(page.url()).pathname).toBe('/studies');
  expect(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('echometry.login') ?? '{}') as object).sort())).toEqual(
    expect.arrayContaining(['createdAt', 'email', 'family_names', 'name', 'token', 'user_roles', 'user_type']),
  );
  // A stored role leads onward at once; with stay the choice is shown again.
  await page.goto('/user-page');
  await page.waitForURL(/\/studies/);
  await page.goto('/user-page?stay=true');
  await expect(role).toBeVisible();
});

test('a row that is pressed while the rows of a search arrive opens that row', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await chooseProject(page, 'Demo adult');
  // The last row moves up when the others leave.
  const pressed = rows(page).last();
  const patient = (await pressed.getByRole('cell').nth(1).innerText()).trim();
  await pressed.getByRole('cell').first().hover();
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    void page.route('**/studies/get', async (route) => {
      resolve();
      await new Promise<void>((go) => (answer = go));
      await route.continue();
    });
  });
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill(patient);
  await asked;
  await page.mouse.down();
  const arrived = page.waitForResponse(/studies\/get/);
  answer();
  await (await arrived).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.mouse.up();
  await page.waitForURL(new RegExp(`/(preview|selection).*patient_id_show=${patient}`));
});

test('the project switcher marks the current project and resets the search', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await chooseProject(page, 'Demo adult');
  expect(new URL(page.url()).searchParams.get('project')).toBe('demo-adult');
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill('A04');
  await expect(rows(page)).toHaveCount(1);
  await chooseProject(page, 'Demo fetal');
  await expect(page.getByRole('textbox', { name: 'Search patient by ID' })).toHaveValue('');
  await page.goto('/studies?project=demo-pediatric');
  await expect(page.getByRole('tab', { name: 'Demo pediatric' })).toHaveAttribute('aria-selected', 'true');
});

test('the list: step dots open their page by the rule, open and validated rows are marked, it is downloaded as CSV', async ({ page }) => {
  await enter(page, 'editor@demo');
  await chooseProject(page, 'Demo adult');
  // Nothing is done in the second study of A02: the first step is quality, and selected waits for it; in A04 quality is done.
  await expect(rowOf(page, 'A02').and(page.locator('[data-open=false]')).getByRole('button', { name: 'selected' })).toHaveCount(0);
  await expect(rowOf(page, 'A04').getByRole('button', { name: 'selected' })).toBeEnabled();
  await expect(rowOf(page, 'A01')).toHaveAttribute('data-validated', 'true');
  await expect(rowOf(page, 'A01')).toContainText('1 reviewer');
  await expect(rowOf(page, 'A04')).toHaveAttribute('data-validated', 'false');
  await expect(rows(page).and(page.locator('[data-open=true]'))).toContainText('Another editor is working in this study');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download studies list' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('demo-adult_studies-list.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('"PATIENT_ID","STUDY_DATE"');
  expect(lines).toHaveLength(6);
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
      .sort((a, b) => a.localeCompare(b)),
  ).toEqual(['"A01"', '"A02"', '"A02"', '"A03"', '"A04"']);

  await rowOf(page, 'A04').getByRole('button', { name: 'selected' }).click();
  await page.waitForURL(/\/selection\?.*studies=true/);
});

/** Time the server of the next journey takes for a page that a person no longer waits for, in ms. */
const LATE_MS = 1500;

test('a list of two thousand studies comes page by page, and a page that comes late is dropped', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  const asked: string[] = [];
  await page.route('**/studies/get', async (route) => {
    const { list } = route.request().postDataJSON() as { list: StudyListQuery };
    const answer = (await (
      await route.fetch({ postData: { ...route.request().postDataJSON(), list: { offset: 0, limit: 1 } } })
    ).json()) as {
      studies: StudyRow[];
    };
    const [first] = answer.studies;
    const all = Array.from({ length: 2000 }, (_, index): StudyRow => ({
      ...first!,
      study_id: `${index + 1}_20240305`,
      patient: index + 1,
      patient_show: `P-${(index * 7919) % 2000}`,
    }));
    const { rows: studies, list: summary } = pageOfList(all, list, { role: 'Viewer', email: 'viewer@demo' });
    const text = list.search?.text ?? '';
    asked.push(text);
    if (text === 'p-1') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    // The page may have asked for another one meanwhile.
    await route.fulfill({ json: { studies, list: summary } }).catch(() => undefined);
  });
  await chooseProject(page, 'Demo adult');
  await expect(page.getByText('2000 studies')).toBeVisible();
  const before = await rows(page).first().textContent();
  const box = page.getByRole('textbox', { name: 'Search patient by ID' });
  await box.fill('p-1');
  await expect.poll(() => asked.at(-1)).toBe('p-1');
  // Rows stay until the next ones come.
  expect(await rows(page).first().textContent()).toBe(before);
  await box.fill('p-19');
  await page.getByRole('button', { name: 'Patient', exact: true }).click();
  // P-19, P-190 to P-199, P-1900 to P-1999: numbers in their order, the highest first.
  await expect(page.getByText('111 of 2000 studies')).toBeVisible();
  await expect(rows(page).first()).toContainText('P-1999');
  await page.waitForTimeout(LATE_MS);
  await expect(page.getByText('111 of 2000 studies')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page).first()).not.toContainText('P-1999');
});

test('another browser than Chrome reads the given message', async ({ newBrowser }) => {
  const context = await newBrowser();
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgentData', { get: () => ({ brands: [{ brand: 'Not Chrome', version: '1' }] }) });
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText('WE ONLY SUPPORT GOOGLE CHROME BROWSER FOR NOW THANK FOR YOUR UNDERSTANDING!')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});
