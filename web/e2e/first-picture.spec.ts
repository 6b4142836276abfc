/** The first picture is drawn by the first part of the engine; everything else arrives after it. */
import { openSegmentation } from './support/segmentation.ts';
import { canvas, enter, expectPicture, frameNumber } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('a picture is drawn and stepped through before the whole engine has arrived, and values come with that', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber|4CH|A4C/);
  const value = page.getByTestId('measured').filter({ has: page.getByText('EF', { exact: true }) });
  await expect(value).toBeVisible();
  const shown = await value.textContent();

  let letThrough = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  let isFirst = true;
  const held: string[] = [];
  await page.route('**/*.wasm', async (route) => {
    if (isFirst) isFirst = false;
    else {
      // Nothing but the first part is requested before there is a picture.
      held.push((await canvas(page).getAttribute('data-frame')) ?? 'none');
      await arrival;
    }
    await route.continue();
  });
  await page.reload();
  await expectPicture(page);
  await expect.poll(() => held.length).toBe(2);
  expect(held).not.toContain('none');
  const before = await frameNumber(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frameNumber(page)).toBe(before + 1);
  await expect(canvas(page)).toHaveAttribute('data-frame', String(before + 1));
  await expect(value).toBeHidden();

  letThrough();
  await expect(value).toHaveText(shown ?? '');
});
