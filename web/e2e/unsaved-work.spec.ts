/** Work that has not reached the server: a crash, a lost network, an ended session, another person at the same browser. */
import type { Page } from '@playwright/test';
import { JOURNAL_DATABASE } from '../src/study/store/journal.ts';
import { expect, test } from './support/test.ts';
import {
  chooseImage,
  chooseProject,
  enter,
  expectPicture,
  expectSaved,
  label,
  openStudy,
  revoke,
  rowOf,
  savedChip,
  thumbnails,
} from './support/steps.ts';

const SAVES = '**/analysis/update';
/** Gestures that are on the disk of this browser (docs/contracts.md#journal). */
const journalled = (page: Page): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const count = database.transaction('gestures').objectStore('gestures').count();
          count.addEventListener('success', () => {
            database.close();
            resolve(count.result);
          });
        });
      }),
    JOURNAL_DATABASE,
  );

test('a tab that is killed in mid-edit loses nothing older than a second', async ({ context, page, faults, newBrowser }) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo pediatric', 'P02');
  const address = page.url();
  // A switch instead of taking the route away, which would ask the dead tab too.
  let cut = true;
  await context.route(SAVES, (route) => (cut ? route.abort('internetdisconnected') : route.continue()));
  await label(page, 'View', 'A4C');
  await label(page, '2D type', '4-chamber 2D');
  await chooseImage(page, 3);
  await label(page, 'View', 'PSAX mid');
  await expect.poll(() => journalled(page)).toBe(3);

  // The renderer dies at once: no event of leaving runs, nothing is flushed.
  const again = await context.newPage();
  const crashed = page.waitForEvent('crash');
  const protocol = await context.newCDPSession(page);
  protocol.send('Page.crash').catch(() => undefined);
  await crashed;

  // Still cut off: the page shows what was kept, and reports that the server does not have it.
  await again.goto(address);
  await expectPicture(again);
  await expect(thumbnails(again).nth(0)).toHaveAccessibleName(/A4C · 4-chamber 2D/);
  await expect(thumbnails(again).nth(2)).toHaveAccessibleName(/PSAX mid/);
  await expect(again.getByText('Restored 3 unsaved changes from this browser.')).toBeVisible();
  await expect(savedChip(again)).toContainText('Offline, 3 changes kept here', { timeout: 15_000 });

  cut = false;
  await savedChip(again).click();
  await expectSaved(again);

  // And it is on the server for others.
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await openStudy(other, 'Demo pediatric', 'P02');
  await expect(thumbnails(other).nth(0)).toHaveAccessibleName(/A4C · 4-chamber 2D/);
  await expect(thumbnails(other).nth(2)).toHaveAccessibleName(/PSAX mid/);
});

test('offline: changes are counted and kept, then saved automatically', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F04');
  await page.route(SAVES, (route) => route.abort('internetdisconnected'));
  await label(page, 'View', 'Apical 4C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  await label(page, '2D type', '4-chamber 2D');
  await expect(savedChip(page)).toContainText('Offline, 2 changes kept here', { timeout: 15_000 });
  await page.unroute(SAVES);
  await expect(savedChip(page)).toHaveAttribute('data-state', 'saved', { timeout: 20_000 });
  await page.reload();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C · 4-chamber 2D/);
});

test('work that was left unsent by the address bar is shown in the list, and sent from there', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F02');
  await chooseImage(page, 2);
  await page.route(SAVES, (route) => route.abort('internetdisconnected'));
  await label(page, 'View', 'Apical 4C');
  await expect.poll(() => journalled(page)).toBeGreaterThan(0);
  await page.goto('/studies');
  await chooseProject(page, 'Demo fetal');
  const unsent = rowOf(page, 'F02').getByTestId('unsent');
  await expect(unsent).toContainText('Unsent changes in this browser', { timeout: 15_000 });
  await page.unroute(SAVES);
  // The page sends it in the background too: whichever comes first.
  await unsent
    .getByRole('button', { name: 'Send' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await expect(unsent).toHaveCount(0, { timeout: 20_000 });
  expect(await journalled(page)).toBe(0);
  await openStudy(page, 'Demo fetal', 'F02');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Apical 4C/);
  // Other journeys find the image without labels.
  await chooseImage(page, 2);
  await label(page, 'View', 'None');
  await expectSaved(page);
});

test('a network that is lost for a minute: the page shows it, keeps what is changed, and saves as soon as it is back', async ({
  page,
  context,
  faults,
  newBrowser,
}) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await enter(page, 'editor2@demo');
  await openStudy(page, 'Demo pediatric', 'P03');
  await context.setOffline(true);
  await label(page, 'View', 'A4C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  // Its tries continue for the minute, and nothing is given up.
  await page.clock.runFor(60_000);
  await label(page, '2D type', '4-chamber 2D');
  await expect(savedChip(page)).toContainText('Offline, 2 changes kept here', { timeout: 15_000 });
  await context.setOffline(false);
  // The next automatic try would be ten seconds later.
  await expectSaved(page);

  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor@demo');
  await openStudy(other, 'Demo pediatric', 'P03');
  await expect(thumbnails(other).nth(0)).toHaveAccessibleName(/A4C · 4-chamber 2D/);
});

test('a session that ends in mid-edit keeps the work until the person is back', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 401/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F02');
  await revoke(page);
  await label(page, 'View', 'Apical 4C');
  await expect(savedChip(page)).not.toHaveAttribute('data-state', 'saved');
  await expect.poll(() => journalled(page)).toBe(1);
  await page.reload();
  await page.waitForURL(/\/login/);

  await page
    .getByRole('main')
    .getByRole('button', { name: /\beditor@demo / })
    .click();
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C/);
  await expectSaved(page);
});

test('kept work stays hidden from another user of the browser, and is not saved in their name', async ({ page, faults, newBrowser }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 401/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F02');
  await chooseImage(page, 2);
  await revoke(page);
  await label(page, 'View', 'Umbilical cord');
  await expect(savedChip(page)).not.toHaveAttribute('data-state', 'saved');
  await page.getByRole('dialog', { name: 'Your session has ended' }).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/login/);
  await page
    .getByRole('main')
    .getByRole('button', { name: /\beditor2@demo / })
    .click();
  await openStudy(page, 'Demo fetal', 'F02');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName('Image 2: not labelled');

  const elsewhere = await (await newBrowser()).newPage();
  await enter(elsewhere, 'editor2@demo');
  await openStudy(elsewhere, 'Demo fetal', 'F02');
  await expect(thumbnails(elsewhere).nth(1)).toHaveAccessibleName('Image 2: not labelled');
});
