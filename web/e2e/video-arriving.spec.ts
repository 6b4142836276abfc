/** Videos that arrive slowly: the first frame is shown by its own bytes, and a seek fetches what it needs. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { FRAMES, numberShown, seek } from './support/numbered-frames.ts';
import { sampleBytes, withGap, withMovieLast } from './support/spread-movie.ts';
import { canvas, chooseImage, enter } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { Withheld } from './support/withheld.ts';
import { clipBytes, clipOf, writeStudy } from './support/wrapped.ts';

const H264 = '1.2.840.10008.1.2.4.102';
/** Beyond what is waited for instead of being fetched (512 KiB). */
const GAP = 2 * 1024 * 1024;
/** The last key frame, in decode order from 0: pictures before it are in front of the gap. */
const LAST_KEY = 36;

let folder = '';
let study = '';
let front: Buffer;
let movieLast: Buffer;
let packets: Buffer;
let bare: Buffer;
/** Bytes of the first picture. */
let first = 0;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), 'journey-video-arriving-'));
  const clip = await clipBytes('avc.mp4');
  first = sampleBytes(clip, 0);
  front = withGap(clip, LAST_KEY, GAP);
  movieLast = withMovieLast(clip, GAP);
  packets = await clipBytes('avc.mpegts');
  bare = await clipBytes('avc.264');
  const files = [
    ['front.mp4', front],
    ['movie-last.mp4', movieLast],
    ['avc.mpegts', packets],
    ['avc.264', bare],
  ] as const;
  await writeStudy(
    folder,
    'JOURNEY-ARRIVING',
    files.map(([name, bytes]) => clipOf(name, H264, bytes)),
  );
  const report = await importFolder(folder);
  expect(report.skipped).toEqual([]);
  study = report.studies[0] ?? '';
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Enough to know a stream by, within what is never cut. */
const markOf = (bytes: Buffer): Buffer => bytes.subarray(0, 400);
/** An MP4 of the study as an earlier version stored it: with its gap, or with its movie box last. An import writes both again. */
const asBefore =
  (earlier: Buffer) =>
  (stored: Buffer): Buffer =>
    stored.includes('ftyp') ? earlier : stored;

/** The file type box and the header of the next box. */
const movieMarkOf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.readUInt32BE(0) + 8);

test('an MP4 shows its first frame by its own bytes, and a seek fetches from the key frame before', async ({ page }) => {
  test.setTimeout(120_000);
  const gapAt = front.indexOf(Buffer.alloc(1024));
  const held = await Withheld.of(
    page,
    [{ mark: movieMarkOf(front), arrives: front.indexOf('mdat') + 4 + first }],
    asBefore(await readFile(path.join(folder, '00-front.mp4.dcm'))),
  );
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await chooseImage(page, 1);
  await expect(canvas(page)).toHaveAttribute('data-frame', '1');
  expect(await numberShown(page)).toBe(1);
  expect(held.asked, 'nothing is asked for by itself').toEqual([]);
  await seek(page, FRAMES);
  expect(await numberShown(page)).toBe(FRAMES);
  const [asked] = held.asked;
  expect(asked?.[0], 'from the key frame on').toBe(gapAt + GAP);
  await seek(page, 1);
  expect(await numberShown(page)).toBe(1);
  held.release();
  for (const frame of [30, 12, 47, 5, 25]) {
    await seek(page, frame);
    expect(await numberShown(page), `frame ${frame}`).toBe(frame);
  }
  await held.close();
});

test('an MP4 whose movie box lies after the pictures fetches it and shows its first frame', async ({ page }) => {
  test.setTimeout(120_000);
  const movieAt = movieLast.lastIndexOf('moov') - 4;
  const held = await Withheld.of(
    page,
    [{ mark: movieMarkOf(movieLast), arrives: movieLast.indexOf('mdat') + 4 + first }],
    asBefore(await readFile(path.join(folder, '01-movie-last.mp4.dcm'))),
  );
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(study));
  await chooseImage(page, 2);
  // Until then the picture still shows the image before.
  await expect.poll(() => held.asked.some(([from]) => from === movieAt), 'the movie box is asked for').toBe(true);
  await expect(canvas(page)).toHaveAttribute('data-frame', '1');
  expect(await numberShown(page)).toBe(1);
  held.release();
  await seek(page, 33);
  expect(await numberShown(page)).toBe(33);
  await held.close();
});

for (const [index, name] of [
  [3, 'a transport stream'],
  [4, 'a byte stream'],
] as const) {
  test(`${name} shows its first frames as they arrive and waits with the seek to the others`, async ({ page }) => {
    test.setTimeout(120_000);
    const bytes = index === 3 ? packets : bare;
    // The first picture in its packets, and the beginning of the second.
    const held = await Withheld.of(page, [{ mark: markOf(bytes), arrives: 2 * first }]);
    await enter(page, 'viewer@demo', 'Viewer');
    await page.goto(selectionAddress(study));
    await chooseImage(page, index);
    await expect(canvas(page)).toHaveAttribute('data-frame', '1');
    expect(await numberShown(page)).toBe(1);
    expect(held.asked).toEqual([]);
    held.release();
    await seek(page, FRAMES);
    expect(await numberShown(page)).toBe(FRAMES);
    await held.close();
  });
}
