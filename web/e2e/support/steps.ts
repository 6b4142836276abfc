/** Steps of users on the pages. */
import { expect, type Locator, type Page } from '@playwright/test';
import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { loginKey } from './logins.ts';
import { preparedLogins } from './workspace-copy.ts';
import { requestFrom } from './requests.ts';

/** Where a sign-in ends: the terms, the choice of roles, or the landing page of the only one. */
const SIGNED_IN = /\/(accept-terms|user-page|studies|review|export|prisma-review|prisma-data|administration)/;

/** An export runs in its own thread, next to the exports of other journeys. */
export const EXPORTED = { timeout: 120_000 };

/** One-click sign-in of the demo. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(` ${email} `) })
    .click();
  await page.waitForURL(SIGNED_IN);
}

/** Takes a role of the user page, which leads to its landing page; a person with one role lands there automatically. */
export async function takeRole(page: Page, role: string, landing: RegExp): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${role}`) }).first();
  await expect(async () => {
    expect(landing.test(page.url()) || (await button.isVisible())).toBe(true);
  }).toPass({ timeout: 15_000 });
  if (!landing.test(page.url())) await button.click();
  await page.waitForURL(landing);
}

export async function chooseRole(page: Page, role: string): Promise<void> {
  await takeRole(page, role, /\/studies/);
  await expect(rows(page).first()).toBeVisible();
}

async function stillHolds(page: Page, login: string): Promise<boolean> {
  const { role_token } = JSON.parse(login) as { role_token: string };
  return (await requestFrom(page, '/auth/session', { headers: { [TOKEN_HEADER]: role_token } })).ok();
}

/** Signs in and opens the list of studies; the login is put in place unless a journey ended it. */
export async function enter(page: Page, email: string, role = 'Editor'): Promise<void> {
  const login = preparedLogins()[loginKey(email, role)];
  if (login === undefined || !(await stillHolds(page, login))) {
    await signIn(page, email);
    await chooseRole(page, role);
    return;
  }
  // The login is stored before the program of the page starts, which saves loading a page for it.
  const script = await page.addInitScript((text) => {
    localStorage.setItem('echometry.login', text);
  }, login);
  await page.goto('/studies');
  await script.dispose();
  await expect(rows(page).first()).toBeVisible();
}

/** Signed addresses of icons and image files. */
export const SIGNED_FILES = /\/files\/[^?]+\?.*sig=/;

export const rows = (page: Page): Locator => page.getByTestId('study-row');

export const rowOf = (page: Page, patient: string): Locator =>
  rows(page).filter({ has: page.getByRole('cell', { name: patient, exact: true }) });

export async function chooseProject(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page).first()).toBeVisible();
}

/** Searches a code and waits for the rows that the server finds: a row that moves between press and release is not clicked. */
export async function searchFor(page: Page, patient: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill(patient);
  await expect.poll(async () => (await rows(page).count()) - (await rowOf(page, patient).count())).toBe(0);
}

/** Opens a study from the list, through the preview where the study asks for it, and waits for the picture. */
export async function openStudy(page: Page, project: string, patient: string): Promise<void> {
  await chooseProject(page, project);
  await searchFor(page, patient);
  await rowOf(page, patient).first().click();
  await page.waitForURL(/\/(preview|selection)/);
  if (page.url().includes('/preview')) {
    await page.getByRole('button', { name: /^DONE/ }).click();
    await page.waitForURL(/\/selection/);
  }
  await expectPicture(page);
}

export const canvas = (page: Page): Locator => page.getByTestId('viewer');
export const frameNumber = async (page: Page): Promise<number> => Number(await page.getByTestId('frame-number').textContent());
export const thumbnails = (page: Page): Locator => page.getByTestId('thumbnail');
export const savedChip = (page: Page): Locator => page.getByTestId('saved-chip');

/** A frame is on the canvas. */
export async function expectPicture(page: Page): Promise<void> {
  await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
}

/** A covered page draws no frame, and follows after less than this, in ms. */
const FOLLOWS_WITHIN_MS = 200;

/** Waits for the frame after which the page follows a step on the picture (lib/picture-first.ts). */
const pageFollows = (page: Page): Promise<void> =>
  page.evaluate(
    (most) =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, most);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    FOLLOWS_WITHIN_MS,
  );

/** Waits until everything changed is on the server. */
export async function expectSaved(page: Page): Promise<void> {
  await pageFollows(page);
  await expect(savedChip(page)).toHaveAttribute('data-state', 'saved');
  await expect(savedChip(page)).toContainText(/Saved/);
}

export const select = (page: Page, name: string): Locator =>
  page.getByRole('toolbar').getByRole('button', { name: new RegExp(`^${name} ?: `) });

/** Chooses in a dropdown of the label bar. */
export async function label(page: Page, name: string, option: string | RegExp): Promise<void> {
  await select(page, name).click();
  await page.getByRole('option', { name: option }).first().click();
  await expect(page.getByRole('option')).toHaveCount(0);
}

/** Opens the image with this number, from 1. */
export async function chooseImage(page: Page, number: number): Promise<void> {
  const thumbnail = thumbnails(page).nth(number - 1);
  await thumbnail.click();
  await expect(thumbnail).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
}

/** Ends every session of the person who is signed in, as an administrator or the passing of time would. */
export async function revoke(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const login = JSON.parse(localStorage.getItem('echometry.login') ?? '{}') as { token: string };
    const { services } = (await (await fetch('/config/endpoints.json')).json()) as { services: Record<string, string> };
    const answer = await fetch(`${services['auth'] ?? ''}sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': login.token },
      body: '{}',
    });
    return answer.status;
  });
  expect(status).toBe(200);
}

/** Ends the work on the review that is open, through the closing list where something is open. */
async function endReview(page: Page, button: string, list: string, end: (closing: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const closing = page.getByRole('complementary', { name: list });
  const left = /\/review\?project/;
  await expect(async () => {
    expect(left.test(page.url()) || (await closing.isVisible())).toBe(true);
  }).toPass();
  if (await closing.isVisible()) await end(closing);
  await page.waitForURL(left);
}

export const finishReview = (page: Page, reason = 'A second opinion only.'): Promise<void> =>
  endReview(page, 'Finish review', 'Before you finish', async (closing) => {
    await closing.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await page.keyboard.press('Control+Enter');
  });

export const makeCheckPoint = (page: Page): Promise<void> =>
  endReview(page, 'Check point', 'Before the check point', (closing) =>
    closing.getByRole('button', { name: /^Check point anyway/ }).click(),
  );
