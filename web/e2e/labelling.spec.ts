/** Preview and selection beyond the main job: rules of labels and references, undo, hover, history, study data, own keys. */
import { expect, test } from './support/test.ts';
import {
  SIGNED_FILES,
  canvas,
  chooseImage,
  chooseProject,
  enter,
  expectPicture,
  expectSaved,
  label,
  openStudy,
  rowOf,
  select,
  thumbnails,
} from './support/steps.ts';

/** As web/src/image-page/hover-preview.tsx and web/src/lib/settings.ts have it. */
const HOVER_AFTER_MS = 150;
const STORE_AFTER_MS = 400;

test('preview: toggles files, downloads the chosen ones with progress, keeps the others inactive', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await chooseProject(page, 'Demo adult');
  await rowOf(page, 'A03').click();
  await page.waitForURL(/\/preview/);
  await expect(page.getByRole('heading', { name: 'Please select the files of the study you want to load' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'DONE 3' })).toBeVisible();
  await thumbnails(page).nth(0).click();
  await thumbnails(page).nth(2).click();
  await thumbnails(page).nth(2).click();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SIGNED_FILES, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'DONE 1/3' }).click();
  await expect(page.getByText('Downloading images 0/1')).toBeVisible();
  await expect(page.getByText('0 %')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  release();
  await page.waitForURL(/\/selection/);
  await expect(page.getByText('1/3 IMAGES SHOWN')).toBeVisible();
  await expectPicture(page);
  await page.getByRole('link', { name: 'CHANGE SELECTION' }).click();
  await expect(page.getByRole('button', { name: 'DONE 1/3' })).toBeVisible();
});

test('preview: Cancel of the download leads to the list; a Viewer sees no stored selection', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await chooseProject(page, 'Demo adult');
  await openStudy(page, 'Demo adult', 'A04');
  await page.getByRole('link', { name: 'CHANGE SELECTION' }).click();
  await expect(page.getByRole('button', { name: /^DONE \d+$/ })).toBeVisible();
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(thumbnails(page).first()).toBeVisible();
  await page.route(SIGNED_FILES, () => undefined);
  await page.getByRole('button', { name: /^DONE/ }).click();
  await expect(page.getByText('Downloading images 0/')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/\/studies/);
});

test('a type without a view alerts; None takes tags away; the last one deletes the entry', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo fetal', 'F04');
  const alert = page.getByText('***Please select a view for this image***');
  await label(page, '2D type', '4-chamber 2D');
  await expect(alert).toBeVisible();
  await expect(alert).toHaveCount(0, { timeout: 6000 });
  await label(page, 'View', 'Apical 4C');
  // The first image of its type and view becomes the reference automatically.
  await expect(page.getByRole('button', { name: 'Reference', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await label(page, 'View', 'None');
  await label(page, '2D type', 'None');
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName('Image 1: not labelled');
  await expectSaved(page);
  await page.reload();
  await expectPicture(page);
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName('Image 1: not labelled');
});

test('one reference for each type where the project asks for it, refused in words; undo and redo on each image', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo fetal', 'F03');
  await label(page, '2D type', '4-chamber 2D');
  await label(page, 'View', 'Apical 4C');
  await chooseImage(page, 2);
  await label(page, '2D type', '4-chamber 2D');
  await label(page, 'View', 'Apical 4C');
  const reference = page.getByRole('button', { name: 'Reference', exact: true });
  await expect(reference).toHaveAttribute('aria-pressed', 'false');
  await reference.click();
  await expect(page.getByText('Only one reference per image type is allowed')).toBeVisible();
  await expect(reference).toHaveAttribute('aria-pressed', 'false');

  await page.keyboard.press('Control+z');
  await expect(select(page, 'View')).toContainText('None');
  await page.getByRole('button', { name: 'Undo on this image' }).click();
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName('Image 2: not labelled');
  await expect(page.getByRole('button', { name: 'Undo on this image' })).toBeDisabled();
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Apical 4C · 4-chamber 2D/);
  // The other image has a separate history.
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C · 4-chamber 2D, reference/);
});

test('a change of type can be undone with what it reset', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo fetal', 'F02');
  await label(page, '2D type', '4-chamber 2D');
  await label(page, 'View', 'Apical 4C');
  await label(page, '2D type', /^(?!None|4-chamber)/);
  await expect(thumbnails(page).nth(0)).not.toHaveAccessibleName(/· 4-chamber 2D/);
  await page.keyboard.press('Control+z');
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/Apical 4C · 4-chamber 2D, reference/);
});

