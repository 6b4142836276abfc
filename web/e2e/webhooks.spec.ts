/** Webhooks on the screen, with a real receiver: made with the keyboard, tested, failing and retried, with events of a project. */
import type { Page } from '@playwright/test';
import { hmacSha256, Receiver } from '../../server/test/receiver.ts';
import { look } from './support/look.ts';
import { chooseProject, finishReview, rowOf, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test.use({
  serverSettings: {
    config: { webhook_hosts: [{ host: '127.0.0.1', require_tls: false, private_addresses: true }, { host: 'hooks.example.org' }] },
    env: {},
  },
});

const PROJECT = 'Demo cycles adult';
const PATIENT = 'C01';
/** An attempt follows within seconds; more on a busy machine. */
const SOON = { timeout: 20_000 };

const panel = (page: Page) => page.getByRole('complementary', { name: 'Webhooks of the project' });
const deliveries = (page: Page) => panel(page).getByTestId('delivery');

async function openWebhooks(page: Page): Promise<void> {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration/);
  await page.getByRole('button', { name: new RegExp(`^${PROJECT} `) }).click();
  await page.getByRole('button', { name: /^Webhooks/ }).press('Enter');
  await expect(panel(page).getByText('No webhooks yet.')).toBeVisible();
}

/** A reviewer reopens a finished review, and finishes it again. */
async function reviewAgain(page: Page): Promise<void> {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, PROJECT);
  await rowOf(page, PATIENT)
    .filter({ has: page.getByRole('cell', { name: /^editor@demo/ }) })
    .click();
  await page.getByRole('button', { name: 'REOPEN' }).click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Check point' })).toBeVisible();
  await finishReview(page);
}

