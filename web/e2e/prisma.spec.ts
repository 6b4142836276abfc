/** Team reviews of a prisma programme, and the statistics of its data. */
import { look } from './support/look.ts';
import type { Page } from '@playwright/test';
import { clickAt, keys, lineRow } from './support/segmentation.ts';
import { canvas, expectPicture, frameNumber, signIn, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo cycles adult';

/** Calls of a page, by their path. */
function callsOf(page: Page): Set<string> {
  const calls = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.add(new URL(request.url()).pathname.split('/').slice(-2).join('/'));
  });
  return calls;
}

/** Number of records in the databases of this browser, which keep unsent work. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('The database could not be read'));
      });
    let records = 0;
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) records += await done(database.transaction(store).objectStore(store).count());
      database.close();
    }
    return records;
  });

/** Lines are drawn over the picture: it looks different while they are hidden. */
async function expectLinesDrawn(page: Page): Promise<void> {
  const drawn = await canvas(page).screenshot();
  await page.keyboard.down('h');
  await expect.poll(async () => (await canvas(page).screenshot()).equals(drawn)).toBe(false);
  await page.keyboard.up('h');
  await expect.poll(async () => (await canvas(page).screenshot()).equals(drawn)).toBe(true);
}

test('a team sees what it judges: clips that play, lines, values and quality, in the viewer and without a way to edit', async ({
  page,
  faults,
}) => {
  const calls = callsOf(page);
  await signIn(page, 'prisma-review@demo');
  await page.waitForURL(/\/prisma-review/);
  await page.getByRole('tab', { name: PROJECT }).click();
  const card = page.getByRole('region', { name: /^Patient / }).first();
  await expect(card).toBeVisible();
  const images = await card
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: /^Quality by the Editor/ }) })
    .count();
  calls.clear();
  await card.getByRole('link', { name: '4-chamber 2D' }).click();
  await expectPicture(page);
  await expect(thumbnails(page)).toHaveCount(images);
  const shown = thumbnails(page).filter({ hasText: '4-chamber' });
  await expect(shown).toHaveAttribute('aria-pressed', 'true');
  const bar = page.getByRole('toolbar', { name: 'Team review' });
  await expect(bar.getByRole('img', { name: 'Quality by the Editor: Yes' })).toBeVisible();

  // Lines and values, at both events.
  await expect(lineRow(page, 'LV endo').getByLabel('finished')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End diastole' })).toHaveAttribute('aria-pressed', 'true');
  const endDiastole = await frameNumber(page);
  await expectLinesDrawn(page);
  await expect(page.getByTestId('measured').filter({ hasText: 'LV EDV' }).getByTestId('value')).toHaveText(/^\d+\.\d\d$/);
  await expect(page.getByTestId('segmentation-marks').locator('[data-event=end_systole][data-traced=true]').first()).toBeVisible();
  await keys(page, ']');
  await expect(page.getByRole('button', { name: 'End systole' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => frameNumber(page)).toBeGreaterThan(endDiastole);
  await expectLinesDrawn(page);
  await look(page, 'prisma-viewing', [canvas(page), bar, page.getByTestId('lines')]);

  // The clip plays and steps by the keys of every page.
  const before = await frameNumber(page);
  await keys(page, '.');
  await expect.poll(() => frameNumber(page)).toBe(before + 1);
  await keys(page, 'Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => frameNumber(page)).not.toBe(before + 1);
  await keys(page, 'Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();

  // Another image by key, with its quality.
  await keys(page, 'ArrowDown');
  await expect(shown).toHaveAttribute('aria-pressed', 'false');
  await expectPicture(page);
  await keys(page, 'q');
  const quality = page.getByRole('region', { name: 'Quality' });
  await expect(quality.getByRole('group', { name: 'Answers' })).toContainText('Adequate');
  await expect(page.getByRole('region', { name: 'Comments' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Lines' }).click();

  // Nothing edits: no tool, no key, no press on the picture; nothing is sent or kept.
  await expect(page.getByRole('toolbar', { name: 'Tools' })).toHaveCount(0);
  await clickAt(page, { x: 300, y: 300 });
  await keys(page, 'e', 'f', 'r', 'Shift+r', 'a', 'p', 'v', 'y', 'Delete', 'Control+z');
  await expect(lineRow(page, 'LV endo').getByLabel('finished')).toBeVisible();
  expect([...calls].filter((path) => !/\/(?:get|get_urls)$/.test(path))).toEqual([]);
  expect(await kept(page)).toBe(0);
  // The page of a project that hides readers contains no names.
  await expect(bar).toContainText('Reader A on the work of Editor A');
  await expect(page.getByRole('main')).not.toContainText('@');

  // A decided study leaves the list, and the team cannot read it until it is taken back.
  const address = page.url();
  await bar.getByRole('button', { name: 'Exclude study' }).click();
  const decided = page.getByRole('list', { name: 'Decided' });
  await expect(decided).toContainText('Exclude study');
  faults.expect(/400 \(Bad Request\)/);
  const second = await page.context().newPage();
  await second.goto(address);
  await expect(second.getByText('This study does not wait for your team review')).toBeVisible();
  await second.close();
  await decided.getByRole('button', { name: 'Undo' }).click();
  await card.getByRole('link', { name: 'View images' }).click();
  await expectPicture(page);
  await keys(page, 'Escape');
  await expect(card).toBeVisible();
});

test('a team decides about studies that wait for a consensus: one leaves the list, is taken back, and goes back for changes', async ({
  page,
}) => {
  await signIn(page, 'prisma-review@demo');
  await page.waitForURL(/\/prisma-review/);
  const cards = page.getByRole('region', { name: /^Patient / });
  await page.getByRole('tab', { name: PROJECT }).click();
  await expect(cards.first()).toBeVisible();
  const before = await cards.count();
  const first = cards.first();
  const name = (await first.getAttribute('aria-label')) ?? '';
  await expect(first.getByRole('img', { name: /^Quality by the Editor: / }).first()).toBeVisible();
  await expect(first.getByRole('img', { name: /^Quality by the Reviewer: / }).first()).toBeVisible();
  await expect(first.getByRole('button', { name: 'Include study' })).toHaveCount(
    (await first.getByText(/^Not every image has/).count()) === 0 ? 1 : 0,
  );
  await look(page, 'prisma-review', [page.getByRole('banner').first(), page.getByRole('heading', { level: 1 })]);

  await first.getByRole('button', { name: 'Exclude study' }).click();
  await expect(cards).toHaveCount(before - 1);
  const decided = page.getByRole('list', { name: 'Decided' });
  await expect(decided).toContainText('Exclude study');
  await decided.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(cards).toHaveCount(before);

  await page.getByRole('region', { name }).getByRole('button', { name: 'Back for changes' }).click();
  await expect(page.getByRole('region', { name })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('tab', { name: PROJECT })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to user page' }).click();
  await page.waitForURL(/\/user-page\?stay=true/);
});

test('a data manager reads when the data were counted, what they are, and downloads the file', async ({ page }) => {
  // Statistics are made every night, or when the data manager asks for them.
  await signIn(page, 'prisma-data@demo');
  await page.waitForURL(/\/prisma-data/);
  await page.getByRole('tab', { name: PROJECT }).click();
  await expect(page.getByText('Last update: never')).toBeVisible();
  await page.getByRole('button', { name: 'Compute now' }).click();
  await expect(page.getByText(/^Last update: \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+0\)$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statistics of the data' }).getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Anomalies' })).toBeVisible();
  await look(page, 'prisma-data', [page.getByRole('banner').first(), page.getByRole('heading', { level: 1 })]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download statistics' }).click();
  expect((await download).suggestedFilename()).toBe('data_statistics.json');
});
