/** No page offers a link or a key that leads to a page the role may not open: every link and key of every page, for every role. */
import type { Page } from '@playwright/test';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { CLIENT_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import { homePage, mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { ACTIONS, SCOPES } from '../src/lib/actions.ts';
import { loginKey } from './support/logins.ts';
import { expectPicture } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { preparedLogins } from './support/workspace-copy.ts';

const PEOPLE: readonly [email: string, role: RoleName][] = [
  ['editor@demo', 'Editor'],
  ['viewer@demo', 'Viewer'],
  ['blind@demo', 'Ground-truth generator'],
  ['reviewer@demo', 'Reviewer'],
  ['data@demo', 'Data scientist'],
  ['admin@demo', 'Admin'],
  ['prisma-review@demo', 'Prisma study review'],
  ['prisma-data@demo', 'Prisma data manager'],
];
const PROJECT = 'demo-cycles-adult';
const ROUTES: readonly string[] = CLIENT_ROUTES;

/** Signs in and records every address that the page goes to. */
async function enterAs(page: Page, email: string, role: RoleName): Promise<string[]> {
  const visited: string[] = [];
  await page.exposeFunction('recordAddress', (address: string) => visited.push(address));
  await page.addInitScript(
    (login) => {
      localStorage.setItem('echometry.login', login);
      window.print = () => undefined;
      window.open = () => null;
      for (const method of ['pushState', 'replaceState'] as const) {
        const own = history[method].bind(history);
        history[method] = (data, unused, url) => {
          own(data, unused, url);
          (window as unknown as { recordAddress: (address: string) => void }).recordAddress(location.pathname);
        };
      }
    },
    preparedLogins()[loginKey(email, ROLE_CONFIGS[role].name_to_show)] ?? '',
  );
  return visited;
}

/** Addresses of links on the page, as it is now, of our own pages. */
async function linksOf(page: Page): Promise<string[]> {
  const all = await page
    .locator('a[href]')
    .evaluateAll((links) =>
      links.flatMap((link) => (link instanceof HTMLAnchorElement && link.origin === location.origin ? link.href : [])),
    );
  return [...new Set(all)].filter((address) => ROUTES.includes(new URL(address).pathname));
}

/** Keys of the actions that are live on a page, by its own help; none where it has no help. */
async function keysOf(page: Page): Promise<string[]> {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys that work now' });
  const opened = await help.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  );
  if (!opened) return [];
  const headings = await help.getByRole('heading', { level: 3 }).allTextContents();
  const words = new Set(await help.locator('dd').allTextContents());
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  const live = Object.values<{ scope: keyof typeof SCOPES; does: string; keys: readonly string[] }>(ACTIONS).filter(
    ({ scope, does }) => headings.includes(SCOPES[scope]) && words.has(does),
  );
  return [...new Set(live.flatMap(({ keys }) => keys.slice(0, 1)))].filter((key) => key !== '?');
}

const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
};

const isOn = (page: Page, address: string): boolean => new URL(page.url()).pathname === new URL(address).pathname;

/** Goes back to a page that a key has left, which does not load it again, or opens it where that does not lead to it. */
async function returnTo(page: Page, address: string): Promise<void> {
  await page.goBack();
  if (!isOn(page, address)) await page.goto(address);
  await settled(page);
}

/** Every key once. */
async function pressAll(page: Page, address: string): Promise<void> {
  for (const key of await keysOf(page)) {
    await page.keyboard.press(key.replaceAll('Ctrl+', 'Control+'));
    await page.keyboard.press('Escape');
    if (!isOn(page, address)) await returnTo(page, address);
  }
}

for (const [email, role] of PEOPLE) {
  test(`${role}: every link and every key leads to a page of the role`, async ({ page }) => {
    test.slow();
    const visited = await enterAs(page, email, role);
    const seen = new Set<string>();
    const left = [`/${ROLE_CONFIGS[role].redirect2page}`, homePage(role)].map((path) => `${path}?project=${PROJECT}`);
    const pathOf = (address: string): string => new URL(address, 'http://page').pathname;
    while (left.length > 0) {
      const next = left.shift()!;
      if (seen.has(pathOf(next))) continue;
      seen.add(pathOf(next));
      await page.goto(next);
      await settled(page);
      const links = await linksOf(page);
      for (const link of links) expect(mayOpenPage(role, pathOf(link)), `${role}: ${pathOf(link)} is linked on ${pathOf(next)}`).toBe(true);
      left.push(...links.filter((link) => !seen.has(pathOf(link))));
      await pressAll(page, page.url());
      if (role === 'Reviewer' && pathOf(next) === '/validation') await walkTools(page, page.url());
      if (role === 'Prisma study review' && pathOf(next) === '/prisma-review') await walkViewing(page, page.url());
    }
    expect(seen.size).toBeGreaterThan(0);
    for (const path of new Set(visited)) expect(mayOpenPage(role, path), `${role} was led to ${path}`).toBe(true);
  });
}

/** The tools of Validation open within its page, with their own links and keys. */
async function walkTools(page: Page, address: string): Promise<void> {
  // Keys of an earlier tool must leave the later ones something to work on.
  for (const tool of ['Segment', 'Timing', 'Label']) {
    await page.goto(address);
    const reopen = page.getByRole('button', { name: 'REOPEN' });
    const open = page.getByTestId('review-pane').first().getByRole('button', { name: tool, exact: true });
    await expect(open).toBeVisible();
    if (await reopen.isVisible()) await reopen.click();
    await open.click();
    await expect(page.getByRole('button', { name: 'Back to validation' })).toBeVisible();
    await settled(page);
    for (const link of await linksOf(page)) expect(mayOpenPage('Reviewer', new URL(link).pathname), `${link} in ${tool}`).toBe(true);
    for (const key of await keysOf(page)) {
      await page.keyboard.press(key.replaceAll('Ctrl+', 'Control+'));
      const back = page.getByRole('button', { name: 'Back to validation' });
      if (new URL(page.url()).pathname !== '/validation') await page.goto(address);
      if ((await back.count()) === 0)
        await page.getByTestId('review-pane').first().getByRole('button', { name: tool, exact: true }).click();
    }
  }
}

/** A team looks at a study within its page, with the keys of the viewer. */
async function walkViewing(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('link', { name: 'View images' }).first().click();
  await expectPicture(page);
  await settled(page);
  const study = page.url();
  for (const link of await linksOf(page)) expect(mayOpenPage('Prisma study review', new URL(link).pathname), link).toBe(true);
  const keys = await keysOf(page);
  expect(keys.join(' ')).toContain('Space');
  for (const key of keys) {
    await page.keyboard.press(key.replaceAll('Ctrl+', 'Control+'));
    if (new URL(page.url()).searchParams.has('study_id')) continue;
    await page.goto(study);
    await expectPicture(page);
    await settled(page);
  }
}
