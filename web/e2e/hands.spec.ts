/** Input by mouse, trackpad and keyboard: keys belong to the page, the wheel counts notches, focus is where it helps. */
import type { Page } from '@playwright/test';
import {
  canvas,
  chooseImage,
  enter,
  expectPicture,
  frameNumber,
  label,
  openStudy,
  rowOf,
  savedChip,
  select,
  thumbnails,
} from './support/steps.ts';
import { expect, test } from './support/test.ts';

const play = (page: Page) => page.getByRole('button', { name: /^(Play|Pause)$/ });

test('after the pointer, Space and Enter belong to the page; by Tab a control keeps them', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  await chooseImage(page, 2);
  await chooseImage(page, 1);
  await page.keyboard.press('Space');
  await expect(play(page)).toHaveAccessibleName('Pause');
  await page.keyboard.press('Space');
  await expect(play(page)).toHaveAccessibleName('Play');
  await play(page).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Play (Space)');
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'true');

  // The open popover of brightness has the keys, and Escape closes it.
  await page.getByRole('button', { name: 'Brightness and contrast' }).click();
  await expect(page.getByRole('slider', { name: 'Brightness' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('slider', { name: 'Brightness' })).toHaveCount(0);
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'true');

  // By keyboard the settings give the focus back to what opened them.
  await page.getByRole('button', { name: /User menu/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /User menu/ })).toBeFocused();
});

test('thirty events of a trackpad are one frame, and an image is found again as it was left', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  await canvas(page).hover();
  await canvas(page).evaluate((element) => {
    for (let event = 0; event < 30; event += 1)
      element.dispatchEvent(new WheelEvent('wheel', { deltaY: 4, bubbles: true, cancelable: true }));
  });
  await expect(page.getByTestId('frame-number')).toHaveText('2');
  await page.mouse.wheel(0, 100);
  await expect(page.getByTestId('frame-number')).toHaveText('3');
  await page.keyboard.press('b');
  await page.keyboard.press('+');
  await expect(canvas(page)).toHaveAttribute('data-view', /"scale":1\.35/);
  const view = await canvas(page).getAttribute('data-view');
  await chooseImage(page, 2);
  await expect(page).toHaveURL(/[?&]image=/);
  const second = page.url();
  await chooseImage(page, 1);
  expect(await frameNumber(page)).toBe(3);
  await expect(canvas(page)).toHaveAttribute('data-view', view ?? '');
  // The address follows an image that is looked at for a moment.
  await expect(page).not.toHaveURL(second);
  await page.reload();
  await expectPicture(page);
  await expect(page.getByTestId('frame-number')).toHaveText('3');
});

test('several images are labelled at once, and one undo takes it back', async ({ page }) => {
  await enter(page, 'editor2@demo');
  await openStudy(page, 'Demo fetal', 'F03');
  await thumbnails(page).nth(0).click();
  await thumbnails(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByRole('toolbar').getByText('2 images')).toBeVisible();
  const before = await thumbnails(page).nth(1).textContent();
  await label(page, 'View', 'Apical 4C');
  for (const index of [0, 1]) await expect(thumbnails(page).nth(index)).toHaveAccessibleName(/Apical 4C/);
  await page.keyboard.press('Control+z');
  await expect(thumbnails(page).nth(1)).toHaveText(before ?? '');
});

test('the keys of labels set them on all that are selected', async ({ page }) => {
  await enter(page, 'editor2@demo');
  await openStudy(page, 'Demo fetal', 'F02');
  await thumbnails(page).nth(0).click();
  await thumbnails(page)
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByRole('toolbar').getByText('2 images')).toBeVisible();
  // Not a moment between the keys: what is typed goes into the search, and Enter takes the first match.
  await page.keyboard.type('vApical 4C\n');
  await expect(page.getByRole('option')).toHaveCount(0);
  for (const index of [0, 1]) await expect(thumbnails(page).nth(index)).toHaveAccessibleName(/Apical 4C/);
  await page.keyboard.press('Control+z');
  for (const index of [0, 1]) await expect(thumbnails(page).nth(index)).not.toHaveAccessibleName(/Apical 4C/);
});

test('a list opened by its key has the focus, though the click before it gives the focus back late', async ({ page }) => {
  await enter(page, 'editor2@demo');
  await openStudy(page, 'Demo fetal', 'F02');
  // A machine so busy that what a click puts off to the next picture comes after the next keys.
  await page.evaluate(() => {
    const late: FrameRequestCallback[] = [];
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (callback) => late.push(callback);
    Object.assign(window, {
      catchUp: () => {
        window.requestAnimationFrame = requestAnimationFrame;
        for (const callback of late) requestAnimationFrame(callback);
      },
    });
  });
  await thumbnails(page).nth(1).click();
  await page.keyboard.press('v');
  await page.evaluate(() => (window as unknown as { catchUp: () => void }).catchUp());
  const search = page.getByRole('textbox', { name: 'Search View' });
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  // A list without a search field keeps the arrows too.
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(select(page, 'M-Mode type')).not.toHaveAttribute('data-set', 'false');
  await page.keyboard.press('Control+z');
});

test('Enter on the preview is Done, also after a click on a tile', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A02');
  await page.goto(page.url().replace('/selection', '/preview'));
  const tile = thumbnails(page).first();
  await tile.click();
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await expect(tile).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
  await expect(thumbnails(page)).toHaveCount(1);
});

test('work that the browser cannot write down is shown as NOT kept, and closing asks', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.addInitScript(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function refuse(...args: Parameters<typeof add>) {
      if (this.name === 'gestures') throw new DOMException('The disk is full.', 'QuotaExceededError');
      return add.apply(this, args);
    };
  });
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A03');
  let cut = true;
  await page.route('**/analysis/update', (route) => (cut ? route.abort('internetdisconnected') : route.continue()));
  await label(page, 'View', 'A2C');
  await expect(savedChip(page)).toContainText('NOT kept: 1 change', { timeout: 15_000 });
  await expect(page.getByText('This browser cannot keep your work.')).toBeVisible();
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += dialog.type() === 'beforeunload' ? 1 : 0;
    void dialog.dismiss();
  });
  await page.evaluate(() => {
    window.location.reload();
  });
  await expect.poll(() => asked).toBe(1);
  cut = false;
  await savedChip(page).click();
  await expect(savedChip(page)).toHaveAttribute('data-state', 'saved');
});

test('rows are links and an unknown project is reported', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await expect(rowOf(page, 'A04').getByRole('link', { name: 'A04' })).toHaveAttribute(
    'href',
    /^\/(preview|selection)\?.*patient_id_show=A04/,
  );
  const tab = page.waitForEvent('popup');
  await rowOf(page, 'A04')
    .getByRole('cell')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect((await tab).getByRole('banner')).toContainText('A04');
  expect(new URL(page.url()).pathname).toBe('/studies');
  await expect(page).toHaveTitle(/Studies · Echometry/);
  await page.setViewportSize({ width: 900, height: 700 });
  // A step that cannot be opened yet is part of its row.
  await rowOf(page, 'A04').getByTitle(': open').last().click();
  await page.waitForURL(/\/(preview|selection)\?.*A04/);
  await page.goto('/studies?project=nobody-knows');
  await expect(page.getByText('This project is not known')).toBeVisible();
});
