// `node fuzz/make-seeds.mjs`: small valid streams of every syntax, by encoders that are not ours, into fuzz/seeds. Run again only to change them. high_throughput/refined-* are one of OpenJPH whose packet was made to announce more passes by hand.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { elementBytes, metaBytes, shared } from '../bench/lib/dicom.mjs';
import { framesOf } from '../bench/lib/engine.mjs';
import { ensureNpmPeers } from '../bench/lib/peers.mjs';
import { inRoot } from '../scripts/lib/root.mjs';
import { run } from '../scripts/lib/run.mjs';

const WIDTH = 24;
const HEIGHT = 20;
/** Longest stream that becomes a seed; the fuzzer cuts longer ones. */
const MAX_BYTES = 4096;

const PROGRAMS = { opj_compress: 'libopenjp2-tools', cjxl: 'libjxl-tools', dcmcjpeg: 'dcmtk' };

/** A ramp with speckle, `samples` a pixel and `bits` each. */
function picture(samples, bits) {
  let state = 1;
  return Array.from({ length: WIDTH * HEIGHT * samples }, (_, at) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const ramp = (Math.floor(at / samples) % WIDTH) / WIDTH;
    return Math.floor((0.2 + 0.6 * ramp + 0.2 * (state / 2 ** 32)) * (2 ** bits - 1));
  });
}

function bytesOf(values, bits, bigEndian) {
  if (bits <= 8) return Buffer.from(values);
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => (bigEndian ? bytes.writeUInt16BE(value, at * 2) : bytes.writeUInt16LE(value, at * 2)));
  return bytes;
}

/** A portable pixmap, as encoders of pictures read it. */
const pixmap = (samples, bits) =>
  Buffer.concat([
    Buffer.from(`${samples === 1 ? 'P5' : 'P6'}\n${WIDTH} ${HEIGHT}\n${2 ** bits - 1}\n`),
    bytesOf(picture(samples, bits), bits, true),
  ]);

/** The same as an uncompressed DICOM file, as dcmtk reads it. */
function file(samples, bits) {
  const number = (value) => {
    const two = Buffer.alloc(2);
    two.writeUInt16LE(value);
    return two;
  };
  const grey = {
    0x00280002: number(1),
    0x00280004: Buffer.from('MONOCHROME2 ', 'latin1'),
    0x00280100: number(bits <= 8 ? 8 : 16),
    0x00280101: number(bits),
    0x00280102: number(bits - 1),
  };
  const elements = shared({ width: WIDTH, height: HEIGHT, frames: 1, photometric: 'RGB' })
    .filter(([tag]) => samples === 3 || tag !== 0x00280006)
    .map(([tag, vr, value]) => [tag, vr, samples === 1 ? (grey[tag] ?? value) : value]);
  return Buffer.concat([
    metaBytes('1.2.840.10008.1.2.1'),
    ...[...elements, [0x7fe00010, bits <= 8 ? 'OB' : 'OW', bytesOf(picture(samples, bits), bits, false)]].map((parts) =>
      elementBytes(...parts),
    ),
  ]);
}

const work = mkdtempSync(path.join(tmpdir(), 'seeds-'));
const at = (name) => path.join(work, name);

function keep(target, name, bytes) {
  if (bytes.length > MAX_BYTES) throw new Error(`${target}/${name} has ${bytes.length} bytes`);
  const folder = inRoot('fuzz', 'seeds', target);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), bytes);
}

async function encoded(program, args) {
  try {
    await run(program, args, { log: 'fuzz-seeds' });
  } catch (error) {
    throw new Error(`${program} (Debian: ${PROGRAMS[program] ?? 'dcmtk'}) could not encode a seed: ${error.message}`);
  }
}

/** By dcmtk: the frame inside of the file it writes. */
async function byDcmtk(target, name, program, options, samples, bits) {
  writeFileSync(at('plain.dcm'), file(samples, bits));
  await encoded(program, [...options, at('plain.dcm'), at('packed.dcm')]);
  const { frames } = await framesOf(new Uint8Array(readFileSync(at('packed.dcm'))));
  keep(target, name, frames[0]);
}

async function byOpenJpeg(name, options, samples, bits) {
  writeFileSync(at('in.ppm'), pixmap(samples, bits));
  await encoded('opj_compress', ['-i', at('in.ppm'), '-o', at('out.j2k'), '-n', '3', ...options]);
  keep('jpeg_2000', `${name}.j2k`, readFileSync(at('out.j2k')));
}

async function byJpegXl(name, jpeg) {
  await encoded('cjxl', [jpeg, at('out.jxl'), '--lossless_jpeg=1', '--quiet']);
  const bytes = readFileSync(at('out.jxl'));
  if (bytes.length <= MAX_BYTES) keep('jpeg_xl', `${name}.jxl`, bytes);
}

/** Exif after SOI with the value: turned by 90 degrees (orientation 6). */
const TURNED = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
const turned = (jpeg) => Buffer.concat([jpeg.subarray(0, 2), TURNED, jpeg.subarray(2)]);

