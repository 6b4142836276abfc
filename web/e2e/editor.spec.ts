/** The main job, from sign-in to sign-out, on an untouched study. */
import { expect, test } from './support/test.ts';
import {
  chooseImage,
  chooseRole,
  enter,
  expectPicture,
  expectSaved,
  frameNumber,
  label,
  openStudy,
  rowOf,
  rows,
  savedChip,
  select,
  signIn,
  thumbnails,
} from './support/steps.ts';

test('the list of studies: search and its methods, sort, completed, pages', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, 'editor@demo');
  await chooseRole(page, 'Editor');
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await expect(rows(page)).toHaveCount(5);
  const patients = async () => rows(page).locator('td:nth-child(2)').allTextContents();

  const search = page.getByRole('textbox', { name: 'Search patient by ID' });
  await search.fill('a0');
  await expect(rows(page)).toHaveCount(5);
  await page.getByText('Match', { exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  await search.fill('A02');
  await expect(rows(page)).toHaveCount(2);
  await page.getByText('Start with', { exact: true }).click();
  await search.fill('02');
  await expect(rows(page)).toHaveCount(0);
  await page.getByText('Contain', { exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await search.fill('');

  await page.getByRole('columnheader', { name: 'Patient' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Patient' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending');
  // The old rows stay until the rows in the new order are there.
  await expect.poll(patients).toEqual(['A01', 'A02', 'A02', 'A03', 'A04']);
  await page.getByRole('columnheader', { name: 'Patient' }).getByRole('button').click();
  await expect.poll(patients).toEqual(['A04', 'A03', 'A02', 'A02', 'A01']);

  await page.getByRole('switch', { name: 'Hide completed studies' }).click();
  await expect(rowOf(page, 'A01')).toHaveCount(0);
  await expect(rowOf(page, 'A03')).toHaveCount(1);
  await page.getByRole('switch', { name: 'Hide completed studies' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await expect(rowOf(page, 'A02').getByText('Another editor is working in this study')).toHaveCount(1);
});

test('preview, play, label, reload, and another editor sees it', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await rowOf(page, 'A03').click();
  await page.waitForURL(/\/preview/);

  // Choosing two of three files: the third stays away from the selection.
  await expect(thumbnails(page)).toHaveCount(3);
  await thumbnails(page).nth(0).click();
  await thumbnails(page).nth(1).click();
  await page.getByRole('button', { name: 'DONE 2/3' }).click();
  await page.waitForURL(/\/selection/);
  await expect(page.getByText('2/3 IMAGES SHOWN')).toBeVisible();
  await expect(thumbnails(page)).toHaveCount(2);
  await expectPicture(page);

  // The player.
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await expect(page.getByText(/fps/)).toBeVisible();
  await page.getByRole('button', { name: 'One frame forward' }).click();
  expect(await frameNumber(page)).toBe(2);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByTestId('frame-number')).toHaveText('12');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('frame-number')).toHaveText('11');
  await page.getByRole('slider', { name: 'Frame' }).click({ position: { x: 2, y: 4 } });
  await expect(page.getByTestId('frame-number')).toHaveText('1');
  await play.click();
  await expect(page.getByTestId('achieved-rate')).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByTestId('achieved-rate')).toHaveCount(0);
  await page.getByRole('button', { name: 'Speed' }).click();
  await page.getByRole('menuitem', { name: '0.5×' }).click();
  await expect(page.getByRole('button', { name: 'Speed' })).toContainText('0.5×');
  await page.getByRole('button', { name: 'Loop is on' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await play.click();
  // Without the loop the clip ends on its last frame.
  const last = Number(await page.getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuemax'));
  await expect(page.getByTestId('frame-number')).toHaveText(String(last));
  await expect(play).toBeVisible();

  // Metadata.
  await page.keyboard.press('i');
  const metadata = page.getByRole('complementary', { name: 'Metadata' });
  await expect(metadata.getByText('JPEG Baseline').or(metadata.getByText('YBR_FULL_422, 8 bit')).first()).toBeVisible();
  await metadata.getByRole('textbox', { name: 'Filter elements' }).fill('FrameTime');
  await expect(metadata.getByText('(0018,1063)')).toBeVisible();
  await page.getByRole('button', { name: 'Close metadata' }).click();

  // Labels.
  await label(page, 'View', 'A4C');
  await label(page, '2D type', /4-chamber 2D|4-chamber/);
  const reference = page.getByRole('button', { name: 'Reference', exact: true });
  // The first image of a type becomes its reference automatically.
  await expect(reference).toHaveAttribute('aria-pressed', 'true');
  await reference.click();
  await expect(reference).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('*');
  await expect(reference).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Labels/ }).click();
  const category = page.getByRole('dialog').locator('select').first();
  const choice = await category.locator('option').nth(1).textContent();
  await category.selectOption({ index: 1 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Labels/ })).toContainText('1 set');
  await expectSaved(page);

  const shown = async () => {
    await expectPicture(page);
    await expect(thumbnails(page).first()).toHaveAccessibleName(/A4C · 4-chamber 2D, reference/);
    await expect(select(page, 'View')).toContainText('A4C');
    await expect(page.getByRole('button', { name: /^Labels/ })).toContainText('1 set');
  };
  await shown();
  await page.reload();
  await shown();
  await page.getByRole('button', { name: /^Labels/ }).click();
  await expect(page.getByRole('dialog').locator('select').first()).toHaveValue(choice ?? '');
  await page.keyboard.press('Escape');

  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await openStudy(other, 'Demo adult', 'A03');
  await expect(thumbnails(other).first()).toHaveAccessibleName(/A4C · 4-chamber 2D, reference/);
  await expect(other.getByText('Another editor is working in this study')).toBeVisible();
});

test('undo, redo and the type dropdown of another modality', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo pediatric', 'P04');
  await chooseImage(page, 2);
  await label(page, 'View', 'PSAX mid');
  await label(page, 'M-Mode type', /LV M-Mode/);
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/PSAX mid · LV M-Mode/);
  await page.keyboard.press('Control+z');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Image 2: PSAX mid$/);
  await page.keyboard.press('Control+y');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/LV M-Mode/);
  await label(page, 'M-Mode type', 'None');
  await label(page, 'View', 'None');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName('Image 2: not labelled');
  await expectSaved(page);
});

test('signing out clears what the browser holds', async ({ page, faults }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo pediatric', 'P04');
  await chooseImage(page, 3);
  await label(page, 'View', 'A5C');
  // Still on its way to the server when the person leaves: the logout sends it first.
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/login/);
  const left = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(left).toEqual({ local: [], session: [], databases: [] });

  // The next person to sign in, without a reload of the page, finds the work saved and a journal that works.
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page
    .getByRole('main')
    .getByRole('button', { name: /\beditor2@demo / })
    .click();
  await chooseRole(page, 'Editor');
  await openStudy(page, 'Demo pediatric', 'P04');
  await expect(thumbnails(page).nth(2)).toHaveAccessibleName(/A5C/);
  await expect(savedChip(page)).toHaveAttribute('data-state', 'saved');
  await page.route('**/analysis/update', (route) => route.abort('internetdisconnected'));
  await chooseImage(page, 4);
  await label(page, 'View', 'A4C');
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  await page.reload();
  await expect(thumbnails(page).nth(3)).toHaveAccessibleName(/A4C/);
});
