/** Inputs of common jobs, counted on the page, match docs/inputs.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { REPOSITORY } from './support/repository.ts';
import { clickAt, lineRow, mode, openSegmentation, tool } from './support/segmentation.ts';
import { enter, expectPicture, expectSaved, openStudy, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** Inputs by job, as documented. */
const STATED: ReadonlyMap<string, number> = new Map(
  readFileSync(path.join(REPOSITORY, 'docs', 'inputs.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, job, inputs] = line.split('|').map((cell) => cell.trim());
      return job === undefined || !/^\d+$/.test(inputs ?? '') ? [] : [[job, Number(inputs)] as const];
    }),
);

/** A person's hand, which counts: each press of a key or a button is one input, and so is a number that is typed. */
class Hand {
  readonly #page: Page;
  #inputs = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async keys(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.#page.keyboard.press(name);
      this.#inputs += 1;
    }
  }

  async picture(at: { x: number; y: number }): Promise<void> {
    await clickAt(this.#page, at);
    this.#inputs += 1;
  }

  async button(name: string): Promise<void> {
    await this.#page.getByRole('button', { name, exact: true }).click();
    this.#inputs += 1;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.#inputs += 1;
  }

  expect(job: string): void {
    expect(STATED.has(job), `${job} in docs/inputs.md`).toBe(true);
    expect(this.#inputs, job).toBe(STATED.get(job));
  }
}

async function openTiming(page: Page, patient: string, image: RegExp): Promise<void> {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', patient);
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  const thumbnail = thumbnails(page).filter({ hasText: image }).first();
  await thumbnail.click();
  await expect(thumbnail).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
  await mode(page, 'Finished');
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeEnabled();
  await page.keyboard.press('Shift+R');
}

const proposals = (page: Page) => page.getByRole('region', { name: 'Proposals' });

test('a clip is timed from its ECG', async ({ page }) => {
  await openTiming(page, 'C04', /A4C/);
  await mode(page, 'Marking end diastole');
  await expect(proposals(page)).toContainText(/\d marks proposed/);
  const hand = new Hand(page);
  await hand.keys('Enter', 'f');
  await mode(page, 'Finished');
  hand.expect('Time a clip with an ECG');
});

test('a Doppler strip is timed from its ECG', async ({ page }) => {
  await openTiming(page, 'C04', /Aortic stenosis/);
  await mode(page, 'Marking onsets');
  await expect(proposals(page)).toContainText('4 marks proposed by the ECG in the picture.');
  const hand = new Hand(page);
  await hand.keys('Enter', 'f');
  await mode(page, 'Finished');
  hand.expect('Time a Doppler strip with an ECG');
});

test('an M-Mode of three cycles is timed from its ECG', async ({ page }) => {
  await openTiming(page, 'C01', /LV M-Mode/);
  await mode(page, 'Marking onsets');
  await expect(proposals(page)).toContainText(/\d marks proposed by the ECG/);
  const hand = new Hand(page);
  await hand.keys('Enter', 'f');
  await mode(page, 'Marking end diastole');
  await hand.keys('Shift+D');
  await mode(page, 'Marking end systole');
  await expect(proposals(page)).toContainText(/\d marks? proposed/);
  await hand.keys('Enter');
  await expect(page.getByTestId('next-mark')).toHaveText('All marks are set.');
  await hand.keys('f');
  await mode(page, 'Finished');
  await expect(page.getByTestId('beat')).toHaveCount(3);
  hand.expect('Time an M-Mode of three cycles with an ECG');
});

/** Places of the points of a line in the order of their clicks: both ends first. */
function clicked({ points }: Line): { x: number; y: number }[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new Error('The line has no points');
  return [first, last, ...points.slice(1, -1)];
}

test('a ventricle is traced with its wall', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber/);
  const endo = image.segmentation[0]?.end_diastole?.lines?.[0];
  if (!endo) throw new Error('The demo has no traced ventricle');
  await mode(page, 'Finished');
  await tool(page, 'Remove all lines').click();
  await mode(page, 'Tracing LV endo');
  const hand = new Hand(page);
  for (const at of clicked(endo).slice(0, 10)) await hand.picture(at);
  await hand.keys('f');
  await mode(page, 'Thickness of LV epi');
  await hand.keys('f');
  await expect(lineRow(page, 'LV epi')).toBeVisible();
  hand.expect('Trace a ventricle and its wall by ten points');
});

test('the envelope of two cycles is traced', async ({ page }) => {
  await enter(page, 'editor@demo');
  const { cardiac_events } = await openSegmentation(page, 'Demo cycles adult', 'C01', /Aortic outflow/);
  await mode(page, 'Finished');
  await page.keyboard.press('Shift+R');
  await expectSaved(page);
  const envelope = page.getByRole('region', { name: 'Envelope' });
  const hand = new Hand(page);
  await hand.keys('v');
  for (const cycle of cardiac_events.slice(0, 2).keys()) {
    await expect(envelope).toContainText(`Offered for cycle ${cycle + 1}.`);
    await hand.keys('y');
    await expect(page.getByTestId('trace').nth(cycle)).toHaveAttribute('data-progress', 'traced');
  }
  await hand.keys('f');
  hand.expect('Trace two cycles by their envelope');
});

test('a length is measured', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C01', /2-cham/);
  const before = await page.getByTestId('caliper').count();
  const hand = new Hand(page);
  await hand.keys('k');
  await expect(page.getByText('next: A')).toBeVisible();
  await hand.picture({ x: 300, y: 300 });
  await hand.picture({ x: 360, y: 340 });
  await expect(page.getByText('All points are placed')).toBeVisible();
  await hand.keys('Enter');
  await expect(page.getByTestId('caliper')).toHaveCount(before + 1);
  hand.expect('Measure a length');
});

test('an image is calibrated by a known distance', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C02', /4-cham/);
  const chip = page.getByTestId('scale-chip');
  const hand = new Hand(page);
  await hand.button((await chip.getAttribute('aria-label')) ?? (await chip.innerText()));
  await hand.button('Distance');
  await hand.picture({ x: 300, y: 300 });
  await hand.picture({ x: 300, y: 400 });
  await expect(page.getByRole('textbox', { name: 'Distance between the points' })).toBeFocused();
  await hand.type('5');
  await hand.keys('Enter');
  await expect(chip).toContainText('typed scale');
  hand.expect('Calibrate an image by a distance');
});
