// Inputs to begin with: streams of the fixtures, and files and frames of the real collection where it is available.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../scripts/lib/root.mjs';

/** Largest file that is cut into frames for seeds. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Frames of a file that become seeds. */
const MAX_FRAMES = 2;

const SYNTAXES = {
  jpeg: ['50', '51', '53', '55', '57', '70'].map((end) => `1.2.840.10008.1.2.4.${end}`),
  jpeg_ls: ['1.2.840.10008.1.2.4.80', '1.2.840.10008.1.2.4.81'],
  jpeg_2000: ['1.2.840.10008.1.2.4.90', '1.2.840.10008.1.2.4.91'],
  high_throughput: ['1.2.840.10008.1.2.4.201', '1.2.840.10008.1.2.4.203'],
  jpeg_xl: ['1.2.840.10008.1.2.4.111'],
  rle: ['1.2.840.10008.1.2.5'],
  plain: ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'],
  deflated: ['1.2.840.10008.1.2.8.1'],
  video: [],
};

/** Targets whose last eight bytes describe the frame before them (lib.rs). */
const DESCRIBED = ['rle', 'plain', 'deflated'];
const KINDS = ['MONOCHROME2', 'RGB', 'YBR_FULL', 'YBR_FULL_422', 'PALETTE COLOR', 'YBR_PARTIAL_422'];
const BITS = [1, 8, 16, 32, 64];

/** Transfer syntax that the first byte of a video input chooses (lib.rs), by the name of the clip. */
const VIDEO_CHOICE = { mpeg2: 0, avc: 1, hevc: 2 };

/** The clips of the fixtures behind the choice of their transfer syntax. */
function clips() {
  const folder = inRoot('fixtures', 'video');
  return readdirSync(folder).flatMap((file) => {
    const choice = VIDEO_CHOICE[file.split(/[.-]/)[0]];
    return choice === undefined ? [] : [Buffer.concat([Buffer.from([choice]), readFileSync(path.join(folder, file))])];
  });
}

/** The small streams made for the target, and the JPEG streams and clips of the fixtures. */
export function ownSeeds(target) {
  const folders = [inRoot('fuzz', 'seeds', target), ...(target === 'jpeg' ? [inRoot('fixtures', 'golden', 'jpeg-planes')] : [])];
  return folders
    .filter(existsSync)
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => !file.endsWith('.json'))
        .map((file) => readFileSync(path.join(folder, file))),
    )
    .concat(target === 'video' ? clips() : []);
}

/** Golden cases as they are asked for. */
export function recordSeeds(target) {
  if (target !== 'records') return [];
  const { cases } = JSON.parse(readFileSync(inRoot('fixtures', 'golden', 'golden-measurements.json'), 'utf8'));
  return cases.map(({ input }) => Buffer.from(JSON.stringify(input)));
}

/** Whole files for the parser, frames for the codecs. */
export async function realSeeds(target) {
  if (target === 'records') return [];
  const folder = path.join(process.env.ECHOMETRY_SHARED ?? inRoot('..', 'shared'), 'real-dicom');
  if (!existsSync(folder)) {
    console.log('SKIPPED: no real files as seeds; name their folder in ECHOMETRY_SHARED');
    return [];
  }
  const { files } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const small = files.filter(({ size }) => size <= MAX_FILE_BYTES);
  if (target === 'parser') return small.filter(({ size }) => size < 65_536).map(({ file }) => readFileSync(path.join(folder, file)));
  const { framesOf } = await import('../bench/lib/engine.mjs');
  const seeds = [];
  for (const entry of small.filter((file) => SYNTAXES[target].includes(file.transfer_syntax_uid) && file.set !== 'malformed')) {
    const { frames, descriptor } = await framesOf(new Uint8Array(readFileSync(path.join(folder, entry.file))));
    for (const frame of frames.slice(0, MAX_FRAMES))
      seeds.push(DESCRIBED.includes(target) ? described(frame, descriptor) : Buffer.from(frame));
  }
  return seeds;
}

/** A frame cut to 64 rows and columns at most, with its description after. */
function described(frame, format) {
  const side = (pixels) => Math.min(pixels, 64) - 1;
  const tail = [
    side(format.width),
    side(format.height),
    format.samples_per_pixel - 1,
    Math.max(BITS.indexOf(format.bits_allocated), 0),
    Math.max(KINDS.indexOf(format.photometric_interpretation), 0),
    0,
    (format.planar ? 1 : 0) | (format.signed ? 2 : 0),
    format.bits_stored - 1,
  ];
  return Buffer.concat([frame.subarray(0, 32 * 1024), Buffer.from(tail)]);
}