test('a webhook is made and tested with the keyboard, retries, and receives events of reviews and exports', async ({
  page,
  context,
  newBrowser,
  killServer,
  faults,
}) => {
  test.slow();
  // The server is killed while the log is open.
  faults.expect(/Failed to load resource: net::ERR_CONNECTION_REFUSED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const receiver = await Receiver.start();
  try {
    await openWebhooks(page);
    await look(page, 'webhooks-empty', [panel(page)]);
    await panel(page).getByRole('button', { name: 'New webhook' }).press('Enter');
    const form = panel(page).getByRole('form', { name: 'New webhook' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Study registry');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://elsewhere.example.org/in');
    for (const event of ['Review finished', 'Review reopened', 'Export ready']) {
      await form.getByRole('checkbox', { name: event }).focus();
      await page.keyboard.press('Space');
    }
    await form.getByRole('button', { name: 'Make webhook' }).press('Enter');
    await expect(form.getByText('elsewhere.example.org is not among the hosts in webhook_hosts of config.json.')).toBeVisible();
    await look(page, 'webhook-form', [panel(page)]);
    await form.getByLabel('Address').fill(receiver.url());
    await form.getByRole('button', { name: 'Make webhook' }).press('Enter');

    const secret = (await panel(page).getByTestId('webhook-secret').textContent()) ?? '';
    expect(secret).toMatch(/^echo_whs_[\w-]{43}$/);
    await expect(panel(page).getByRole('button', { name: 'Copy' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await look(page, 'webhook-secret', [panel(page)]);
    await panel(page).getByRole('button', { name: 'I have stored it' }).press('Enter');
    await expect(panel(page).getByTestId('webhook-secret')).toHaveCount(0);
    await expect(panel(page).getByRole('button', { name: 'New webhook' })).toBeFocused();
    const webhook = panel(page).getByTestId('webhook');
    await expect(webhook).toContainText('Nothing sent yet.');

    // A refused test is given up at once, with its reason.
    receiver.next(503);
    await webhook.getByRole('button', { name: 'Send test: Study registry' }).press('Enter');
    await expect(deliveries(page)).toContainText('The receiver responded with status 503.', SOON);
    await expect(deliveries(page)).toContainText('given up');
    await expect(webhook.locator('h3')).toContainText('failing');
    await webhook.getByRole('button', { name: 'Send test: Study registry' }).press('Enter');
    await expect(deliveries(page)).toHaveCount(2);
    await expect(deliveries(page).first()).toContainText('accepted (status 204)', SOON);
    expect(receiver.received.map(({ headers }) => headers['echometry-event'])).toEqual(['test', 'test']);

    // A review is reopened and finished: the first attempt fails, the second one follows after ten seconds.
    receiver.next(500);
    await reviewAgain(await (await newBrowser()).newPage());
    await expect(deliveries(page)).toHaveCount(4, SOON);
    await expect(deliveries(page).filter({ hasText: 'next attempt' })).toHaveCount(1, SOON);
    await look(page, 'webhook-log', [panel(page)]);
    // The server is killed while one of them waits.
    await (
      await killServer()
    )();
    await expect.poll(() => receiver.received.length, SOON).toBe(5);
    await page.reload();
    await page.getByRole('button', { name: new RegExp(`^${PROJECT} `) }).click();
    await page.getByRole('button', { name: /^Webhooks/ }).click();
    await panel(page).getByRole('button', { name: 'Log: Study registry' }).press('Enter');
    await expect(deliveries(page).filter({ hasText: 'accepted' })).toHaveCount(3, SOON);
    const told = receiver.received.slice(2).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(new Set(told.map(({ event }) => event))).toEqual(new Set(['review-reopened', 'review-finished']));
    expect(new Set(told.map(({ delivery }) => delivery)).size).toBe(2);
    for (const { event, project, study, state, ...rest } of told) {
      expect([project, study]).toEqual(['demo-cycles-adult', expect.stringMatching(/^\d+_\d{8}$/)]);
      expect(event === 'review-reopened' ? state === 'draft' : typeof state === 'string').toBe(true);
      // Ids only: nothing names a person.
      expect(JSON.stringify(rest)).not.toContain('@');
    }

    const scientist = await (await newBrowser()).newPage();
    await signIn(scientist, 'data@demo');
    await takeRole(scientist, 'Data scientist', /\/export/);
    await scientist.getByRole('tab', { name: PROJECT, exact: true }).click();
    await scientist.getByRole('group', { name: 'Export', exact: true }).getByRole('button', { name: 'Measurements' }).click();
    await scientist.getByRole('button', { name: 'Create export' }).click();
    await expect.poll(() => receiver.received.length, { timeout: 90_000 }).toBe(6);
    const ready = receiver.received[5]!;
    expect(JSON.parse(ready.body)).toMatchObject({ event: 'export-ready', project: 'demo-cycles-adult', state: 'finished' });
    for (const { headers, body } of receiver.received)
      expect(headers['echometry-signature']).toBe(`v1=${await hmacSha256(secret, `${String(headers['echometry-timestamp'])}.${body}`)}`);

    // Sent again, it has the same id and body.
    await page.reload();
    await page.getByRole('button', { name: new RegExp(`^${PROJECT} `) }).click();
    await page.getByRole('button', { name: /^Webhooks/ }).click();
    await panel(page).getByRole('button', { name: 'Log: Study registry' }).click();
    await deliveries(page)
      .filter({ hasText: 'Export ready' })
      .getByRole('button', { name: /^Send again/ })
      .press('Enter');
    await expect.poll(() => receiver.received.length, SOON).toBe(7);
    expect(receiver.received[6]!.body).toBe(ready.body);
    await expect(deliveries(page).filter({ hasText: 'Export ready' })).toContainText('attempt 2', SOON);

    await webhook.getByRole('button', { name: 'Pause: Study registry' }).press('Enter');
    await expect(webhook.locator('h3')).toContainText('paused');
    await webhook.getByRole('button', { name: 'Change: Study registry' }).press('Enter');
    await panel(page).getByRole('form', { name: 'Change webhook' }).getByLabel('Name').fill('Registry');
    await page.keyboard.press('Enter');
    await expect(webhook.getByRole('button', { name: 'Change: Registry' })).toBeFocused();
    await webhook.getByRole('button', { name: 'Remove: Registry' }).press('Enter');
    await webhook.getByRole('button', { name: 'Keep' }).press('Enter');
    await expect(webhook.getByRole('button', { name: 'Remove: Registry' })).toBeFocused();
    await page.keyboard.press('Enter');
    await webhook.getByRole('button', { name: 'Remove now' }).press('Enter');
    await expect(panel(page).getByText('No webhooks yet.')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'New webhook' })).toBeFocused();

    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Audit', exact: true }).click();
    for (const act of ['webhook-made', 'webhook-tested', 'webhook-redelivered', 'webhook-changed', 'webhook-removed'])
      await expect(page.getByRole('cell', { name: act, exact: true }).first()).toBeVisible();
  } finally {
    await receiver.close();
  }
});