test('additional labels: -- Select -- clears one', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo pediatric', 'P04');
  const button = page.getByRole('button', { name: /^Labels/ });
  await button.click();
  const first = page.getByRole('dialog').getByRole('combobox').first();
  await expect(first).toBeVisible();
  const options = await first.locator('option').allTextContents();
  expect(options[0]).toBe('-- Select --');
  await first.selectOption(options[1] ?? '');
  await expect(button).toContainText('1 set');
  await first.selectOption('-- Select --');
  await expect(button).toContainText('none set');
});

test('the clip under the pointer plays after a moment, and stays still for users who prefer less motion', async ({ page, newBrowser }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  await chooseImage(page, 2);
  await thumbnails(page).nth(0).hover();
  const preview = page.getByTestId('hover-preview');
  await expect(preview).toHaveAttribute('data-frame', /\d/);
  const first = await preview.getAttribute('data-frame');
  await expect(preview).not.toHaveAttribute('data-frame', first ?? '');
  await page.mouse.move(900, 450);
  await expect(preview).toHaveCount(0);

  const still = await (await newBrowser({ reducedMotion: 'reduce' })).newPage();
  await enter(still, 'viewer@demo', 'Viewer');
  await openStudy(still, 'Demo adult', 'A01');
  await still.clock.install();
  await thumbnails(still).nth(0).hover();
  await still.clock.runFor(2 * HOVER_AFTER_MS);
  // A picture that is asked for after it has come by the same engine: a clip would play by now.
  await still.keyboard.press('ArrowDown');
  await expect(thumbnails(still).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(still);
  await expect(still.getByTestId('hover-preview')).not.toHaveAttribute('data-frame', /\d/);
});

test('history: an older version is looked at and brought back as a new one', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo pediatric', 'P01');
  await label(page, 'View', 'A4C');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await label(page, 'View', 'PSAX mid');
  await page.keyboard.press('Control+s');
  await expectSaved(page);

  await page.keyboard.press('Shift+h');
  const dialog = page.getByRole('dialog', { name: 'History of versions' });
  const versions = dialog.getByTestId('version');
  await expect(dialog.getByRole('region').first()).toContainText('blind@demo');
  await expect(versions.nth(1)).toBeVisible();
  const before = await versions.count();
  await versions.nth(1).getByRole('button').first().click();
  // Changes of the version, and changes that restoring it would make.
  await expect(versions.nth(1)).toContainText('Image 1 A4C');
  await expect(versions.nth(1)).toContainText('Image 1 view PSAX mid → A4C');
  // Next to each change stands the picture of its image, large for what bringing back would change.
  const drawn = (title: RegExp) =>
    versions
      .nth(1)
      .getByRole('group', { name: title })
      .locator('img')
      .evaluate((picture: HTMLImageElement) =>
        picture.decode().then(() => [picture.naturalWidth > 0, picture.getBoundingClientRect().width]),
      );
  expect(await drawn(/^Changed images/)).toEqual([true, 64]);
  expect(await drawn(/^Restoring it/)).toEqual([true, 200]);
  await versions
    .nth(1)
    .getByRole('button', { name: /^Restore version/ })
    .click();
  await expect(dialog).toHaveCount(0);
  await expectPicture(page);
  await expect(select(page, 'View')).toContainText('A4C');
  await page.getByRole('button', { name: 'History of versions' }).click();
  await expect(versions).toHaveCount(before + 1);
  await expect(versions.first()).toContainText('restored version');
});

test('nothing to save makes no call, and a Viewer sees that the role may not save', async ({ page, newBrowser }) => {
  let saves = 0;
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A04');
  page.on('request', (request) => {
    if (request.url().endsWith('/analysis/update')) saves += 1;
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Nothing to save')).toBeVisible();
  expect(saves).toBe(0);

  const viewer = await (await newBrowser()).newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await openStudy(viewer, 'Demo adult', 'A04');
  await viewer.keyboard.press('Control+s');
  await expect(viewer.getByText('User role not allowed to save changes')).toBeVisible();
});

test('leaving a study saves it at once, without waiting', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A03');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/analysis/update') && answer.ok());
  await label(page, 'View', 'A5C');
  // Before the quiet time after which a change is sent automatically.
  await page.getByRole('link', { name: 'Studies', exact: true }).click();
  await saved;
  await page.waitForURL(/\/studies/);
  await openStudy(page, 'Demo adult', 'A03');
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/A5C/);
});

