// Material for decoding: a cine of the phantom, encoded by others, and real loops where they are available.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildNative } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { step } from '../../scripts/lib/steps.mjs';
import { rgbFile } from './dicom.mjs';
import { framesOf } from './engine.mjs';
import { ensureTurbo } from './peers.mjs';
import { sized } from './smoke.mjs';

const FOLDER = inRoot('build', 'bench', sized('.', 'smoke'));
/** Frames of a loop, as in the targets. */
export const LOOP_FRAMES = sized(120, 8);
/** Frames encoded without loss: slow to make, and slow to decode for the peers. */
const LOSSLESS_FRAMES = sized(24, 1);
const QUALITY = 85;

/** Real loops of 4:2:2 colour, by size and bits a pixel. */
const REAL = ['us/go-dicom__I_000001.dcm', 'us/go-dicom__I_000035.dcm', 'us/fo-dicom__DIRW0007'];

/** The phantom's frames as RGB: `{width, height, pixels}`. */
export async function phantom() {
  const raw = path.join(FOLDER, 'cine.frames');
  if (!existsSync(raw)) {
    await buildNative(['echometry-phantom']);
    mkdirSync(FOLDER, { recursive: true });
    const plan = path.join(FOLDER, 'plan.json');
    writeFileSync(
      plan,
      JSON.stringify([{ id: 'cine', kind: 'a4c', variant: 'adult', encoding: 'raw-rgb', heart: { beats: sized(4, 1) } }]),
    );
    await step('material', 'a synthetic cine', () =>
      run(inRoot('target', 'release', 'echometry-phantom'), ['render', '--plan', plan, '--out', FOLDER], { log: 'bench-phantom' }),
    );
  }
  const truth = JSON.parse(readFileSync(path.join(FOLDER, 'cine.truth.json'), 'utf8'));
  const { columns: width, rows: height } = truth;
  const pixels = readFileSync(raw).subarray(0, LOOP_FRAMES * width * height * 3);
  return { width, height, pixels };
}

/** A loop as the native program reads it: number of frames, then length and bytes of each. */
function writePack(file, frames) {
  const number = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  writeFileSync(file, Buffer.concat([number(frames.length), ...frames.flatMap((frame) => [number(frame.length), frame])]));
}

function readPack(file) {
  const bytes = readFileSync(file);
  const frames = [];
  for (let at = 4; at < bytes.length;) {
    const length = bytes.readUInt32LE(at);
    frames.push(new Uint8Array(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return frames;
}

const bitsPerPixel = (frames, width, height) => (frames.reduce((sum, frame) => sum + frame.length, 0) * 8) / frames.length / width / height;

const jpegDescriptor = (width, height, grey) => ({
  transfer_syntax_uid: '1.2.840.10008.1.2.4.50',
  height,
  width,
  samples_per_pixel: grey ? 1 : 3,
  bits_allocated: 8,
  bits_stored: 8,
  signed: false,
  float: false,
  planar: false,
  photometric_interpretation: grey ? 'MONOCHROME2' : 'YBR_FULL_422',
  packed_422: false,
  swapped_words: false,
  palette: null,
  window: null,
  rescale_slope: 1,
  rescale_intercept: 0,
  pixel_aspect_ratio: null,
});

/** The phantom as JPEG by libjpeg-turbo; `kind` is 422, 420, 444 or grey. */
export async function syntheticJpeg(kind) {
  const { width, height } = await phantom();
  const pack = path.join(FOLDER, `synthetic-${kind}.pack`);
  if (!existsSync(pack)) {
    const turbo = await ensureTurbo();
    const raw = path.join(FOLDER, 'loop.rgb');
    writeFileSync(raw, (await phantom()).pixels);
    await run(turbo, ['encode', String(width), String(height), raw, String(QUALITY), kind, pack], { log: 'bench-encode' });
    rmSync(raw);
  }
  const frames = readPack(pack);
  return {
    name: `synthetic ${named(kind)} ${width}x${height}`,
    pack,
    frames,
    width,
    height,
    bpp: bitsPerPixel(frames, width, height),
    descriptor: jpegDescriptor(width, height, kind === 'grey'),
  };
}

const named = (kind) => (kind === 'grey' ? 'grey' : kind.split('').join(':'));

/** Folder of real files; null, with a message, when it is absent. */
export function realFolder() {
  const folder = path.join(process.env.ECHOMETRY_SHARED ?? inRoot('..', 'shared'), 'real-dicom');
  if (existsSync(folder)) return folder;
  console.log('SKIPPED: no real loops; name their folder in ECHOMETRY_SHARED');
  return null;
}

/** Real colour loops. */
export async function realJpeg() {
  const folder = realFolder();
  if (!folder) return [];
  mkdirSync(FOLDER, { recursive: true });
  const loops = [];
  for (const [index, file] of REAL.entries()) {
    const loop = await framesOf(new Uint8Array(readFileSync(path.join(folder, file))));
    const pack = path.join(FOLDER, `real-${index}.pack`);
    writePack(pack, loop.frames);
    loops.push({ ...loop, name: `real 4:2:2 ${loop.width}x${loop.height}`, pack, bpp: bitsPerPixel(loop.frames, loop.width, loop.height) });
  }
  return loops;
}

/** The phantom without loss, by dcmtk and OpenJPEG: `kind` is rle, jpeg-lossless, jpeg-ls or jpeg-2000. */
export async function lossless(kind) {
  const { width, height, pixels } = await phantom();
  const some = pixels.subarray(0, LOSSLESS_FRAMES * width * height * 3);
  const target = path.join(FOLDER, `${kind}.dcm`);
  const plain = path.join(FOLDER, 'plain.dcm');
  if (kind === 'jpeg-2000') return { ...(await jpeg2000(width, height, some)), original: some };
  if (!existsSync(target)) {
    await ensureTurbo();
    writeFileSync(plain, rgbFile(width, height, some));
    const [program, ...options] = { rle: ['dcmcrle'], 'jpeg-lossless': ['dcmcjpeg', '+e1'], 'jpeg-ls': ['dcmcjpls'] }[kind];
    await run(program, [...options, plain, target], { log: `bench-${kind}` });
    rmSync(plain);
  }
  const loop = await framesOf(new Uint8Array(readFileSync(target)));
  return { ...loop, bpp: bitsPerPixel(loop.frames, width, height), original: some };
}

async function jpeg2000(width, height, pixels) {
  const folder = path.join(FOLDER, 'jpeg-2000');
  if (!existsSync(folder)) {
    await ensureTurbo();
    mkdirSync(folder);
    const bytes = width * height * 3;
    for (let frame = 0; frame < LOSSLESS_FRAMES; frame += 1) {
      const ppm = path.join(folder, 'frame.ppm');
      writeFileSync(
        ppm,
        Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels.subarray(frame * bytes, (frame + 1) * bytes)]),
      );
      await run('opj_compress', ['-i', ppm, '-o', path.join(folder, `${String(frame).padStart(3, '0')}.j2k`)], { log: 'bench-jpeg-2000' });
      rmSync(ppm);
    }
  }
  const frames = readdirSync(folder)
    .sort()
    .map((file) => new Uint8Array(readFileSync(path.join(folder, file))));
  const descriptor = {
    ...jpegDescriptor(width, height, false),
    transfer_syntax_uid: '1.2.840.10008.1.2.4.90',
    photometric_interpretation: 'YBR_RCT',
  };
  return { frames, descriptor, width, height, bpp: bitsPerPixel(frames, width, height) };
}
