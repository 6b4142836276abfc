/** Clips whose frames carry their number: what is on the screen is the frame that was asked for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { BITS, BLOCK, FRAMES, numberShown, seek } from './support/numbered-frames.ts';
import { canvas, chooseImage, enter, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { clip, writeStudy } from './support/wrapped.ts';

const H264 = '1.2.840.10008.1.2.4.102';
const H264_FRAGMENTABLE = '1.2.840.10008.1.2.4.104.1';
const HEVC = '1.2.840.10008.1.2.4.107';
const MPEG2 = '1.2.840.10008.1.2.4.100';

/** Shown by Chromium's own decoder of H.264; the others where the browser has one. Of the first every frame is asked for. */
const SHOWN = [
  ['avc.mp4', H264, FRAMES],
  ['avc-front.mp4', H264, 6],
  ['avc-fragments.mp4', H264, FRAMES],
  ['avc.264', H264_FRAGMENTABLE, 12],
  ['avc.mpegts', H264, 12],
  ['avc-interlaced.264', H264, 12],
] as const;
const REST = [
  ['hevc.mp4', HEVC],
  ['hevc.265', HEVC],
  ['mpeg2.mpegts', MPEG2],
  ['mpeg2.mpg', MPEG2],
  ['mpeg2.m2v', MPEG2],
] as const;

let folder = '';
let study = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), 'journey-video-'));
  await writeStudy(folder, 'JOURNEY-VIDEO', await Promise.all([...SHOWN, ...REST].map(([file, syntax]) => clip(file, syntax))));
  const report = await importFolder(folder);
  expect(report.skipped, 'every video is imported').toEqual([]);
  expect(report.imported).toBe(SHOWN.length + REST.length);
  study = report.studies[0] ?? '';
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** All frames in an order without pattern, the same in every run. */
function shuffled(): number[] {
  const order = Array.from({ length: FRAMES }, (_, index) => index + 1);
  let state = 12_345;
  for (let at = order.length - 1; at > 0; at -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const other = Math.floor((state / 2 ** 31) * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

for (const [index, [file, , count]] of SHOWN.entries()) {
  test(`frames of ${file}, asked for in random order, are the ones shown: ${count} of ${FRAMES}`, async ({ page }) => {
    test.setTimeout(180_000);
    await enter(page, 'viewer@demo', 'Viewer');
    await page.goto(selectionAddress(study));
    await chooseImage(page, index + 1);
    await expect(page.getByTestId('position')).toContainText('25 fps');
    for (const frame of shuffled().slice(0, count)) {
      await seek(page, frame);
      expect(await numberShown(page), `frame ${frame}`).toBe(frame);
    }
  });
}

/** The number that the blocks of the small picture show, and the one it is labelled with: both of one moment. */
function previewed(page: Page): Promise<{ number: number; frame: number }> {
  return page.getByTestId('hover-preview').evaluate(
    (element: HTMLCanvasElement, { bits, block, columns, rows }) => {
      const context = element.getContext('2d');
      if (!context) throw new Error('no 2D context');
      const scale = Math.min(element.width / columns, element.height / rows);
      const [left, top] = [(element.width - columns * scale) / 2, (element.height - rows * scale) / 2];
      let number = 0;
      for (let bit = 0; bit < bits; bit += 1) {
        const at = (row: number): number =>
          context.getImageData(Math.floor(left + (bit + 0.5) * block * scale), Math.floor(top + (row + 0.5) * block * scale), 1, 1)
            .data[1] ?? 0;
        number = number * 2 + Number(at(0) > at(1));
      }
      return { number, frame: Number(element.dataset['frame']) };
    },
    { bits: BITS, block: BLOCK, columns: 128, rows: 96 },
  );
}

test('a video plays under the pointer, each frame as itself', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await chooseImage(page, 2);
  await thumbnails(page).nth(0).hover();
  const preview = page.getByTestId('hover-preview');
  await expect(preview).toHaveAttribute('data-frame', /\d/);
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const { number, frame } = await previewed(page);
        expect(number).toBe(frame);
        return seen.add(frame).size;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(3);
});

test('a video that the browser does not decode names its codec, and the others stay', async ({ page }) => {
  test.setTimeout(120_000);
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await expect(thumbnails(page)).toHaveCount(SHOWN.length + REST.length);
  for (const [index, [file, syntax]] of REST.entries()) {
    const codec = syntax === HEVC ? 'hvc1.1.6.L30.90' : 'mp4v.61';
    const supported = await page.evaluate(
      (name) =>
        VideoDecoder.isConfigSupported({ codec: name }).then(
          (answer) => answer.supported === true,
          () => false,
        ),
      codec,
    );
    await thumbnails(page)
      .nth(SHOWN.length + index)
      .click();
    if (supported) {
      await expect(canvas(page), file).toHaveAttribute('data-frame', '1');
      expect(await numberShown(page), file).toBe(1);
    } else {
      await expect(
        thumbnails(page)
          .nth(SHOWN.length + index)
          .getByText('This browser does not decode'),
        'under the pointer',
      ).toBeVisible();
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: `This browser does not decode ${syntax === HEVC ? 'HEVC (H.265)' : 'MPEG-2'} video (${codec})` }),
        file,
      ).toBeVisible();
    }
  }
  await chooseImage(page, 1);
  await seek(page, 30);
  expect(await numberShown(page)).toBe(30);
});
