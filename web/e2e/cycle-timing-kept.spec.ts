/** Cycle timing only by keyboard, through killed tabs, and by two people on one image. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { enter, expectPicture, expectSaved, openStudy, savedChip, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const SAVES = '**/analysis/update';
const STRIP = /Umbilical artery/;

const beats = (page: Page): Locator => page.getByTestId('beat');
const mode = (page: Page, name: string): Promise<void> => expect(page.getByRole('note', { name: `Keys of ${name}` })).toBeVisible();

async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

/** Opens the strip, whose keys work once its scale has come. */
async function openStrip(page: Page): Promise<void> {
  await openStudy(page, 'Demo cycles fetal', 'D02');
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  const image = thumbnails(page).filter({ hasText: STRIP }).first();
  await image.click();
  await expect(image).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
  await ready(page);
}

const ready = (page: Page): Promise<void> =>
  expect(page.getByRole('region', { name: 'Proposals' })).toContainText(/proposed|repeats|by hand/);

/** Marks an onset so many tens of columns further. */
async function onset(page: Page, tens: number): Promise<void> {
  await keys(page, ...Array.from({ length: tens }, () => 'Shift+ArrowRight'), 'Space');
}

/** The renderer dies at once: no event of leaving runs, nothing is flushed. */
async function kill(context: BrowserContext, page: Page): Promise<Page> {
  const address = page.url();
  const again = await context.newPage();
  const crashed = page.waitForEvent('crash');
  const protocol = await context.newCDPSession(page);
  protocol.send('Page.crash').catch(() => undefined);
  await crashed;
  await again.goto(address);
  await expectPicture(again);
  await ready(again);
  return again;
}

test('a strip and a clip are timed only by keyboard', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStrip(page);
  await onset(page, 5);
  await onset(page, 10);
  await expect(beats(page).first()).toContainText('bpm');
  // From here one cycle further each time, and by the proposal of the next onset.
  await keys(page, ']', 'Space', ']', 'Space');
  await expect(beats(page)).toHaveCount(4);
  await keys(page, 'a');
  await expect(beats(page)).toHaveCount(5);
  await keys(page, 'f');
  await mode(page, 'Finished');
  await expect(beats(page)).toHaveCount(4);

  await keys(page, 'ArrowUp');
  await expectPicture(page);
  await mode(page, 'Marking end diastole');
  const frame = page.getByTestId('frame-number');
  const mark = async (number: number, key: string) => {
    await keys(page, 'Shift+ArrowRight');
    await expect(frame).toHaveText(String(number));
    await keys(page, key);
  };
  await keys(page, 'Home');
  await expect(frame).toHaveText('1');
  await mark(11, 'd');
  await mode(page, 'Marking end systole');
  await mark(21, 's');
  await mode(page, 'Marking end diastole');
  await mark(31, 'd');
  await mode(page, 'Marking end systole');
  await mark(41, 's');
  await mode(page, 'Marking end diastole');
  await keys(page, 'f');
  await mode(page, 'Finished');
  await expect(beats(page)).toHaveCount(2);
  await expectSaved(page);
});

test('a tab that is killed while onsets are marked, while they are edited and when they are finished loses no mark', async ({
  context,
  page,
  faults,
}) => {
  test.slow();
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await enter(page, 'editor@demo');
  await openStrip(page);
  let cut = true;
  await context.route(SAVES, (route) => (cut ? route.abort('internetdisconnected') : route.continue()));
  // Marks of the first test are removed.
  await keys(page, 'Shift+r');
  await mode(page, 'Marking onsets');
  await onset(page, 5);
  await onset(page, 10);
  await onset(page, 9);
  await expect(beats(page)).toHaveCount(3);
  await expect(savedChip(page)).toContainText(/Offline, \d changes kept here/, { timeout: 15_000 });

  let again = await kill(context, page);
  await mode(again, 'Marking onsets');
  await expect(beats(again)).toHaveCount(3);
  await keys(again, 'f');
  await mode(again, 'Finished');
  await expect(beats(again)).toHaveCount(2);
  await keys(again, 'e', '[');
  await mode(again, 'Editing');
  const length = await beats(again).last().textContent();
  await keys(again, 'Shift+ArrowLeft');
  await expect(beats(again).last()).not.toHaveText(length ?? '');
  const moved = (await beats(again).last().textContent()) ?? '';
  await expect(savedChip(again)).toContainText(/Offline, \d changes kept here/, { timeout: 15_000 });

  again = await kill(context, again);
  await mode(again, 'Finished');
  await expect(beats(again).last()).toHaveText(moved);
  cut = false;
  await savedChip(again).click();
  await expectSaved(again);
});

test('two editors who timed one strip are asked whose marks count', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  await openStrip(page);
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await openStrip(other);
  await keys(page, 'Shift+r');
  await mode(page, 'Marking onsets');
  await onset(page, 6);
  await onset(page, 10);
  await expectSaved(page);
  // The save meanwhile meets the other work when both marks are there.
  let send = (): void => undefined;
  const placed = new Promise<void>((resolve) => {
    send = resolve;
  });
  await other.route(SAVES, async (route) => {
    await placed;
    await route.continue();
  });
  await keys(other, 'Shift+r');
  await mode(other, 'Marking onsets');
  await onset(other, 20);
  await expect(beats(other)).toHaveCount(1);
  send();
  await expect(savedChip(other)).toHaveAttribute('data-state', 'conflict', { timeout: 15_000 });
  await expect(other.getByRole('button', { name: 'Keep mine: 1 cycle' })).toBeVisible();
  await other.getByRole('button', { name: 'Take theirs: 2 cycles' }).click();
  await expect(beats(other)).toHaveCount(2);
  await expectSaved(other);
  await page.reload();
  await ready(page);
  await expect(beats(page)).toHaveCount(2);
});
