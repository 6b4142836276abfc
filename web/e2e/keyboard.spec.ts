/** The job without a mouse, and shortcuts that pause during typing. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { canvas, chooseImage, enter, expectPicture, expectSaved, openStudy, rows, select, thumbnails } from './support/steps.ts';

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('sign-in, list, preview, label and save only by keyboard', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /\beditor2@demo / })).toBeVisible();
  await tabTo(page, /editor2@demo /);
  await page.keyboard.press('Enter');
  // One role, and nothing to choose.
  await page.waitForURL(/\/studies/);
  await expect(rows(page).first()).toBeVisible();
  await tabTo(page, /^Demo adult/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Demo adult' })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page).first()).toBeVisible();

  // '/' goes to the search, where keys are letters; Enter leaves it.
  await page.keyboard.press('/');
  await page.keyboard.type('A02');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Search patient by ID' })).not.toBeFocused();
  // The older of the two stands second; the newest has no labels yet.
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/preview/);
  await expect(thumbnails(page)).toHaveCount(3);
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'DONE 2/3' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'DONE 3/3' })).toBeVisible();
  await tabTo(page, /^DONE/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/selection/);
  await expectPicture(page);

  await page.keyboard.press('ArrowDown');
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, /^View: /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('A5C');
  await expect(page.getByRole('option').first()).toHaveText(/A5C/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Image 2: A5C/);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await page.keyboard.press('n');
  await expect(thumbnails(page).nth(2)).toHaveAttribute('aria-pressed', 'true');
});

test('keys do nothing while typing or in a dialog', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /\bviewer@demo / }).click();
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await rows(page).filter({ hasText: 'A01' }).click();
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
  const frame = page.getByTestId('frame-number');
  await page.keyboard.press('ArrowRight');
  await expect(frame).toHaveText('2');

  await page.keyboard.press('i');
  const filter = page.getByRole('textbox', { name: 'Filter elements' });
  await filter.click();
  await page.keyboard.type('rows i');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await expect(filter).toHaveValue('rows i');
  await expect(frame).toHaveText('2');
  await page.getByRole('button', { name: 'Close metadata' }).click();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(frame).toHaveText('2');
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(frame).toHaveText('3');
});

/** Everything that is a key of some page: letters, digits, signs and the keys that remove, undo and save. */
const PAGE_KEYS = [...'lvmtpfdserkaynoqwubcxz1/*', 'Shift+R', 'Control+z', 'Delete'];

/** The address and the labels of the images, which keys of the page would change. */
const stateOf = async (page: Page) => ({
  url: page.url(),
  images: await page
    .getByTestId('thumbnail')
    .evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute('aria-pressed')}`)),
});

const PAGES = ['selection', 'overview', 'cycletiming', 'segmentation', 'reference', 'measurements', 'preview', 'studies'];
/** Parameters that pages add to their address soon after they open. */
const ADDED_PARAMETER = new Map([
  ['reference', /[?&]image=/],
  ['studies', /[?&]project=/],
]);

test('an open menu owns the keyboard: on every page, with every menu', async ({ page }) => {
  test.slow();
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  const address = new URL(page.url());
  let opened = 0;
  for (const name of PAGES) {
    await page.goto(name === 'studies' ? '/studies' : `/${name}${address.search}`);
    await page.waitForLoadState('networkidle');
    const named = ADDED_PARAMETER.get(name);
    if (named) await expect(page).toHaveURL(named);
    const menus = page.locator('button[aria-haspopup]:visible:enabled, [role=button][aria-haspopup]:visible');
    const count = await menus.count();
    for (let index = 0; index < count; index += 1) {
      const before = await stateOf(page);
      await menus.nth(index).click();
      const open = page.locator('[role=menu]:visible, [role=listbox]:visible, [role=dialog]:visible');
      await expect(open.first()).toBeVisible();
      for (const key of PAGE_KEYS) await page.keyboard.press(key);
      await expect(open.first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(open).toHaveCount(0);
      expect(await stateOf(page), `${name}, menu ${index + 1}`).toEqual(before);
      opened += 1;
    }
  }
  expect(opened).toBeGreaterThan(15);
});

test('letters typed into the list of views search it, and reach no other label', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A01');
  const before = await thumbnails(page).first().textContent();
  for (const name of ['View', '2D type', 'M-Mode type', 'Doppler type']) {
    await select(page, name).click();
    await page.keyboard.type('lv m');
    await expect(page.getByPlaceholder(`Search ${name}`)).toHaveValue('lv m');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
  expect(await thumbnails(page).first().textContent()).toBe(before);
});

test('T opens the types of the modality in the file, and finds those of all modalities', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A04');
  // The images of this study have no labels; the third is a Doppler strip.
  await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
  await page.keyboard.press('t');
  await expect(page.getByPlaceholder('Search 2D type')).toBeFocused();
  await page.keyboard.type('mitral inflow');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(select(page, 'Doppler type')).toContainText('Mitral inflow');

  // A view that does not go with the type is marked, and can be chosen.
  await page.keyboard.press('v');
  await page.keyboard.type('not a view of');
  await expect(page.getByRole('option').first()).toBeVisible();
  const view = (await page.getByRole('option').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(select(page, 'View')).toContainText(view.replace(/not a view of.*/, ''));
  await chooseImage(page, 1);
});
