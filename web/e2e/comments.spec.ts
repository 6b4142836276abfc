/** Comments on an image: written, anchored, resolved, deleted and brought back; kept without a network; read by others. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { look } from './support/look.ts';
import { chooseImage, enter, expectPicture, expectSaved, frameNumber, openStudy, savedChip, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const CREATES = '**/comments/create';

const panel = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comments = (page: Page) => page.getByTestId('comment');
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });

/** The key goes to the box, opening it where it is not. */
async function say(page: Page, ...lines: string[]): Promise<void> {
  await expect(field(page)).toBeFocused();
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Shift+Enter');
    await page.keyboard.type(line);
  }
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
}

test('a chat: Enter sends, Shift+Enter breaks the line, an anchor leads to its frame, a deleted comment comes back', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A03');
  await page.keyboard.press('w');
  await expect(panel(page).getByText('No comments on this image yet')).toBeVisible();
  // An empty text is ignored.
  await page.keyboard.press('Enter');
  await say(page, 'Lateral wall drops out', 'is beat 2 better?');
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page).getByText('Lateral wall drops out\nis beat 2 better?')).toBeVisible();
  await expect(comments(page)).toContainText('editor@demo');

  // About a frame: the chip leads there.
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  for (let frame = 1; frame < 5; frame += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => frameNumber(page)).toBe(5);
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Subject of the comment' }).click();
  await page.getByRole('menuitem', { name: 'frame 5' }).click();
  await say(page, 'This one');
  await expect(comments(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect.poll(() => frameNumber(page)).toBe(1);
  await page.keyboard.press('w');
  const ticks = page.getByTestId('comment-ticks').locator('span');
  await expect(ticks).toHaveAttribute('data-frame-number', '5');
  await comments(page).nth(1).getByRole('button', { name: 'frame 5' }).click();
  await expect.poll(() => frameNumber(page)).toBe(5);

  // Resolved, and listed by that.
  await comments(page).nth(1).getByRole('button', { name: 'Resolve' }).click();
  await expect(comments(page).nth(1)).toContainText('Resolved');
  await expect(ticks).toHaveCount(0);
  await page.getByRole('button', { name: 'Open 0' }).click();
  await expect(panel(page).getByText('No open comments on this image')).toBeVisible();
  await page.getByRole('button', { name: 'All 2' }).click();
  await comments(page).nth(1).getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('button', { name: 'Open 1' })).toBeVisible();

  await comments(page).nth(0).hover();
  await comments(page).nth(0).getByRole('button', { name: 'Delete this comment' }).click();
  await expect(comments(page)).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(comments(page)).toHaveCount(2);
  await expect(savedChip(page)).toHaveAttribute('data-state', 'saved');
  await look(page, 'comments', [panel(page), page.getByTestId('viewer')]);

  // Another image has a separate chat; all is on the server.
  await chooseImage(page, 2);
  await expect(comments(page)).toHaveCount(0);
  await page.reload();
  await expectPicture(page);
  await chooseImage(page, 1);
  await expect(comments(page)).toHaveCount(2);
  await expect(comments(page).nth(0)).toContainText('is beat 2 better?');
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/2 comments$/);
});

test('written without a network, a comment is kept through a reload, out of sight of others, and sent once', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  let cut = true;
  let sent = 0;
  await page.route(CREATES, async (route) => {
    if (cut) return route.abort('internetdisconnected');
    sent += 1;
    return route.continue();
  });
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A04');
  const address = page.url();
  await page.keyboard.press('w');
  await say(page, 'kept in the train');
  await expect(comments(page).getByText('kept here')).toBeVisible();
  await expect(savedChip(page)).toContainText('Offline, 1 comment kept here', { timeout: 15_000 });
  await page.reload();
  await expectPicture(page);
  await expect(comments(page)).toContainText('kept in the train');

  // Another person at this browser neither sees nor sends it.
  await enter(page, 'editor2@demo');
  cut = false;
  await page.goto(address);
  await expectPicture(page);
  await expect(panel(page).getByText('No comments on this image yet')).toBeVisible();
  expect(sent).toBe(0);

  await enter(page, 'editor@demo');
  await page.goto(address);
  await expectPicture(page);
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page).getByText('kept here')).toHaveCount(0);
  await expectSaved(page);
  await page.reload();
  await expectPicture(page);
  await expect(comments(page)).toHaveCount(1);
  expect(sent).toBe(1);
});

