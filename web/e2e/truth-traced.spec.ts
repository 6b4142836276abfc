/** Timing and tracing by pointer at the places of the truth give the true measurements. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { stripCurve, type Interpolation, type Position } from '@echometry/bindings/engine/drawing.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { Pixel, SpectrumBeat, SpectrumTruth, Truth } from '../../server/src/demo/plan/truth.ts';
import { FETAL_TARGET, importFolder, selectionAddress, TARGET } from './support/import-folder.ts';
import { writePhantoms } from './support/known-pixels.ts';
import { drawnCentre, viewOf } from './support/picture.ts';
import { REPOSITORY } from './support/repository.ts';
import { clickAt, keys, mode } from './support/segmentation.ts';
import { canvas, chooseImage, enter, expectPicture, expectSaved, frameNumber, label, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** Points of a contour that are clicked, of the 97 that are known: every fourth. */
const STATION_STEP = 4;
/** Points on an envelope from one named point to the next. */
const MID_POINTS = 6;
/** A press nearer to a point than 9 px of the screen takes that point. */
const APART_PX = 9.5;
/** CSS pixels of a column while an envelope is traced, at least. */
const SCALE = 2.4;

const at = ([x, y]: Pixel): Position => ({ x, y });
const measured = (page: Page, name: string) => page.getByTestId('measured').filter({ has: page.getByText(name, { exact: true }) });

/** The value that the panel shows; it has two decimals. */
async function expectValue(page: Page, name: string, truth: number, most: number): Promise<void> {
  const shown = measured(page, name).getByTestId('value');
  await expect(async () => {
    const value = Number(await shown.textContent());
    expect(Math.abs(value - truth), `${name}: ${value} for ${truth}`).toBeLessThanOrEqual(most + 0.005);
  }).toPass({ timeout: 15_000 });
}

/** A volume by the discs of Simpson, which is what the volume of a body of revolution is. */
async function expectVolume(page: Page, name: string, truth: number): Promise<void> {
  await measured(page, name).getByRole('button').click();
  await expect(page.getByTestId('jitter')).toContainText(/simpson [\d.]+ ml/);
  const text = (await page.getByTestId('jitter').textContent()) ?? '';
  const value = Number(/simpson ([\d.]+) ml/.exec(text)?.[1]);
  expect(Math.abs(value / truth - 1), `${name}: ${value} for ${truth}`).toBeLessThanOrEqual(0.015);
  await page.getByRole('button', { name: 'Close the explanation' }).click();
}

async function importPhantoms(
  page: Page,
  kinds: Parameters<typeof writePhantoms>[1],
  patient: string,
  target: Parameters<typeof importFolder>[1] = TARGET,
): Promise<Truth[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'journey-truth-'));
  const truths = await writePhantoms(folder, kinds, patient);
  const { studies } = await importFolder(folder, target);
  await rm(folder, { recursive: true, force: true });
  await page.goto(selectionAddress(studies[0] ?? '', target));
  return truths;
}

async function goTo(page: Page, step: string, image: RegExp): Promise<void> {
  await page.getByRole('link', { name: step, exact: true }).click();
  const thumbnail = thumbnails(page).filter({ hasText: image }).first();
  await thumbnail.click();
  await expect(thumbnail).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
}

/** Steps through the clip, frame by frame. */
async function toFrame(page: Page, frame: number): Promise<void> {
  await page.keyboard.press('Home');
  for (let now = await frameNumber(page); now < frame; now += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('frame-number')).toHaveText(String(frame));
}

/** Named points of the contour first, at the ring, then the others in their order. */
async function traceContour(page: Page, stations: readonly Pixel[]): Promise<void> {
  const last = stations.length - 1;
  const between = stations.filter((_, station) => station % STATION_STEP === 0 && station > 0 && station < last);
  for (const station of [stations[0], stations[last], ...between]) if (station) await clickAt(page, at(station));
}

