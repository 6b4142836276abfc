/** The one drawing surface: what it shows survives the card, and every image that takes its turn is drawn. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { colourAt, drawnCentre, photograph, viewOf } from './support/picture.ts';
import { SIGNED_FILES, canvas, chooseImage, enter, expectPicture, openStudy, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { EXPLICIT_LITTLE_ENDIAN, plain, writeStudy } from './support/wrapped.ts';

/** Two fields next to each other, of one colour each. */
const COLUMNS = 64;
const ROWS = 32;
const HALF = COLUMNS / 2;
/** Rounding between the samples and the screen, of 255. */
const LEVELS = 2;

type Rgb = readonly [number, number, number];

const halves = (left: readonly number[], right: readonly number[]): Buffer =>
  Buffer.from(Array.from({ length: ROWS * COLUMNS }, (_, at) => (at % COLUMNS < HALF ? left : right)).flat());

const RED: Rgb = [200, 40, 30];
const GREEN: Rgb = [20, 160, 60];
const BLUE: Rgb = [40, 60, 220];
const WHITE: Rgb = [250, 250, 250];

/** A palette of 8-bit entries: 1 is blue, 2 is white. */
function palette(): Record<string, ArrayBuffer | number[]> {
  const names = ['Red', 'Green', 'Blue'];
  return Object.fromEntries(
    names.flatMap((name, channel): [string, ArrayBuffer | number[]][] => {
      const entries = new Uint8Array(256);
      entries[1] = BLUE[channel] ?? 0;
      entries[2] = WHITE[channel] ?? 0;
      return [
        [`${name}PaletteColorLookupTableDescriptor`, [256, 0, 8]],
        [`${name}PaletteColorLookupTableData`, entries.buffer],
      ];
    }),
  );
}

const picture = { syntax: EXPLICIT_LITTLE_ENDIAN, rows: ROWS, columns: COLUMNS };
const PICTURES = [
  {
    wrapped: plain(
      { ...picture, name: 'rgb', elements: { SamplesPerPixel: 3, PlanarConfiguration: 0, PhotometricInterpretation: 'RGB' } },
      halves(RED, GREEN),
    ),
    shown: [RED, GREEN],
  },
  {
    wrapped: plain(
      { ...picture, name: 'palette', elements: { PhotometricInterpretation: 'PALETTE COLOR', ...palette() } },
      halves([1], [2]),
    ),
    shown: [BLUE, WHITE],
  },
] as const;

let study = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'journey-surface-'));
  try {
    await writeStudy(
      folder,
      'JOURNEY-SURFACE',
      PICTURES.map(({ wrapped }) => wrapped),
    );
    const report = await importFolder(folder);
    expect(report.skipped).toEqual([]);
    study = report.studies[0] ?? '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Faults of the two fields on the screen; empty when they have their colours. */
async function wrongFields(page: Page, shown: readonly Rgb[]): Promise<string[]> {
  const view = await viewOf(page);
  const screen = await photograph(page);
  return shown.flatMap((colour, field) => {
    const found = colourAt(screen, drawnCentre(view, { x: (field + 0.5) * HALF, y: ROWS / 2 }));
    return found.every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) <= LEVELS)
      ? []
      : [`field ${field + 1}: ${found.join(', ')} for ${colour.join(', ')}`];
  });
}

test('the picture comes back when the card has lost it, of colour and of a palette', async ({ page, faults }) => {
  faults.expect(/CONTEXT_LOST_WEBGL|context lost/i);
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  for (const [index, { shown }] of PICTURES.entries()) {
    await chooseImage(page, index + 1);
    await expect.poll(() => wrongFields(page, shown)).toEqual([]);
    await canvas(page).evaluate(async (element: HTMLCanvasElement) => {
      const card = element.getContext('webgl')?.getExtension('WEBGL_lose_context');
      if (!card) throw new Error('The context cannot be lost');
      const event = (name: string): Promise<unknown> =>
        new Promise((resolve) => {
          element.addEventListener(name, resolve, { once: true });
        });
      const lost = event('webglcontextlost');
      card.loseContext();
      await lost;
      const restored = event('webglcontextrestored');
      // Not in the event itself, where the browser forbids it.
      setTimeout(() => {
        card.restoreContext();
      }, 0);
      await restored;
    });
    await expect.poll(() => wrongFields(page, shown)).toEqual([]);
  }
});

test('an image left before its file came does not keep the next one from being drawn', async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held: string | null = null;
  // The file of the first image is held until the other is there.
  await page.route(SIGNED_FILES, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    // Icons are images of the page; files are fetched.
    if (request.resourceType() === 'fetch') held ??= pathname;
    if (pathname === held) await released;
    await route.continue().catch(() => undefined);
  });
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => held).not.toBeNull();
  await expect(canvas(page)).toBeAttached();
  expect(await canvas(page).getAttribute('data-frame'), 'nothing came yet').toBeNull();
  await thumbnails(page).nth(1).click();
  await expectPicture(page);
  await expect.poll(() => wrongFields(page, PICTURES[1].shown)).toEqual([]);
  // A late file changes nothing.
  release();
  await chooseImage(page, 1);
  await expect.poll(() => wrongFields(page, PICTURES[0].shown)).toEqual([]);
});

test('a player that was closed before its file came leaves the surface to the next one', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await expect.poll(() => wrongFields(page, PICTURES[0].shown).catch(String)).toEqual([]);
  // Away and back before the other image is looked up: the image opens by the address known already, then by the new one.
  await page.evaluate(() => {
    const [first, second] = document.querySelectorAll<HTMLElement>('[data-testid=thumbnail]');
    second?.click();
    queueMicrotask(() => {
      first?.click();
    });
  });
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
  await expect.poll(() => wrongFields(page, PICTURES[0].shown)).toEqual([]);
});

/** Frames of the screen that a page is watched for. */
const WATCHED = 30;

/** How often the page asks to draw while the screen shows some frames. */
const asked = (page: Page): Promise<number> =>
  page.evaluate(async (frames) => {
    const { requestAnimationFrame } = window;
    let count = 0;
    window.requestAnimationFrame = (callback) => {
      count += 1;
      return requestAnimationFrame(callback);
    };
    for (let frame = 0; frame < frames; frame += 1) await new Promise<number>((shown) => requestAnimationFrame(shown));
    window.requestAnimationFrame = requestAnimationFrame;
    return count;
  }, WATCHED);

test('a still picture asks for nothing to be drawn, a playing one for every frame of the screen', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A01');
  // Away from the thumbnails, which play under the pointer.
  await canvas(page).hover();
  await expect(page.getByTitle(/^(\d+) of \1 frames decoded$/)).toBeVisible();
  expect(await asked(page)).toBe(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await asked(page)).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await asked(page)).toBe(0);
});
