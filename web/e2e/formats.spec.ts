/** Samples that no texture holds as they are, and colours that a person knows better than the file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { colourAt, drawnCentre, photograph, viewOf } from './support/picture.ts';
import { chooseImage, enter, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { EXPLICIT_LITTLE_ENDIAN, JPEG_BASELINE, plain, still, writeStudy, type Wrapped } from './support/wrapped.ts';

/** Four columns of one colour each. */
const COLUMNS = 64;
const ROWS = 32;
const BAND = COLUMNS / 4;
/** Rounding of samples, codec and screen, of 255. */
const LEVELS = 3;

type Rgb = readonly [number, number, number];

/** Samples of a picture of bands, each band's given for one pixel. */
const bands = (pixels: readonly Buffer[]): Buffer =>
  Buffer.concat(Array.from({ length: ROWS * COLUMNS }, (_, at) => pixels[Math.floor((at % COLUMNS) / BAND)] ?? Buffer.alloc(0)));

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const f32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const u16s = (values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(2);
      bytes.writeUInt16LE(value);
      return bytes;
    }),
  );

const picture = (name: string, elements: Wrapped['elements'], syntax = EXPLICIT_LITTLE_ENDIAN) => ({
  name,
  syntax,
  rows: ROWS,
  columns: COLUMNS,
  elements,
});

/** Luma and chroma of full range (ITU-R BT.601). */
function ycc([red, green, blue]: Rgb): Rgb {
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402];
}

const COLOURS: readonly Rgb[] = [
  [200, 40, 40],
  [40, 180, 60],
  [50, 70, 210],
  [128, 128, 128],
];
const grey = (...levels: number[]): Rgb[] => levels.map((level) => [level, level, level]);

/** Expected look of each picture, worked by hand. */
const DEEP: readonly { wrapped: Wrapped; shown: readonly Rgb[] }[] = [
  // Without a window the smallest sample is black and the largest white.
  {
    wrapped: plain(
      picture('whole-32', { BitsAllocated: 32, BitsStored: 32, HighBit: 31 }),
      bands([1_000_000, 1_500_000, 2_000_000, 3_000_000].map(u32)),
    ),
    shown: grey(0, 63.75, 127.5, 255),
  },
  // A window from 0 to 2.
  {
    wrapped: plain(
      picture('float', { BitsAllocated: 32, BitsStored: 32, HighBit: 31, WindowCenter: 1, WindowWidth: 2 }),
      bands([-5, 0.5, 1, 9].map(f32)),
      { float: true },
    ),
    shown: grey(0, 63.75, 127.5, 255),
  },
  {
    wrapped: plain(
      picture('ybr-16', {
        SamplesPerPixel: 3,
        PlanarConfiguration: 0,
        PhotometricInterpretation: 'YBR_FULL',
        BitsAllocated: 16,
        BitsStored: 16,
        HighBit: 15,
      }),
      bands(COLOURS.map((colour) => u16s(ycc(colour).map((value) => Math.round(value * 256))))),
    ),
    shown: COLOURS,
  },
  {
    wrapped: plain(
      picture('monochrome1', { PhotometricInterpretation: 'MONOCHROME1' }),
      bands([0, 85, 170, 255].map((level) => Buffer.from([level]))),
    ),
    shown: grey(255, 170, 85, 0),
  },
  {
    wrapped: plain(picture('bits-4', { BitsStored: 4, HighBit: 3 }), bands([0, 5, 10, 15].map((level) => Buffer.from([level])))),
    shown: grey(0, 85, 170, 255),
  },
];

async function imported(patient: string, pictures: readonly Wrapped[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'journey-formats-'));
  try {
    await writeStudy(folder, patient, pictures);
    const report = await importFolder(folder);
    expect(report.skipped).toEqual([]);
    expect(report.imported).toBe(pictures.length);
    return report.studies[0] ?? '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function expectBands(page: Page, expected: readonly Rgb[]): Promise<void> {
  const view = await viewOf(page);
  const screen = await photograph(page);
  for (const [band, colour] of expected.entries()) {
    const found = colourAt(screen, drawnCentre(view, { x: (band + 0.5) * BAND, y: ROWS / 2 }));
    for (const [channel, value] of found.entries())
      expect(
        Math.abs(value - (colour[channel] ?? 0)),
        `band ${band + 1}: ${found.join(', ')} for ${colour.join(', ')}`,
      ).toBeLessThanOrEqual(LEVELS);
  }
}

