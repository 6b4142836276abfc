/** How a clip is looked at: on the whole screen, started automatically, from a link to one of its frames. */
import { look } from './support/look.ts';
import { canvas, chooseImage, enter, expectPicture, frameNumber, openStudy, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('the picture takes the whole screen and gives it back', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  expect(await isFull()).toBe(false);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(isFull).toBe(true);
  await expect(thumbnails(page).first()).toBeHidden();
  await expect(canvas(page)).toBeVisible();
  // Keys of the page work on.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('frame-number')).toHaveText('2');
  await page.getByRole('button', { name: 'Leave the full screen' }).click();
  await expect.poll(isFull).toBe(false);
  await expect(thumbnails(page).first()).toBeVisible();
});

test('a copied link opens the image at its frame', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('frame-number')).toHaveText('5');
  await page.getByRole('button', { name: 'Copy a link to this frame' }).click();
  await expect(page.getByText('A link to frame 5 is on the clipboard')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(address).origin).toBe(new URL(page.url()).origin);

  expect(new URL(address).searchParams.get('image')).toMatch(/^2\.25\./);
  // This browser remembers another frame of the image by now.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('frame-number')).toHaveText('6');
  await chooseImage(page, 2);
  const other = await context.newPage();
  await other.goto(address);
  await expectPicture(other);
  await expect(thumbnails(other).first()).toHaveAttribute('aria-pressed', 'true');
  await expect(other.getByTestId('frame-number')).toHaveText('5');
});

test('clips start automatically where a person wants that, and not before', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo adult', 'A01');
  const play = page.getByRole('button', { name: /^(Play|Pause)$/ });
  await expect(play).toHaveAccessibleName('Play');
  expect(await frameNumber(page)).toBe(1);

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Player' }).click();
  await settings.getByLabel('Play clips automatically').click();
  await page.keyboard.press('Escape');
  // Visible clips stay as they were; a clip that is opened plays.
  await chooseImage(page, 2);
  await chooseImage(page, 1);
  await expect(play).toHaveAccessibleName('Pause');
  await expect.poll(() => frameNumber(page)).toBeGreaterThan(1);
  // It belongs to the person, so it holds after a reload.
  await page.reload();
  await expectPicture(page);
  await expect(play).toHaveAccessibleName('Pause');
});

test('axes show the scale of a strip where the pointer reads the same values, and nothing without a scale', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  await chooseImage(page, 5);
  const axes = page.getByTestId('axes');
  await expect(axes).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(axes.locator('[data-axis=y]')).toContainText('cm/s');
  await expect(axes.locator('[data-axis=x]')).toContainText('s');
  const marks = await axes
    .locator('[data-axis=y] g')
    .evaluateAll((ticks) =>
      ticks.map((tick) => ({ text: tick.textContent, top: tick.querySelector('path')?.getBoundingClientRect().top ?? NaN })),
    );
  expect(marks.length).toBeGreaterThan(3);
  const box = await canvas(page).boundingBox();
  for (const { text, top } of marks) {
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, top);
    const read = Number((await page.getByTestId('readout-y').textContent())?.split(' ')[0]?.replace('−', '-'));
    // A pixel of this strip is about a centimetre a second.
    expect(Math.abs(read - Number(text?.replace('−', '-')))).toBeLessThan(1.5);
  }
  await page.keyboard.down('h');
  await expect(axes).toHaveCount(0);
  await page.keyboard.up('h');
  await expect(axes).toHaveCount(1);
  await look(page, 'axes', [canvas(page)]);
  // Kept for the next time.
  await page.reload();
  await expectPicture(page);
  await expect(axes).toHaveCount(1);
  await page.keyboard.press('x');
  await expect(axes).toHaveCount(0);
});
