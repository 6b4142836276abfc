/** Gold cases with tolerances become a course; its reader reads a case, sees the differences, and opens the next. */
import type { Page } from '@playwright/test';
import { type AnswerOf, type BodyOf, type Call, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { look } from './support/look.ts';
import { chooseProject, enter, rowOf, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const PROJECT = 'Demo cycles adult';
const SCOPE = { db_name: 'demo_cycles_adult', medical_data_type: 'US' } as const;
const EDITOR = 'editor@demo';
const READER = 'blind@demo';
/** Complete, and not known to the reader. */
const PATIENTS = ['C07', 'C04'];
/** Columns by which the reader's contours are off. */
const SHIFT_PX = 12;

/** A call as the person of a page makes it. */
async function ask<C extends Call>(page: Page, call: C, body: BodyOf<C>): Promise<AnswerOf<C>> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('echometry.login') ?? '{}') as { role_token: string }).role_token,
  );
  const reply = await postFrom(page, `/api/${call.path}`, { headers: { [TOKEN_HEADER]: token }, data: body });
  expect(reply.ok(), call.path).toBe(true);
  return (await reply.json()) as AnswerOf<C>;
}

/** Ids of the studies, in the order of the course. */
async function idsOf(page: Page): Promise<string[]> {
  const body = { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name } as const;
  const { studies } = await ask(page, CALLS.studiesGet, body);
  return PATIENTS.map((patient) => studies.find(({ patient_show }) => patient_show === patient)!.study_id);
}

/** Finishes the reviews of the Editor's work as it is. */
async function finishReviews(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { review } = await ask(page, CALLS.reviewsGet, { id, editor: EDITOR, ...SCOPE });
    if (review === null || review.state === 'finished') continue;
    const images = review.images.map((image) => ({ ...image, validated: true }));
    await ask(page, CALLS.reviewsValidate, {
      id,
      editor: EDITOR,
      ...SCOPE,
      control: false,
      review: images,
      missing_images: review.missing_images,
      base_version: review.version,
      reason: 'A consensus for a course.',
    });
  }
}

/** The reader's own reading: the Editor's, with every contour some columns to the right. */
async function read(editor: Page, reader: Page, id: string): Promise<void> {
  const { analysis } = await ask(editor, CALLS.analysisGet, { id, ...SCOPE });
  const shifted = (analysis?.images ?? []).map((image) => ({
    ...image,
    segmentation: image.segmentation.map((cycle) =>
      Object.fromEntries(
        Object.entries(cycle).map(([event, of]) => [
          event,
          event.startsWith('end_') && image.modality === '2D'
            ? {
                lines: (of as { lines: { points: { x: number }[] }[] }).lines.map((line) => ({
                  ...line,
                  points: line.points.map((point) => ({ ...point, x: point.x + SHIFT_PX })),
                })),
              }
            : of,
        ]),
      ),
    ),
    measurements: image.measurements.map((one) =>
      one.name === 'EF' && one.aggregate !== undefined ? { ...one, aggregate: one.aggregate - 9 } : one,
    ),
  }));
  await ask(reader, CALLS.analysisUpdate, {
    id,
    editor: READER,
    project: 'demo-cycles-adult',
    ...SCOPE,
    images: shifted,
    missing_images: analysis?.missing_images ?? [],
    base_version: null,
    validated: false,
    study_state: 'Incomplete',
  });
}

