/** Active time: a reader works on an image, leaves, and finds the time in the statistics; several readers are shown together. */
import type { Page } from '@playwright/test';
import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import type { EffortStep } from '@echometry/contract/rules/step-tabs.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { look } from './support/look.ts';
import { canvas, enter, openStudy } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const PROJECT = 'Demo cycles adult';
const SCOPE = { db_name: 'demo_cycles_adult', medical_data_type: 'US' };
const SECOND = 1000;
/** How long the reader works, in seconds. */
const WORKS_S = 6;

const effort = (page: Page) => page.getByRole('region', { name: 'EFFORT', exact: true });
const rowsOf = (page: Page) => effort(page).getByTestId('effort-row');

async function openEffort(page: Page): Promise<void> {
  await page.goto('/studies?project=demo-cycles-adult&tab=stats');
  await expect(effort(page)).toBeVisible();
  await page.keyboard.press('6');
}

/** Seconds of a time that is written as min:s. */
const secondsOf = (text: string | null): number => {
  const [minutes, seconds] = (text ?? '').split(':').map(Number);
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN);
};

async function ask<Answer>(page: Page, path: string, data: object, token?: string): Promise<Answer> {
  const headers = { origin: new URL(page.url()).origin, ...(token === undefined ? {} : { [TOKEN_HEADER]: token }) };
  const answer = await postFrom(page, path, { data, headers });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Answer;
}

async function tokenOf(page: Page, email: string, role: string): Promise<string> {
  const { token } = await ask<{ token: string }>(page, '/auth/demo/sign-in', { email });
  await ask(page, '/api/admin/users/accept_terms', { user: email, version: TERMS_VERSION }, token);
  return (await ask<{ token: string }>(page, '/api/admin/users/act_as', { role }, token)).token;
}

const STEPS: readonly EffortStep[] = ['selection', 'cycletiming', 'segmentation'];
const TYPES = ['4-chamber 2D', 'Aortic outflow', 'LV M-Mode'] as const;

/** An Editor adds time to every image of the project, longer for some types, steps and readers than for others. */
async function addTimes(page: Page, email: string, factor: number): Promise<void> {
  const token = await tokenOf(page, email, 'Editor');
  const { studies } = await ask<{ studies: { study_id: string }[] }>(
    page,
    '/api/studies/get',
    { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
    token,
  );
  for (const { study_id: id } of studies) {
    const { images } = await ask<{ images: { instance_id: string }[] }>(page, '/api/files/get', { id, ...SCOPE }, token);
    const entries = images.flatMap(({ instance_id }, n) =>
      STEPS.map((step, at) => ({
        instance_id,
        image_type: TYPES[n % TYPES.length],
        step,
        active_ms: Math.round(factor * (8 + 12 * at) * (1 + (n % TYPES.length)) * (1 + ((n * 7) % 5) / 4) * SECOND),
      })),
    );
    await ask(page, '/api/effort/add', { id, batch: crypto.randomUUID(), entries, ...SCOPE }, token);
  }
}

test('a reader works on an image, leaves, and finds the time in the statistics', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openEffort(page);
  await expect(effort(page)).toContainText('No time was measured in this project yet.');
  await page.goto('/studies');
  await openStudy(page, PROJECT, 'C02');
  const box = await canvas(page).boundingBox();
  const began = Date.now();
  for (let n = 0; n <= WORKS_S; n += 1) {
    await page.mouse.move((box?.x ?? 0) + 40 + 10 * n, (box?.y ?? 0) + 40);
    if (n < WORKS_S) await page.waitForTimeout(SECOND);
  }
  const added = page.waitForResponse(/effort\/add/);
  await page.getByRole('link', { name: 'Studies', exact: true }).click();
  expect((await added).status()).toBe(200);
  const stayed = (Date.now() - began) / SECOND;
  await openEffort(page);
  await expect(rowsOf(page)).toHaveCount(1);
  const cells = await rowsOf(page).getByRole('cell').allTextContents();
  expect(cells.slice(1, 3)).toEqual(['Selection', '1']);
  const median = secondsOf(cells[5] ?? null);
  expect(median).toBeGreaterThanOrEqual(WORKS_S - 1);
  expect(median).toBeLessThanOrEqual(Math.ceil(stayed) + 2);
  await expect(effort(page)).toContainText('Only you see these figures of your own time.');
  await effort(page).getByRole('button', { name: 'Per study' }).click();
  await expect(rowsOf(page)).toHaveText([/^Selection1/, /^All steps1/]);
  await look(page, 'effort-own', [page.getByRole('banner').first(), page.getByRole('note')]);
});

test('Data scientists see several readers together, and nothing of too few', async ({ page, newBrowser }) => {
  await enter(page, 'data@demo', 'Data scientist');
  for (const [email, factor] of [
    ['editor@demo', 0.8],
    ['editor2@demo', 1],
  ] as const)
    await addTimes(page, email, factor);
  await openEffort(page);
  await expect(rowsOf(page).first()).toContainText('too few');
  await expect(effort(page).getByText(/\d:\d\d/)).toHaveCount(0);
  await addTimes(page, 'several@demo', 1.4);
  await openEffort(page);
  const row = rowsOf(page).filter({ hasText: '4-chamber 2D' }).filter({ hasText: 'Segmentation' });
  await expect(row.getByRole('cell').nth(5)).toHaveText(/^\d+:\d\d$/);
  await expect(effort(page)).not.toContainText('@demo');
  await look(page, 'effort', [page.getByRole('banner').first(), page.getByRole('note')]);
  const viewer = await (await newBrowser()).newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await viewer.goto('/studies?project=demo-cycles-adult&tab=stats');
  await expect(viewer.getByRole('button', { name: 'Update now' })).toBeVisible();
  await expect(effort(viewer)).toHaveCount(0);
});