/** High-throughput, by the encoder of OpenJPH that Cornerstone's codec brings. Signed samples are half a range lower. */
async function byOpenJph(name, samples, bits, signed, configure) {
  const require = createRequire(path.join(await ensureNpmPeers(), 'x.js'));
  const { HTJ2KEncoder } = await require('@cornerstonejs/codec-openjph')({ print() {}, printErr() {} });
  const encoder = new HTJ2KEncoder();
  const values = picture(samples, bits).map((value) => value - (signed ? 2 ** (bits - 1) : 0));
  const frame = {
    width: WIDTH,
    height: HEIGHT,
    bitsPerSample: bits,
    componentCount: samples,
    isSigned: signed,
    isUsingColorTransform: samples === 3,
  };
  encoder.getDecodedBuffer(frame).set(
    bytesOf(
      values.map((value) => value & 0xffff),
      bits,
      false,
    ),
  );
  encoder.setDecompositions(2);
  configure(encoder);
  encoder.encode();
  keep('high_throughput', `${name}.jph`, Buffer.from(encoder.getEncodedBuffer()));
}

/** Bits as H.264 writes them: [value, width], or one number as ue(v), or [value] as se(v); closed by the stop bit. */
function unit(header, ...fields) {
  let bits = '';
  const unsigned = (value) => {
    const code = (value + 1).toString(2);
    bits += '0'.repeat(code.length - 1) + code;
  };
  for (const field of fields) {
    if (typeof field === 'number') unsigned(field);
    else if (field.length === 1) unsigned(2 * Math.abs(field[0]) - Number(field[0] > 0));
    else bits += field[0].toString(2).padStart(field[1], '0');
  }
  bits += '1';
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from([0, 0, 1, header, ...bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2))]);
}

/**
 * Headers of H.264 with picture order counts of type 1, which no installed encoder writes: I P b P b P. The first byte chooses H.264 (lib.rs).
 */
function orderCountsOfType1() {
  const pictures = [
    [0, 0x65, 0],
    [1, 0x41, 1],
    [2, 0x01, -1],
    [2, 0x41, 0],
    [3, 0x01, 2],
    [3, 0x41, 0],
  ];
  const slice = ([number, header, delta]) =>
    unit(header, 0, 0, 0, [number, 4], ...((header & 31) === 5 ? [0] : []), [delta], [-delta], [0x55555555, 32]);
  return Buffer.concat([
    Buffer.from([1]),
    unit(0x67, [0x42001e, 24], 0, 0, 1, [0, 1], [-2], [1], 2, [4], [2], 1, [0, 1], 7, 5, [0b1100, 4]),
    unit(0x68, 0, 0, [1, 2]),
    ...pictures.map(slice),
  ]);
}

const KINDS = [
  ['grey-8', 1, 8],
  ['grey-12', 1, 12],
  ['grey-16', 1, 16],
  ['rgb-8', 3, 8],
];

try {
  keep('video', 'order-type-1', orderCountsOfType1());
  for (const [kind, samples, bits] of KINDS) {
    await byOpenJpeg(`${kind}-lossless`, [], samples, bits);
    await byOpenJpeg(`${kind}-lossy-layers`, ['-I', '-r', '8,2'], samples, bits);
    await byDcmtk('jpeg', `${kind}-lossless-sv1.jpg`, 'dcmcjpeg', ['+e1'], samples, bits);
    await byDcmtk('jpeg', `${kind}-lossless-p6.jpg`, 'dcmcjpeg', ['+el', '+sv', '6'], samples, bits);
    await byDcmtk('jpeg_ls', `${kind}-lossless.jls`, 'dcmcjpls', ['+el'], samples, bits);
    await byDcmtk('jpeg_ls', `${kind}-near-3.jls`, 'dcmcjpls', ['+en', '+md', '3'], samples, bits);
    if (bits <= 12) {
      await byDcmtk('jpeg', `${kind}-extended.jpg`, 'dcmcjpeg', ['+ee'], samples, bits);
      await byDcmtk('jpeg', `${kind}-progressive.jpg`, 'dcmcjpeg', ['+ep'], samples, bits);
    }
  }
  await byDcmtk('jpeg_ls', 'rgb-8-line.jls', 'dcmcjpls', ['+el', '+il'], 3, 8);
  await byDcmtk('jpeg_ls', 'rgb-8-plane.jls', 'dcmcjpls', ['+el', '+in'], 3, 8);
  await byOpenJpeg('rgb-8-unmixed', ['-mct', '0'], 3, 8);
  await byOpenJpeg('rgb-8-tiles', ['-t', '16,16', '-p', 'RPCL'], 3, 8);
  await byOpenJpeg('rgb-8-restarts', ['-M', '63', '-SOP', '-EPH'], 3, 8);
  const jpegs = inRoot('fixtures', 'golden', 'jpeg-planes');
  for (const name of readdirSync(jpegs).filter((entry) => entry.endsWith('.jpg')))
    await byJpegXl(path.basename(name, '.jpg'), path.join(jpegs, name)).catch((error) => {
      console.log(`left out ${name}: ${error.message.split('\n')[0]}`);
    });
  writeFileSync(at('turned.jpg'), turned(readFileSync(path.join(jpegs, '422-17x9-edges-no-app.jpg'))));
  await byJpegXl('turned-422-17x9-edges-no-app', at('turned.jpg'));
  for (const [kind, samples, bits] of KINDS) await byOpenJph(kind, samples, bits, false, () => {});
  for (const bits of [12, 16]) await byOpenJph(`grey-${bits}-signed`, 1, bits, true, () => {});
  await byOpenJph('rgb-8-tiles', 3, 8, false, (encoder) => {
    encoder.setTileSize({ width: 16, height: 16 });
    encoder.setProgressionOrder(2);
  });
  await byOpenJph('grey-12-lossy', 1, 12, false, (encoder) => encoder.setQuality(false, 0.01));
} finally {
  rmSync(work, { recursive: true, force: true });
}