test('a ventricle traced at its known contour has its length, volumes, ejection fraction and strain', async ({ page }) => {
  await enter(page, 'editor@demo');
  const [truth] = await importPhantoms(page, ['a4c'], 'J11');
  const beat = truth?.four_chamber?.beats[0];
  const frameAt = (frame: number) => truth?.four_chamber?.frames.find(({ frame_number }) => frame_number === frame);
  if (!beat) throw new Error('The truth has no beat');
  await chooseImage(page, 1);
  await label(page, 'View', 'A4C');
  await label(page, '2D type', /4-chamber/);
  await expectSaved(page);

  await goTo(page, 'Cycle timing', /4-cham/);
  await toFrame(page, beat.end_diastole_frame);
  await keys(page, 'd');
  await toFrame(page, beat.end_systole_frame);
  await keys(page, 's', 'f');
  await mode(page, 'Finished');

  await goTo(page, 'Segmentation', /4-cham/);
  for (const [frame, event] of [
    [beat.end_diastole_frame, 'End diastole'],
    [beat.end_systole_frame, 'End systole'],
  ] as const) {
    const known = frameAt(frame);
    if (!known) throw new Error(`The truth has no frame ${frame}`);
    await expect(page.getByRole('button', { name: event, exact: true })).toHaveAttribute('aria-pressed', 'true');
    await mode(page, 'Tracing LV endo');
    await traceContour(page, known.endo);
    await keys(page, 'f');
    await mode(page, 'Thickness of LV epi');
    await keys(page, 'f', ']');
  }
  await expectValue(page, 'LV length ED', beat.length_cm[0], 0.005 * beat.length_cm[0]);
  await expectValue(page, 'EF', beat.ef_pct, 1);
  await expectValue(page, 'LV-GLS', beat.gls_pct, 0.5);
  await expectVolume(page, 'LV EDV', beat.edv_ml);
  await expectVolume(page, 'LV ESV', beat.esv_ml);
  await expectSaved(page);
});

/** Marks the onsets of a strip and finishes. */
async function timeStrip(page: Page, image: RegExp, { beats, zero_y }: SpectrumTruth, cycles: number): Promise<readonly SpectrumBeat[]> {
  await goTo(page, 'Cycle timing', image);
  await mode(page, 'Marking onsets');
  const timed = beats.slice(0, cycles);
  for (const column of [...timed.map(({ onset_column }) => onset_column), timed.at(-1)?.next_onset_column ?? Number.NaN])
    await clickAt(page, { x: column, y: zero_y - 20 });
  await keys(page, 'f');
  await mode(page, 'Finished');
  return timed;
}

const rowAt = ({ envelope_y: rows, first_column: first }: SpectrumTruth, x: number): number => {
  const left = Math.min(Math.max(Math.floor(x - first), 0), rows.length - 2);
  const [a, b] = [rows[left] ?? Number.NaN, rows[left + 1] ?? Number.NaN];
  return a + (b - a) * (x - first - left);
};