test('the image parameter chooses the image, and a study with none shown leads back to the choice', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  const name = await thumbnails(page).nth(2).getAttribute('data-filename');
  await page.goto(`${page.url()}&image=${name ?? ''}`);
  await expect(thumbnails(page).nth(2)).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/files/get', async (route) => {
    const answer = (await (await route.fetch()).json()) as { images: { active: boolean }[] };
    await route.fulfill({ json: { ...answer, images: answer.images.map((image) => ({ ...image, active: false })) } });
  });
  await page.reload();
  await expect(page.getByText('Please load/select image to display')).toBeVisible();
  await page.waitForURL(/\/preview/, { timeout: 6000 });
});

test('data type and gestational age of a study are set by permitted roles, and shown to all', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F01');
  await page.getByRole('button', { name: /^Study data/ }).click();
  await page.getByRole('textbox', { name: 'Weeks' }).fill('28');
  await page.getByRole('textbox', { name: 'Days' }).fill('3');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Study data: fetal · 28w3d' })).toBeVisible();

  const viewer = await (await newBrowser()).newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await chooseProject(viewer, 'Demo fetal');
  await expect(rowOf(viewer, 'F01')).toContainText('28w3d');
  await openStudy(viewer, 'Demo fetal', 'F01');
  await expect(viewer.getByText('fetal · 28w3d')).toBeVisible();
  await expect(viewer.getByRole('button', { name: /^Study data/ })).toHaveCount(0);
});

test('own keys: changed with a warning of conflicts, kept with the person, shown by ? and the strip', async ({ page, newBrowser }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A01');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Add a key for Next image without a label' }).click();
  await page.keyboard.press('l');
  await expect(settings.getByRole('alert').first()).toContainText('also does: Loop on or off');
  await settings.getByRole('button', { name: 'Remove l from Next image without a label' }).click();
  await expect(settings.getByRole('alert')).toHaveCount(0);
  await settings.getByRole('button', { name: 'Add a key for Next image without a label' }).click();
  const stored = page.waitForResponse((answer) => answer.url().endsWith('users/update_settings') && answer.ok());
  await page.keyboard.press('u');
  await settings.getByRole('button', { name: 'Remove n from Next image without a label' }).click();
  await stored;
  await page.keyboard.press('Escape');
  // A dialog that still fades holds the keys.
  await expect(settings).toHaveCount(0);
  await expect(page.getByRole('note')).toContainText('U next unlabelled');
  // This person has labelled nothing here: the new key leads on, the old one does nothing.
  await page.keyboard.press('n');
  await page.keyboard.press('u');
  // One step on for two keys: had the old one led on as well, this were the third image.
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys that work now' });
  await expect(help.locator('div').filter({ hasText: /^U\s*Next image without a label$/ })).toBeVisible();
  await page.keyboard.press('Escape');

  const elsewhere = await (await newBrowser()).newPage();
  await enter(elsewhere, 'blind@demo', 'Blind editor');
  await openStudy(elsewhere, 'Demo adult', 'A01');
  await expect(elsewhere.getByRole('note')).toContainText('U next unlabelled');
});

test('settings that could not be read are not written over', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 403/);
  await page.route('**/users/get_settings', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not now' } }));
  let stored = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('users/update_settings')) stored += 1;
  });
  await enter(page, 'viewer@demo', 'Viewer');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await page.clock.install();
  await settings.getByRole('button', { name: 'Remove / from Search' }).first().click();
  await expect(page.getByText(/could not be read from the server/)).toBeVisible();
  await page.clock.runFor(2 * STORE_AFTER_MS);
  // Requests leave in their order: one to store them would have been seen before this.
  await page.evaluate(() => fetch('/config/endpoints.json').then((answer) => answer.text()));
  expect(stored).toBe(0);
});

test('the memory meter shows decoded frames against the budget of the person', async ({ page }) => {
  // A person whose clips no other journey needs whole: the budget stays with them.
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A01');
  await chooseImage(page, 1);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Memory' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByText(/^\d+ MiB of 256 MiB$/)).toBeVisible();
  await settings.getByRole('switch').click();
  await settings.getByRole('slider').press('Home');
  await expect(settings.getByText(/of 64 MiB$/)).toBeVisible();
  await page.keyboard.press('Escape');
  // The next clip lives in 64 MiB, which holds fewer than all of its frames.
  await chooseImage(page, 2);
  await chooseImage(page, 1);
  await expect(canvas(page)).toHaveAttribute('data-frame', '1');
  await expect(page.getByTitle(/^121 of 121 frames decoded$/)).toHaveCount(0);
});
