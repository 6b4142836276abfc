/** The kept shell: a page that is loaded again without a network, and its messages about the work kept in the browser. */
import { expect, test } from './support/test.ts';
import { enter, expectPicture, expectSaved, label, openStudy, savedChip, thumbnails } from './support/steps.ts';

const SAVES = '**/analysis/update';

test.use({ serviceWorkers: 'allow' });

test('a reload without a network opens the page and names the content of the journal; with one again the work continues', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F04');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.route(SAVES, (route) => route.abort('internetdisconnected'));
  await label(page, 'View', 'Apical 4C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  const address = page.url();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible({ timeout: 15_000 });
  const kept = page.getByRole('region', { name: 'Kept in this browser' }).getByRole('listitem');
  await expect(kept).toHaveCount(1);
  await expect(kept).toContainText('1 change on 1 image as Editor');

  await context.unroute(SAVES);
  await context.setOffline(false);
  await expectPicture(page);
  expect(page.url()).toBe(address);
  await expectSaved(page);
  // The server has it now: what is loaded from there names it.
  await page.reload();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C/);
});