test('grey of 32 bits and of floating point, chroma of 16 bits, turned and shallow grey are drawn', async ({ page }) => {
  test.setTimeout(120_000);
  const study = await imported(
    'JOURNEY-DEEP',
    DEEP.map(({ wrapped }) => wrapped),
  );
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await expect(thumbnails(page)).toHaveCount(DEEP.length);
  for (const [index, { shown, wrapped }] of DEEP.entries()) {
    await chooseImage(page, index + 1);
    await test.step(wrapped.name, () => expectBands(page, shown));
  }
});

test('a user chooses the colours of a JPEG by key: a Viewer for the open study, an Editor for everybody', async ({ page }) => {
  test.setTimeout(120_000);
  await enter(page, 'viewer@demo', 'Viewer');
  // The browser's own encoder writes luma and chroma.
  const jpeg = Buffer.from(
    await page.evaluate(
      ({ colours, columns, rows }) => {
        const surface = document.createElement('canvas');
        surface.width = columns;
        surface.height = rows;
        const context = surface.getContext('2d');
        if (!context) throw new Error('no 2D context');
        for (const [band, colour] of colours.entries()) {
          context.fillStyle = `rgb(${colour.join(' ')})`;
          context.fillRect((band * columns) / 4, 0, columns / 4, rows);
        }
        return surface.toDataURL('image/jpeg', 1).split(',')[1] ?? '';
      },
      { colours: COLOURS.map((colour) => [...colour]), columns: COLUMNS, rows: ROWS },
    ),
    'base64',
  );
  const colour = { SamplesPerPixel: 3, PlanarConfiguration: 0, PhotometricInterpretation: 'YBR_FULL_422' };
  const study = await imported('JOURNEY-COLOUR', [
    still(picture('jpeg', colour, JPEG_BASELINE), jpeg),
    plain(picture('plain', { ...colour, PhotometricInterpretation: 'RGB' }), bands(COLOURS.map((values) => Buffer.from(values)))),
  ]);
  await page.goto(selectionAddress(study));
  await chooseImage(page, 1);
  await expectBands(page, COLOURS);

  const tone = page.getByRole('button', { name: 'Brightness and contrast' });
  const colours = page.getByRole('radiogroup', { name: 'Colours' });
  await tone.click();
  await colours.getByRole('radio', { name: 'As stored' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(colours.getByRole('radio', { name: 'RGB' })).toBeChecked();
  await page.keyboard.press('Escape');
  // Luma and chroma taken for red, green and blue.
  await expect(async () => {
    await expectBands(page, COLOURS.map(ycc));
  }).toPass();

  // Where nothing can be chosen there is nothing to choose, and the other image keeps its own.
  await chooseImage(page, 2);
  await tone.click();
  await expect(page.getByText('Contrast', { exact: false }).first()).toBeVisible();
  await expect(colours).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectBands(page, COLOURS);
  await chooseImage(page, 1);
  await expectBands(page, COLOURS.map(ycc));
  // The choice of a Viewer is kept until the study is closed.
  await page.reload();
  await chooseImage(page, 1);
  await expectBands(page, COLOURS);

  // The choice of an Editor is stored with the image until it is reset.
  await enter(page, 'editor@demo', 'Editor');
  await page.goto(selectionAddress(study));
  await chooseImage(page, 1);
  for (const [key, shown] of [
    ['ArrowRight', COLOURS.map(ycc)],
    ['ArrowLeft', COLOURS],
  ] as const) {
    const stored = page.waitForResponse((answer) => answer.url().endsWith('/files/set_colours') && answer.ok());
    await tone.click();
    await colours.getByRole('radio', { checked: true }).focus();
    await page.keyboard.press(key);
    await stored;
    await page.reload();
    await chooseImage(page, 1);
    await expectBands(page, shown);
  }
});