/** Row of a curve at a column, from its positions x and y in turns. */
function curveRow(curve: Float64Array, x: number): number {
  for (let place = 0; place + 3 < curve.length; place += 2) {
    const [x0, y0, x1, y1] = curve.subarray(place, place + 4) as unknown as [number, number, number, number];
    if (x0 <= x && x <= x1) return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  throw new Error(`The curve has no column ${x}`);
}

/** Zooms in along the time of a strip, round a place: points of a steep flow lie near each other. */
async function stretch(page: Page, around: Position): Promise<void> {
  const box = await canvas(page).boundingBox();
  const place = drawnCentre(await viewOf(page), around);
  await page.mouse.move((box?.x ?? 0) + place.x, (box?.y ?? 0) + place.y);
  for (let step = 0; step < 10 && (await viewOf(page)).scale < SCALE; step += 1) {
    const { scale } = await viewOf(page);
    await page.keyboard.press('}');
    await expect.poll(async () => (await viewOf(page)).scale).toBeGreaterThan(scale);
  }
}

/** Traces the first cycle: the named points, then between them points that are taken from the curve to the envelope. */
async function traceFlow(page: Page, truth: SpectrumTruth, named: readonly Position[], interpolation: Interpolation): Promise<void> {
  await mode(page, 'Tracing');
  await stretch(page, { x: ((named[0]?.x ?? 0) + (named.at(-1)?.x ?? 0)) / 2, y: truth.zero_y });
  for (const point of named) await clickAt(page, point);
  await mode(page, 'Checking traces');
  await keys(page, '[');
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no picture');
  const placed = [...named];
  for (const [index, from] of named.entries()) {
    const to = named[index + 1];
    if (!to || (rowAt(truth, from.x + 1) === truth.zero_y && rowAt(truth, to.x - 1) === truth.zero_y)) continue;
    for (let mid = 1; mid <= MID_POINTS; mid += 1) {
      const x = from.x + ((to.x - from.x) * mid) / (MID_POINTS + 1);
      const [on, wanted] = [
        { x, y: curveRow(stripCurve(placed, interpolation), x) },
        { x, y: rowAt(truth, x) },
      ];
      const view = await viewOf(page);
      if (placed.some((point) => view.scale * Math.hypot(point.x - on.x, view.aspect * (point.y - on.y)) < APART_PX)) continue;
      const [start, end] = [drawnCentre(view, on), drawnCentre(view, wanted)];
      await page.mouse.move(box.x + start.x, box.y + start.y);
      await page.mouse.down();
      await page.mouse.move(box.x + end.x, box.y + end.y, { steps: 2 });
      await page.mouse.up();
      placed.splice(
        placed.findIndex((point) => point.x > x),
        0,
        wanted,
      );
    }
  }
}

test.describe('a spectrum traced at its known envelope', () => {
  test.beforeAll(async () => {
    await loadGeometry(new Uint8Array(await readFile(path.join(REPOSITORY, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'))));
  });

  test('has its velocity time integral, peak and times', async ({ page }) => {
    await enter(page, 'editor@demo');
    const [truth] = await importPhantoms(page, ['aortic'], 'J12');
    const spectrum = truth?.spectrum;
    const region = truth?.regions.find(({ region_spatial_format }) => region_spatial_format === 3);
    if (!spectrum || !region) throw new Error('The truth has no spectrum');
    await chooseImage(page, 1);
    await label(page, 'View', 'A5C');
    await label(page, 'Doppler type', 'Aortic outflow');
    await expectSaved(page);
    const [beat] = await timeStrip(page, /Aortic/, spectrum, 1);
    if (!beat) throw new Error('The truth has no beat');
    await goTo(page, 'Segmentation', /Aortic/);
    const event = (name: string): Position => {
      const found = beat.events.find((one) => one.name === name);
      if (!found) throw new Error(`The truth has no ${name}`);
      return { x: found.column, y: found.y };
    };
    const zero = (x: number): Position => ({ x, y: spectrum.zero_y });
    const named = [
      zero(beat.onset_column),
      zero(event('valve opening').x),
      event('maximum velocity'),
      zero(event('valve closure').x),
      zero(beat.next_onset_column),
    ];
    await traceFlow(page, spectrum, named, 'pchip');
    const value = (name: string): number => Number(beat.values[name]);
    await expectValue(page, 'VTI', value('vti_cm'), 0.005 * value('vti_cm'));
    await expectValue(page, 'Vmax', value('vmax_cm_s'), Math.abs(region.physical_delta_y));
    await expectValue(page, 'ET', 1000 * value('ejection_time_s'), 1000 * region.physical_delta_x);
    await expectValue(page, 'AT', 1000 * value('acceleration_time_s'), 1000 * region.physical_delta_x);
    await expectSaved(page);
  });

  test('has its pulsatility index', async ({ page }) => {
    await enter(page, 'editor@demo');
    const [truth] = await importPhantoms(page, ['umbilical'], 'J13', FETAL_TARGET);
    const spectrum = truth?.spectrum;
    if (!spectrum) throw new Error('The truth has no spectrum');
    await chooseImage(page, 1);
    await label(page, 'View', 'Umbilical cord');
    await label(page, 'Doppler type', 'Umbilical artery');
    await expectSaved(page);
    const [beat] = await timeStrip(page, /Umbilical/, spectrum, 1);
    if (!beat) throw new Error('The truth has no beat');
    await goTo(page, 'Segmentation', /Umbilical/);
    const peak = beat.events.find(({ name }) => name === 'maximum velocity');
    const notch = beat.events.find(({ name }) => name === 'notch');
    if (!peak || !notch) throw new Error('The truth has no peak');
    const named = [
      { x: beat.onset_column, y: rowAt(spectrum, beat.onset_column) },
      { x: peak.column, y: peak.y },
      { x: notch.column, y: notch.y },
      { x: beat.next_onset_column, y: rowAt(spectrum, beat.next_onset_column) },
    ];
    await traceFlow(page, spectrum, named, 'pchip');
    await expectValue(page, 'PI', Number(beat.values['pi']), 0.01 * Number(beat.values['pi']));
  });
});
