/** Sign-in and session in the page: the code of the address, a saved login, an end in mid-work, idleness. */
import { expect, test } from './support/test.ts';
import {
  chooseProject,
  enter,
  expectPicture,
  expectSaved,
  label,
  openStudy,
  revoke,
  rowOf,
  savedChip,
  signIn,
  thumbnails,
} from './support/steps.ts';

test('a token in the address that this tab did not ask for is not used, and leaves the address before any other request', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/login') asked.push(request.url() + (request.headers()['referer'] ?? ''));
  });
  // The policy of the server sends no referrer, so the address of the page at each request of a script is noted too.
  await page.addInitScript(() => {
    const ask = window.fetch;
    const addresses: string[] = [];
    window.fetch = (...request) => {
      addresses.push(window.location.href);
      return ask(...request);
    };
    Object.assign(window, { addresses });
  });
  await page.goto(
    '/login?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&name=Eve&family_names=Mallory&email=editor%40demo&location=selection',
  );
  await expect(page.getByText('This sign-in was not started in this window')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?location=selection');
  const addresses = await page.evaluate(() => (window as unknown as { addresses: string[] }).addresses);
  expect(addresses.length).toBeGreaterThan(0);
  expect([...asked, ...addresses].filter((address) => address.includes('AAAAAAA') || address.includes('Mallory'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a saved login goes onward, one of more than seven days is cleared', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto('/');
  await page.waitForURL(/\/studies/);
  await page.evaluate(() => {
    const login = JSON.parse(localStorage.getItem('echometry.login') ?? '{}') as { createdAt: number };
    localStorage.setItem('echometry.login', JSON.stringify({ ...login, createdAt: Date.now() - 7 * 24 * 3600 * 1000 - 1 }));
    localStorage.setItem('something', 'else');
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a deep link survives the sign-in', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A04');
  const address = page.url();
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.goto(address);
  await page.waitForURL(/\/login\?location=selection/);
  await page
    .getByRole('main')
    .getByRole('button', { name: /\bviewer@demo / })
    .click();
  await page.waitForURL(/\/selection/);
  expect(page.url()).toBe(address);
  await expectPicture(page);
});

test('a page that is opened by its address asks for its study while the session is checked, and once', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A04');
  const asked: string[] = [];
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/admin/users/get/*', async (route) => {
    await held;
    await route.continue();
  });
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const studyAsked = page.waitForRequest(/\/api\/analysis\/get/);
  await page.goto(page.url());
  await studyAsked;
  await expect(page.getByTestId('viewer')).toBeHidden();
  letThrough();
  await expectPicture(page);
  for (const call of ['/api/analysis/get', '/api/files/get', '/api/minio/get_urls'])
    expect(
      asked.filter((path) => path === call),
      call,
    ).toHaveLength(1);
  expect(asked.filter((path) => path === '/config/endpoints.json')).toHaveLength(1);
});

test('a session that ends in mid-work is renewed in place, and what was changed meanwhile is saved', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 401/);
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo pediatric', 'P02');
  const address = page.url();
  await revoke(page);
  await label(page, 'View', 'A4C');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toContainText('blind@demo');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog).toHaveCount(0);
  await expectSaved(page);
  expect(page.url()).toBe(address);
  await page.reload();
  await expect(thumbnails(page).nth(0)).toHaveAccessibleName(/A4C/);
});

test('an Editor who changes nothing is asked and sent home, which gives the study back', async ({ page, newBrowser }) => {
  // The configured periods, shortened as an installation may: a second since the last change, two to respond.
  await page.route('**/config/endpoints.json', async (route) => {
    const endpoints = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...endpoints, inactivity: { period_minutes: 1 / 60, check_seconds: 0.5, timeout_seconds: 3 } } });
  });
  await enter(page, 'editor2@demo');
  await openStudy(page, 'Demo pediatric', 'P03');
  const dialog = page.getByRole('dialog', { name: 'Are you still working?' });
  await expect(dialog).toContainText(
    /Your last change was done more than [\d.]+ minutes ago\. You will be redirected to the home page in \d seconds to allow other editors work on this study\./,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(savedChip(page)).toBeVisible();

  // It comes again, without a response.
  await expect(dialog).toBeVisible();
  await page.waitForURL(/\/studies/);
  await expect(dialog).toHaveCount(0);
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor@demo');
  await chooseProject(other, 'Demo pediatric');
  await expect(rowOf(other, 'P03')).toHaveAttribute('data-open', 'false');
});

test('a Viewer is never asked whether they still work', async ({ page }) => {
  await page.route('**/config/endpoints.json', async (route) => {
    const endpoints = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...endpoints, inactivity: { period_minutes: 1 / 60, check_seconds: 0.2, timeout_seconds: 1 } } });
  });
  await enter(page, 'viewer@demo', 'Viewer');
  await page.clock.install();
  await openStudy(page, 'Demo adult', 'A04');
  // An Editor is asked after a second, and sent to the list after one more.
  for (let second = 0; second < 4; second += 1) {
    await page.clock.runFor(1000);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(new URL(page.url()).pathname).toBe('/selection');
});

test('the terms: Exit signs out, Accept waits for both boxes', async ({ page }) => {
  await signIn(page, 'several@demo');
  const accept = page.getByRole('button', { name: 'Accept' });
  const [terms, research] = [page.getByRole('checkbox', { name: /terms of use/ }), page.getByRole('checkbox', { name: /research only/ })];
  await expect(accept).toBeDisabled();
  await research.check();
  await expect(accept).toBeDisabled();
  await terms.check();
  await expect(accept).toBeEnabled();
  await research.uncheck();
  await expect(accept).toBeDisabled();
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.waitForURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('echometry.login'))).toBeNull();
});

test('an Editor whose address names a project that is not theirs is sent to the studies', async ({ page }) => {
  await enter(page, 'editor@demo');
  await page.goto('/selection?study_id=1_20240305&study_date=2024-03-05&patient_id=1&patient_id_show=X&data_type=adult&project=elsewhere');
  await page.waitForURL(/\/studies/);
});

test('without roles the person is signed out', async ({ page }) => {
  await page.route('**/admin/users/get/**', async (route) => {
    const user = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...user, user_role: [] } });
  });
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('button', { name: /\bviewer@demo / })
    .click();
  await page.waitForURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('echometry.login'))).toBeNull();
});

test('a browser database that cannot be removed does not hold up the logout', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  const warned = page.waitForEvent('console', { predicate: (message) => message.text().includes('could not be removed') });
  await page.evaluate(() => {
    indexedDB.databases = () => Promise.reject(new Error('no access'));
  });
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/login/);
  expect((await warned).type()).toBe('warning');
});
