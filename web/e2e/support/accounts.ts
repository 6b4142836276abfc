/** Accounts with two factors, as people make and use them on the pages of the login service. */
import { expect, type Page } from '@playwright/test';
import { Authenticator } from './authenticator.ts';

export const PASSWORD = 'plum engine violet';

export const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

/** From an invitation to an account; returns the app it is paired with and the recovery codes. */
export async function join(page: Page, link: string): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  await page.goto(link);
  await page.waitForURL('**/auth/account');
  await page.getByLabel('Name', { exact: true }).fill('Journey');
  await page.getByLabel('Family names').fill('Person');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'Pair an authenticator app');
  const app = await Authenticator.pairedWith(page);
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.getByRole('button', { name: 'Pair' }).click();
  await heading(page, 'Recovery codes');
  const recoveryCodes = await page.getByRole('listitem').allTextContents();
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'Ready');
  return { app, recoveryCodes };
}

/** Both factors on the pages of the login service, e-mail first unless it is filled in. */
export async function prove(page: Page, app: Authenticator, email?: string): Promise<void> {
  await heading(page, 'Sign in');
  if (email !== undefined) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await heading(page, 'Second factor');
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.getByLabel('Code', { exact: true }).press('Enter');
}

/** By the link of an invitation to an account, by both factors and the terms to the choice of roles. */
export async function arriveBy(page: Page, link: string, email: string): Promise<Authenticator> {
  const { app } = await join(page, link);
  await page.getByRole('link', { name: 'To the sign-in page' }).click();
  // One button leads to the login service; the values in the address are removed from it at once.
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await prove(page, app, email);
  await page.waitForURL(/\/accept-terms/);
  expect(page.url()).not.toContain('token');
  await page.getByRole('checkbox', { name: /terms of use/ }).check();
  await page.getByRole('checkbox', { name: /research only/ }).check();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL((url) => url.pathname !== '/accept-terms');
  return app;
}
