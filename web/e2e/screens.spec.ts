/** Every screen and dialog of daily work, as pictures at three sizes: nothing cut off, nothing over another, nothing serious for axe. */
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { canvas, chooseImage, chooseProject, chooseRole, enter, openStudy, rows, signIn, thumbnails } from './support/steps.ts';

test('screens from the sign-in to the preview', async ({ page }) => {
  test.slow();
  const header = page.getByRole('banner').first();
  await page.goto('/');
  const editor = page.getByRole('button', { name: / editor@demo / });
  await expect(editor).toBeVisible();
  await look(page, 'login', [page.getByRole('heading', { name: 'Sign in' }), editor]);

  // The one person of the demo who has not accepted the terms looks at them, and leaves.
  await signIn(page, 'several@demo');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled();
  await look(page, 'terms', [
    page.getByRole('heading', { name: 'Before you begin' }),
    page.getByRole('button', { name: 'Accept' }),
    page.getByRole('button', { name: 'Exit' }),
  ]);
  await page.getByRole('checkbox', { name: /I have read/ }).check();
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled();
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.waitForURL(/\/login/);

  await signIn(page, 'editor@demo');
  await page.goto('/user-page?stay=true');
  await expect(page.getByRole('button', { name: /^Editor/ })).toBeVisible();
  await look(page, 'user-page', [page.getByRole('heading', { name: 'Login as:' }), page.getByRole('button', { name: /^Editor/ })]);
  await chooseRole(page, 'Editor');
  await chooseProject(page, 'Demo adult');
  await look(page, 'studies', [
    header,
    page.getByRole('textbox', { name: 'Search patient by ID' }),
    rows(page).first(),
    page.getByRole('button', { name: 'Next page' }),
    page.getByRole('note'),
  ]);

  await openStudy(page, 'Demo adult', 'A01');
  const parts = [
    header,
    page.getByRole('toolbar'),
    canvas(page),
    page.getByRole('button', { name: 'Zoom' }),
    page.getByRole('note'),
    page.getByText('IMAGES SHOWN'),
  ];
  for (const [name, number] of [
    ['2d', 1],
    ['m-mode', 2],
    ['pw', 5],
  ] as const) {
    await chooseImage(page, number);
    await look(page, `selection-${name}`, parts);
  }
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(thumbnails(page)).toHaveCount(5);
  await expect(thumbnails(page).last().locator('img')).toBeVisible();
  await look(page, 'preview', [header, page.getByRole('button', { name: /^DONE/ }), thumbnails(page).first(), page.getByRole('note')]);
});

test('dialogs of the selection and of the header', async ({ page }) => {
  test.slow();
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F01');
  const dialog = page.getByRole('dialog');
  const shut = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };

  await page.keyboard.press('?');
  await expect(dialog).toContainText('Next image without a label');
  await look(page, 'key-help', [dialog]);
  await shut();
  await page.keyboard.press('Shift+h');
  await dialog.getByTestId('version').first().getByRole('button').first().click();
  await expect(dialog).toContainText('labelled');
  await look(page, 'history', [dialog]);
  await shut();
  await page.keyboard.press('i');
  await expect(page.getByRole('complementary', { name: 'Metadata' }).getByText('Rows').first()).toBeVisible();
  await look(page, 'metadata', [page.getByRole('complementary', { name: 'Metadata' })]);
  await page.getByRole('button', { name: 'Close metadata' }).click();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^2D type ?: / })
    .click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page, 'type-list', [page.getByRole('option').first()]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Labels/ }).click();
  await expect(dialog.getByRole('combobox').first()).toBeVisible();
  await look(page, 'labels', [dialog]);
  await shut();
  await page.getByRole('button', { name: /^Study data/ }).click();
  await look(page, 'study-data', [page.getByRole('textbox', { name: 'Weeks' }), page.getByRole('button', { name: 'Set', exact: true })]);
  await page.keyboard.press('Escape');
  const menu = async (item: string | null) => {
    await page.getByRole('button', { name: /User menu/ }).click();
    if (item !== null) await page.getByRole('menuitem', { name: item }).click();
  };
  await menu(null);
  await look(page, 'user-menu', [page.getByRole('menu')]);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(dialog.getByText('Next study')).toBeVisible();
  await look(page, 'settings-keys', [dialog]);
  await dialog.getByRole('tab', { name: 'Memory' }).click();
  await look(page, 'settings-memory', [dialog]);
  await shut();
  await menu('Read Terms of use');
  await look(page, 'terms-dialog', [dialog]);
  await shut();
});