test('a Viewer reads what others wrote, marked as unread until it was seen, and writes nothing', async ({ page, newBrowser }) => {
  const writer = await (await newBrowser()).newPage();
  await enter(writer, 'editor2@demo');
  await openStudy(writer, 'Demo adult', 'A01');
  await writer.keyboard.press('w');
  await say(writer, 'Please look at the apex');
  await expect(writer.getByTestId('comment').getByText('kept here')).toHaveCount(0);

  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/1 comment, 1 unread$/);
  await page.getByRole('button', { name: 'Quality and comments, 1 unread' }).click();
  await expect(comments(page)).toContainText('Please look at the apex');
  await expect(comments(page).getByRole('img', { name: 'unread' })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect(comments(page).getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'comments of a Viewer');
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/1 comment$/);
  await page.reload();
  await expectPicture(page);
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page).getByRole('img', { name: 'unread' })).toHaveCount(0);
});

test('a chat of hundreds opens with the newest, and earlier comments come as one scrolls up', async ({ page }) => {
  const COMMENTS = 261;
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A02');
  await page.keyboard.press('w');
  const creating = page.waitForRequest(CREATES);
  await say(page, 'number 0');
  const first = await creating;
  const body = first.postDataJSON() as { comment: object };
  const headers = await first.allHeaders();
  for (let n = 1; n < COMMENTS; n += 1) {
    const comment = { ...body.comment, id: `of-hundreds-${n}`, content: `number ${n}`, anchor: n % 100 === 1 ? { frame_number: 1 } : null };
    expect((await postFrom(page, first.url(), { headers, data: { ...body, comment } })).ok()).toBe(true);
  }
  await page.reload();
  await expectPicture(page);
  await expect(comments(page)).toHaveCount(100);
  const commentNumber = (n: number) => panel(page).getByText(`number ${n}`, { exact: true });
  await expect(commentNumber(COMMENTS - 1)).toBeInViewport();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/261 comments$/);
  await expect(page.getByRole('button', { name: 'All 261' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open 3' })).toBeVisible();
  const list = page.getByRole('log', { name: 'Comments on this image' });
  const toTop = () => list.evaluate((box) => box.scrollTo({ top: 0 }));

  // The comment in view does not move.
  await expect(commentNumber(160)).toHaveCount(0);
  await toTop();
  await expect(comments(page)).toHaveCount(200);
  await expect(commentNumber(161)).toBeInViewport();
  await expect(commentNumber(COMMENTS - 100 - 100)).not.toBeInViewport();
  await look(page, 'comments-earlier', [panel(page)]);
  await toTop();
  await expect(comments(page)).toHaveCount(COMMENTS);
  await expect(page.getByTestId('earlier-comments')).toHaveCount(0);
  await toTop();
  await expect(commentNumber(0)).toBeInViewport();

  // A new one leads down; what was read stays read when the list is asked for again.
  await page.getByRole('textbox', { name: 'Write a comment' }).focus();
  await say(page, 'the last word');
  await expect(commentNumber(COMMENTS - 1)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'All 262' })).toBeVisible();

  // Open ones are found however old they are.
  await page.reload();
  await expectPicture(page);
  await page.getByRole('button', { name: 'Open 3' }).click();
  await expect(comments(page)).toHaveCount(3);
  await expect(page.getByTestId('earlier-comments')).toHaveCount(0);
});
