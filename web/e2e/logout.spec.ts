/** A logout clears the person's data in the browser, and no other person's. */
import type { Page } from '@playwright/test';
import { enter, expectPicture, expectSaved, label, openStudy, savedChip, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** Who has gestures in the journal of this browser; null without a journal. */
const peopleKept = (page: Page): Promise<string[] | null> =>
  page.evaluate(async () => {
    const name = 'echometry-journal';
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return null;
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const request = indexedDB.open(name);
      // It was being removed while its name was still listed: nothing is made in its place.
      request.onupgradeneeded = () => {
        request.transaction?.abort();
        resolve(null);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('The journal does not open'));
    });
    if (database === null) return null;
    const records = await new Promise<{ user: string }[]>((resolve) => {
      const request = database.transaction('gestures').objectStore('gestures').getAll();
      request.onsuccess = () => resolve(request.result as { user: string }[]);
    });
    database.close();
    return [...new Set(records.map(({ user }) => user))].sort();
  });

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/login/);
}

test('a logout leaves the unsent work of other people and removes one’s own', async ({ page, context, faults }) => {
  // Each of four saves is tried several times before it counts as not sent.
  test.slow();
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  let cut = true;
  await context.route('**/analysis/update', (route) => (cut ? route.abort('internetdisconnected') : route.continue()));

  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A02');
  const address = page.url();
  await label(page, 'View', 'A4C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });

  // Another person at the same browser, as after a session that ended.
  await enter(page, 'editor2@demo');
  await openStudy(page, 'Demo adult', 'A03');
  await label(page, 'View', 'A2C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  expect(await peopleKept(page)).toEqual(['editor2@demo', 'editor@demo']);
  await logout(page);
  expect(asked.filter((text) => text.includes('could not be sent'))).toHaveLength(1);
  expect(await peopleKept(page)).toEqual(['editor@demo']);
  expect(await page.evaluate(() => localStorage.getItem('echometry.login'))).toBeNull();

  // The remaining work is there for its owner, and is sent.
  cut = false;
  await enter(page, 'editor@demo');
  await page.goto(address);
  await expectPicture(page);
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/A4C/);
  await expectSaved(page);
  await logout(page);
  expect(await peopleKept(page)).toBeNull();
});
