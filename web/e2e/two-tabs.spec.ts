/** Two tabs of one person on one study: nothing of either is lost, and the person decides where both changed the same image. */
import type { Page } from '@playwright/test';
import { viewOf } from './support/picture.ts';
import { expect, test } from './support/test.ts';
import { canvas, chooseImage, enter, expectPicture, expectSaved, label, openStudy, savedChip, thumbnails } from './support/steps.ts';

test('two tabs of one editor: other images merge, the same image asks, and what one tab keeps survives the saves of the other', async ({
  page,
  context,
  faults,
}) => {
  test.slow();
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A02');
  const address = page.url();
  const second = await context.newPage();
  await second.goto(address);
  await expectPicture(second);

  await label(page, 'View', 'A4C');
  await expectSaved(page);
  await chooseImage(second, 2);
  await label(second, 'View', 'PSAX mid');
  await expectSaved(second);
  await expect(thumbnails(second).nth(0)).toHaveAccessibleName(/A4C/);

  await chooseImage(page, 3);
  await label(page, 'View', 'A4C');
  await expectSaved(page);
  await chooseImage(second, 3);
  await label(second, 'View', 'A5C');
  await expect(second.getByText('In another tab you changed image 3 too')).toBeVisible();
  await second.getByRole('button', { name: 'Keep mine: A5C' }).click();
  await expectSaved(second);

  // The first tab keeps a change the server does not get, while the second one saves; then the first tab dies.
  await context.route('**/analysis/update', (route) =>
    route.request().frame().page() === page ? route.abort('internetdisconnected') : route.continue(),
  );
  await chooseImage(page, 2);
  await label(page, 'View', 'A2C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  await chooseImage(second, 1);
  await label(second, 'View', 'PLAX');
  await expectSaved(second);
  const crashed = page.waitForEvent('crash');
  (await context.newCDPSession(page)).send('Page.crash').catch(() => undefined);
  await crashed;

  await second.reload();
  await expect(thumbnails(second).nth(1)).toHaveAccessibleName(/A2C/);
  await expect(thumbnails(second).nth(2)).toHaveAccessibleName(/A5C/);
  await expect(thumbnails(second).nth(0)).toHaveAccessibleName(/PLAX/);
  await expectSaved(second);
});

/** A window of 1440 x 900, and the same at a zoom of 200 %: half as many CSS pixels each way. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
] as const;

/** Where the canvas is, and the picture on it. */
const placeOf = async (page: Page) => ({ canvas: await canvas(page).boundingBox(), picture: await viewOf(page) });

/** True once the page has settled at a new size: a few animation frames later, everything is at the same place. */
async function isStill(page: Page): Promise<boolean> {
  const before = JSON.stringify(await placeOf(page));
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))),
  );
  return JSON.stringify(await placeOf(page)) === before;
}

test('the question of a conflict moves nothing: the picture stays where it is, at 200 % too', async ({ page, context }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A03');
  const second = await context.newPage();
  await second.goto(page.url());
  await expectPicture(second);
  const question = second.getByText('In another tab you changed image 2 too');
  const places = async () => {
    const found = [];
    for (const size of WINDOWS) {
      await second.setViewportSize(size);
      await expect.poll(() => isStill(second)).toBe(true);
      found.push(await placeOf(second));
    }
    return found;
  };
  await chooseImage(page, 2);
  await chooseImage(second, 2);
  const before = await places();
  await second.setViewportSize(WINDOWS[0]);

  await label(page, 'View', 'A4C');
  await expectSaved(page);
  await label(second, 'View', 'A5C');
  await expect(question).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(question).toBeVisible();
  await second.getByRole('button', { name: /^Take theirs/ }).click();
  await expect(question).toHaveCount(0);
  expect(await places()).toEqual(before);
});
