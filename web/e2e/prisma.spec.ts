/** Team reviews of a prisma programme, and the statistics of its data. */
import { look } from './support/look.ts';
import { signIn } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo cycles adult';

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
