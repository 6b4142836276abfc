/** An Administrator asks for a second reading, and its reader starts again: the first one is hidden and kept. */
import { look } from './support/look.ts';
import { chooseProject, enter, openStudy, rowOf, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo readers fetal';
/** Read blind once. */
const PATIENT = 'S08';

test('a repeat is assigned on the screen, hides the first pass from its reader, and is assigned once', async ({ page, newBrowser }) => {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration\/projects/);
  await page.getByRole('button', { name: new RegExp(PROJECT) }).click();
  await page.getByRole('button', { name: /Repeat readings/ }).click();
  const panel = page.getByRole('complementary', { name: 'Repeat readings' });
  await expect(panel.getByTestId('reading')).toHaveCount(8);
  await panel.getByLabel('Find').fill(PATIENT);
  const reading = panel.getByRole('checkbox', { name: new RegExp(`^${PATIENT},`) });
  await expect(panel.getByText(/^Pass 1, saved/)).toBeVisible();
  await reading.check();
  await look(page, 'administration-repeat', [panel]);
  await panel.getByRole('button', { name: 'Repeat 1 study' }).click();
  await expect(page.getByText('blind@demo was asked to repeat 1 study.')).toBeVisible();
  await expect(panel.getByText(/^Pass 2 assigned .* by admin, not started$/)).toBeVisible();
  await expect(reading).toBeDisabled();

  const reader = await (await newBrowser()).newPage();
  await enter(reader, 'blind@demo', 'Blind editor');
  await chooseProject(reader, PROJECT);
  const row = rowOf(reader, PATIENT);
  await expect(row).toContainText('pass 2');
  await expect(row).not.toContainText('blind@demo');
  // A study with only the first pass mentions no passes.
  await expect(rowOf(reader, 'S07')).toContainText('blind@demo');
  await expect(rowOf(reader, 'S07')).not.toContainText('pass');
  await openStudy(reader, PROJECT, PATIENT);
});