test('gold cases with tolerances become a course, whose reader sees the differences after each case', async ({ page, newBrowser }) => {
  test.slow();
  await enter(page, EDITOR);
  const ids = await idsOf(page);
  const reviewers: Page[] = [];
  for (const email of ['reviewer@demo', 'several@demo', 'consensus@demo']) {
    const reviewer = await (await newBrowser()).newPage();
    await signIn(reviewer, email);
    if (reviewer.url().includes('accept-terms')) {
      await reviewer.getByRole('checkbox', { name: /terms of use/ }).check();
      await reviewer.getByRole('checkbox', { name: /research only/ }).check();
      await reviewer.getByRole('button', { name: 'Accept' }).click();
    }
    await takeRole(reviewer, 'Reviewer', /\/review/);
    await finishReviews(reviewer, ids);
    reviewers.push(reviewer);
  }

  // The one is marked on the Validation page, the other one by the Admin.
  const [, , settler] = reviewers;
  await settler!.reload();
  await chooseProject(settler!, PROJECT);
  await rowOf(settler!, 'C07')
    .filter({ has: settler!.getByRole('cell', { name: EDITOR, exact: true }) })
    .click();
  await settler!.waitForURL(/\/validation/);
  await settler!.getByRole('button', { name: 'Make gold case' }).click();
  const dialog = settler!.getByRole('dialog', { name: 'Tolerances of the gold case' });
  await expect(dialog.getByRole('textbox', { name: 'Tolerance of EF, 4-chamber 2D' })).toHaveValue('7 %');
  await expect(dialog.getByText('Akil 2024', { exact: false }).first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Tolerance of LV endo, mean distance, 4-chamber 2D' }).fill('2');
  await look(settler!, 'gold-tolerances', [dialog]);
  await dialog.getByRole('button', { name: 'Make gold case' }).click();
  await expect(settler!.getByRole('button', { name: 'Gold case', exact: true })).toHaveAttribute('aria-pressed', 'true');

  const admin = await (await newBrowser()).newPage();
  await signIn(admin, 'admin@demo');
  await takeRole(admin, 'Admin', /\/administration\/projects/);
  await admin.getByRole('button', { name: new RegExp(PROJECT) }).click();
  await admin.getByRole('button', { name: /^Assignments/ }).click();
  const panel = admin.getByRole('complementary', { name: 'Assignments' });
  await panel.getByRole('button', { name: 'Gold cases', exact: true }).click();
  await expect(panel.getByText(/\d+ tolerances/)).toBeVisible();
  await panel.getByRole('checkbox', { name: /^C04,/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Make gold case' }).click();
  await expect(panel.getByRole('checkbox', { name: /^C04,/ })).toBeChecked();
  await panel.getByRole('button', { name: 'Courses', exact: true }).click();
  await panel.getByLabel('Name of the course').fill('Apical views');
  for (const patient of PATIENTS) {
    await panel.getByRole('combobox', { name: 'Cases' }).click();
    await admin.getByRole('option', { name: new RegExp(`^${patient},`) }).click();
  }
  await admin.keyboard.press('Escape');
  await panel.getByRole('combobox', { name: 'Blind editors' }).click();
  await admin.getByRole('option', { name: READER }).click();
  await admin.keyboard.press('Escape');
  await expect(panel.getByTestId('planned-course')).toHaveText([/blind@demo20$/]);
  await look(admin, 'administration-course', [panel]);
  await panel.getByRole('button', { name: 'Make course with 2 readings' }).click();
  await expect(admin.getByText('Course Apical views made', { exact: false })).toBeVisible();

  const reader = await (await newBrowser()).newPage();
  await enter(reader, READER, 'Blind editor');
  await reader.getByRole('link', { name: /^Inbox of all projects/ }).click();
  const entry = reader.getByTestId('inbox-row').filter({ hasText: 'C07' });
  await expect(entry).toContainText('Apical views, case 1 of 2');
  await look(reader, 'inbox-course', [reader.getByRole('table'), reader.getByRole('note')]);
  await read(page, reader, ids[0]!);
  await reader.reload();
  await entry.getByRole('button', { name: /Show feedback/ }).click();
  await reader.waitForURL(/\/feedback\?/);
  await expect(reader.getByText(/Your reading of this case is complete/)).toBeVisible();
  await look(reader, 'course-feedback-asked', [reader.getByRole('button', { name: /^Show feedback/ })]);
  await reader.keyboard.press('Enter');
  const images = reader.getByTestId('feedback-image');
  await expect(images.first()).toContainText(/outside/);
  await images.filter({ hasText: '4-chamber 2D' }).click();
  const feedback = reader.getByRole('complementary', { name: 'Feedback' });
  const ef = feedback.getByTestId('feedback-value').filter({ hasText: 'EF' });
  await expect(ef).toContainText('-9.00 %');
  await expect(ef).toContainText('7 % · outside');
  await ef.getByRole('button', { name: 'EF' }).click();
  await expect(feedback.getByTestId('feedback-rule')).toContainText('EDV');
  await expect(feedback.getByTestId('feedback-line').first()).toContainText(/2 mm · (within|outside)/);
  await expect(reader.locator('svg [data-reader=true]')).toHaveCount(2);
  await reader.keyboard.press('o');
  await expect(reader.locator('svg [data-reader=true]')).toHaveCount(1);
  await reader.keyboard.press('o');
  await reader.keyboard.press('o');
  await look(reader, 'course-feedback', [reader.getByRole('toolbar', { name: 'Feedback' }), feedback]);

  // On to the next case, which is not read yet.
  await reader.keyboard.press('n');
  await reader.waitForURL(/\/(preview|selection)\?.*C04/);

  // The results, for the reader and for the Admin.
  await reader.goto('/courses?project=demo-cycles-adult');
  await expect(reader.getByTestId('course-case')).toHaveText([/Case 1: C07.*feedback seen/, /Case 2: C04.*to do/]);
  await expect(reader.getByTestId('course-share').filter({ hasText: /^EF 4-chamber/ })).toContainText('0 of 1');
  await look(reader, 'courses', [reader.getByRole('banner').first()]);
  await panel.getByRole('link', { name: 'Courses and results' }).click();
  await admin.waitForURL(/\/courses\?/);
  await admin.getByRole('link', { name: 'Feedback', exact: true }).click();
  await expect(admin.getByTestId('feedback-image').first()).toBeVisible();
});
