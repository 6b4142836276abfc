/** Quality gates: an Administrator sets them, everybody who leads the project sees them, and a release requires them. */
import { chooseProject, signIn, takeRole } from './support/steps.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo adult';

test('quality gates are set in a project, lead to what fails, and keep a release from being made', async ({ page, newBrowser }) => {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration\/projects/);
  await page.getByRole('button', { name: new RegExp(PROJECT) }).click();
  await page.getByRole('button', { name: /^Data type/ }).click();
  await page.getByRole('switch', { name: 'Studies that lack a required view, at most' }).check();
  await page.getByRole('switch', { name: 'Open issues of reviews, at most' }).check();
  await page.getByRole('switch', { name: 'No drift of a reader' }).check();
  await page.getByRole('textbox', { name: 'Largest share of studies that lack a view, %' }).fill('0');
  await page.getByRole('checkbox', { name: 'A release requires that all gates are met' }).check();
  await page.getByRole('heading', { name: /^Quality gates/ }).scrollIntoViewIfNeeded();
  await look(page, 'administration-gates', [page.getByRole('button', { name: /^Save as version/ })]);
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByText(/saved as version/i)).toBeVisible();

  const scientist = await (await newBrowser()).newPage();
  await signIn(scientist, 'data@demo');
  await takeRole(scientist, 'Data scientist', /\/export/);
  await scientist.goto('/studies');
  await chooseProject(scientist, PROJECT);
  await scientist.getByRole('link', { name: 'Project statistics' }).click();
  await scientist.waitForURL(/tab=stats/);
  const gates = scientist.getByRole('region', { name: 'QUALITY GATES', exact: true });
  await expect(gates.getByTestId('gate-views')).toContainText('not met');
  await expect(gates.getByTestId('gate-issues')).toContainText('met');
  await expect(gates.getByTestId('gate-drift')).toContainText('nothing to judge yet');
  await look(scientist, 'statistics-gates', [scientist.getByRole('banner').first(), scientist.getByRole('note')]);
  await scientist.keyboard.press('7');
  await expect(gates.getByTestId('gate-views')).toBeHidden();
  await scientist.keyboard.press('7');

  await scientist.goto('/export');
  await scientist.getByRole('tab', { name: PROJECT, exact: true }).click();
  await scientist.getByRole('button', { name: 'Releases' }).click();
  await scientist.getByRole('textbox', { name: 'Name' }).fill('ventricles');
  await scientist.getByRole('textbox', { name: 'Publisher' }).fill('Example Hospital');
  await scientist.getByRole('button', { name: 'Make release' }).click();
  await expect(scientist.getByText(/^Quality gates of the project are not met: missing views, drift of readers/)).toBeVisible();
});
