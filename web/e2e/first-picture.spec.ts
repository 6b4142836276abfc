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

declare global {
  interface Window {
    /** Frames that workers were asked for, and 'painted' once the second animation frame after a picture has begun. */
    order: (number | 'painted')[];
  }
}

/** Writes down, in the page, which frames are decoded before and after a picture is painted. */
function watchOrder(): void {
  window.order = [];
  const send = Reflect.get(Worker.prototype, 'postMessage') as (this: Worker, ...given: unknown[]) => void;
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    const { path, argumentList } = given[0] as { path?: string[]; argumentList?: { value: { frame_number: number } }[] };
    if (path?.[0] === 'decode' && argumentList?.[0]) window.order.push(argumentList[0].value.frame_number);
    send.apply(this, given);
  };
  const observer = new MutationObserver(() => {
    if (!document.querySelector('canvas[data-testid="viewer"][data-frame]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => window.order.push('painted')));
  });
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-frame'] });
}

test('a page that is opened decodes no further frame until its picture is painted', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber|4CH|A4C/);
  await expectPicture(page);
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByTestId('report-value').first()).toBeVisible();
  await page.evaluate(watchOrder);
  await page.getByRole('link', { name: 'Cycle timing', exact: true }).click();
  await expectPicture(page);
  await expect.poll(() => page.evaluate(() => window.order.length)).toBeGreaterThan(3);
  const order = await page.evaluate(() => window.order);
  expect(new Set(order.slice(0, order.indexOf('painted'))).size, JSON.stringify(order)).toBeLessThanOrEqual(1);
});
