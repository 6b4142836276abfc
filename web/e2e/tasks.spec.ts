/** The list of tasks: studies in which something is left to do, each with its next step, and the way there. */
import { look } from './support/look.ts';
import { chooseProject, enter, expectPicture, openStudy, rowOf, rows, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('studies with something left to do, each with its next step, and a click leads there', async ({ page }) => {
  await enter(page, 'editor@demo');
  await chooseProject(page, 'Demo cycles adult');
  await expect(rows(page)).toHaveCount(7);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.waitForURL(/\/tasks\?project=demo-cycles-adult/);
  await expect(page.getByRole('link', { name: 'Tasks', exact: true })).toHaveAttribute('aria-current', 'page');
  // A complete study is not a task; in C02 the first reference is timed and not traced yet, in C05 its strip is not timed.
  await expect(rowOf(page, 'C01')).toHaveCount(0);
  await expect(rowOf(page, 'C02')).toContainText('Trace 4-chamber 2D');
  await expect(rowOf(page, 'C05')).toContainText('Time the cycles of Aortic outflow');
  await look(page, 'tasks', [page.getByRole('banner').first(), page.getByRole('table'), page.getByRole('note')]);
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(page.getByRole('columnheader', { name: 'Next step' })).toHaveAttribute('aria-sort', 'descending');
  await rowOf(page, 'C05').click();
  await page.waitForURL(/\/cycletiming\?.*image=/);
  await expectPicture(page);
});

test('a Reviewer sees the reviews that are left, each with its next step', async ({ page }) => {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, 'Demo adult');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.waitForURL(/\/tasks\?project=demo-adult/);
  // The review of A01 is finished; that of A04 is a draft, and its blind work was never looked at.
  await expect(rowOf(page, 'A01')).toHaveCount(0);
  await expect(rowOf(page, 'A04').filter({ hasText: 'Finish the review' })).toContainText('a draft');
  await rowOf(page, 'A04').filter({ hasText: 'Finish the review' }).click();
  await page.waitForURL(/\/validation/);
});

test('a Viewer has no tasks', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await expect(page.getByRole('link', { name: 'Tasks', exact: true })).toHaveCount(0);
  await page.goto('/tasks');
  await expect(page.getByText('URL not compatible')).toBeVisible();
});

test('the clinical data tab opens the address of the project in a new tab', async ({ page, context }) => {
  const address = 'http://127.0.0.1:9/records';
  await page.route(/projects\/get\/demo-adult$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), clinical_data_url: address } });
  });
  await context.route(`${address}**`, (route) => route.fulfill({ body: 'records', contentType: 'text/plain' }));
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A04');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Clinical data' }).click();
  expect(new URL((await opened).url() || address).origin).toBe(new URL(address).origin);
  await expect(page).toHaveURL(/\/selection/);
});
