/** Streams with a text at every place that is not part of their pictures. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { DicomOptions } from './dicom-file.ts';
import { boxed, plantedBoxes, plantedPackets } from './planted-containers.ts';

export interface PlantedStream {
  name: string;
  rows: number;
  columns: number;
  frames: number;
  stream: NonNullable<DicomOptions['stream']>;
}

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const segment = (code: number, content: Uint8Array): Buffer => Buffer.concat([Buffer.from([0xff, code]), u16(content.length + 2), content]);

/** Marker segments of a JPEG up to its scan: second byte of the marker, where it begins and ends. */
function* segmentsOf(jpeg: Uint8Array): Iterable<{ code: number; at: number; end: number }> {
  const bytes = Buffer.from(jpeg);
  let at = 2;
  for (;;) {
    const code = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    yield { code, at, end };
    if (code === 0xda) return;
    at = end;
  }
}

const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xc2;

/** A JPEG with what a text is in: application and comment segments, reserved ones, unused tables, tails of headers, and its end. */
export function plantedJpeg(jpeg: Uint8Array, text: () => string): PlantedStream {
  const planted = (): Buffer => Buffer.from(text());
  const icc = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), planted()]);
  const segments = [...Array.from({ length: 16 }, (_, n) => 0xe0 + n), 0xfe, 0xf0, 0xfd, 0x02, 0xbf, 0xc8, 0xdc, 0xde, 0xdf].map((code) =>
    segment(code, planted()),
  );
  const steps = planted();
  const table = segment(0xdb, Buffer.concat([Buffer.from([3]), steps, Buffer.alloc(64 - steps.length, 1)]));
  const symbols = planted();
  const codes = segment(0xc4, Buffer.concat([Buffer.from([0x13]), Buffer.alloc(15), Buffer.from([symbols.length]), symbols]));
  const restarts = segment(0xdd, Buffer.concat([u16(0), planted()]));
  const parts: Uint8Array[] = [jpeg.subarray(0, 2), ...segments, segment(0xe2, icc), table, codes, restarts];
  let size = { rows: 0, columns: 0, samples: 1 as 1 | 3 };
  let scan = 0;
  for (const { code, at, end } of segmentsOf(jpeg)) {
    const content = Buffer.from(jpeg.subarray(at + 4, end));
    if (isFrame(code)) size = { rows: content.readUInt16BE(1), columns: content.readUInt16BE(3), samples: content[5] === 3 ? 3 : 1 };
    parts.push(isFrame(code) || code === 0xda ? segment(code, Buffer.concat([content, planted()])) : jpeg.subarray(at, end));
    scan = end;
  }
  const end = Buffer.from(jpeg).lastIndexOf(Buffer.from([0xff, 0xd9]));
  parts.push(jpeg.subarray(scan, end), planted(), Buffer.from([0xff, 0xd0]), planted(), jpeg.subarray(end), planted());
  const photometric = size.samples === 3 ? 'YBR_FULL_422' : 'MONOCHROME2';
  return {
    name: 'jpeg',
    rows: size.rows,
    columns: size.columns,
    frames: 1,
    stream: { syntax: '1.2.840.10008.1.2.4.50', photometric, samples: size.samples, bytes: Buffer.concat(parts) },
  };
}

const seed = (name: string): Promise<Buffer> => readFile(path.join(checkoutRoot(), 'fuzz', 'seeds', name));

/** Size of the small streams of other encoders. */
const SEED_SIZE = { rows: 20, columns: 24, frames: 1 };

/** JPEG 2000 of another encoder with a text in foreign and reserved segments, tails of headers, the end of its tile, and its end. */
function plantedJpeg2000(name: string, syntax: string, stream: Buffer, text: () => string): PlantedStream {
  const planted = (): Buffer => Buffer.from(text());
  const parts: Uint8Array[] = [stream.subarray(0, 2)];
  let at = 2;
  // The size of the picture comes first; foreign segments follow it, and each known one gets a tail.
  while (stream[at + 1] !== 0x90) {
    const end = at + 2 + stream.readUInt16BE(at + 2);
    const code = stream[at + 1] ?? 0;
    const content = stream.subarray(at + 4, end);
    parts.push(segment(code, TAILED.includes(code) ? Buffer.concat([content, planted()]) : content));
    if (code === 0x51) parts.push(...FOREIGN.map((kind) => segment(kind, planted())), segment(PACKED_HEADERS, packedHeaders(planted())));
    at = end;
  }
  const end = stream.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const head = at + 12;
  const inTile = [0x57, 0x58, 0x63, 0x64, 0x6f, 0x30].map((kind) => segment(kind, planted()));
  const tail = planted();
  const tile = Buffer.from(stream.subarray(at, head));
  const length = tile.readUInt32BE(6);
  if (length > 0) tile.writeUInt32BE(length + Buffer.concat(inTile).length + tail.length, 6);
  parts.push(tile, ...inTile, stream.subarray(head, end), tail, stream.subarray(end), planted());
  return { name, ...SEED_SIZE, stream: { syntax, photometric: 'RGB', samples: 3, bytes: Buffer.concat(parts) } };
}

/** Segments that may follow the size of the picture: CAP and CPF among lengths, comments, offsets and reserved ones. */
const FOREIGN = [0x50, 0x59, 0x55, 0x57, 0x63, 0x64, 0x6f, 0x30];
/** PPM: the headers of packets of all tile parts. Behind its number comes a length for each tile part, which is zero here. */
const PACKED_HEADERS = 0x60;
const packedHeaders = (text: Uint8Array): Buffer => Buffer.concat([Buffer.alloc(5), text]);
/** COD, QCD and their forms for a component. */
const TAILED = [0x52, 0x53, 0x5c, 0x5d];

/** Single frames of JPEG 2000 and of its high-throughput blocks. */
export async function plantedWavelets(text: () => string): Promise<PlantedStream[]> {
  return [
    plantedJpeg2000('jpeg 2000', '1.2.840.10008.1.2.4.90', await seed('jpeg_2000/rgb-8-lossless.j2k'), text),
    plantedJpeg2000('high throughput', '1.2.840.10008.1.2.4.201', await seed('high_throughput/rgb-8.jph'), text),
  ];
}

const clip = (name: string): Promise<Buffer> => readFile(path.join(checkoutRoot(), 'fixtures', 'video', name));
const start = Buffer.from([0, 0, 1]);

/** End of sequence and end of stream, which are empty in a valid stream (ISO 14496-10, 7.3.2.5; ISO 23008-2, 7.3.2.6). */
const AVC_ENDS = [10, 11];
const HEVC_ENDS = [36, 37];

function packet(pid: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10]);
  return Buffer.concat([head, content, Buffer.alloc(188 - head.length - content.length, 0xff)]);
}

/** The fixtures' clips with a text in units, boxes and packets that hold no picture, and at their end. */
export async function plantedVideos(text: () => string): Promise<PlantedStream[]> {
  const planted = (): Buffer => Buffer.from(text());
  const unit = (head: number[]): Buffer => Buffer.concat([start, Buffer.from(head), planted(), Buffer.from([0x80])]);
  const tail = (): Buffer => Buffer.concat([Buffer.alloc(4), planted()]);
  const avcKinds = [0, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 31];
  const hevcKinds = Array.from({ length: 64 }, (_, kind) => kind).filter(
    (kind) => kind >= 10 && ![16, 17, 18, 19, 20, 21, ...HEVC_ENDS].includes(kind),
  );
  const avcEnds = AVC_ENDS.map((kind) => unit([kind]));
  const hevcEnds = HEVC_ENDS.map((kind) => unit([kind << 1, 1]));
  const mpegCodes = [0xb0, 0xb1, 0xb2, 0xb4, 0xb6, ...Array.from({ length: 71 }, (_, n) => 0xb9 + n)];
  const movie = await clip('avc.mp4');
  const boxes = ['udta', 'free', 'skip', 'meta', 'uuid', 'sidx', 'styp', 'abcd'].map((name) => boxed(name, planted()));
  const transport = await clip('avc.mpegts');
  const program = await clip('mpeg2.mpg');
  const packs = program.indexOf(Buffer.from([0, 0, 1, 0xba]), 4);
  const packets = [0xbb, 0xbc, 0xbd, 0xbe, 0xbf, 0xc0, 0xff].map((code) => {
    const content = planted();
    return Buffer.concat([start, Buffer.from([code]), u16(content.length), content]);
  });
  const avc = '1.2.840.10008.1.2.4.102';
  const mpeg = '1.2.840.10008.1.2.4.100';
  const streams: Array<[string, string, Uint8Array[]]> = [
    ['avc.264', avc, [...avcKinds.map((kind) => unit([0x60 | kind])), await clip('avc.264'), ...avcEnds, tail()]],
    [
      'hevc.265',
      '1.2.840.10008.1.2.4.107',
      [...hevcKinds.map((kind) => unit([kind << 1, 1])), await clip('hevc.265'), ...hevcEnds, tail()],
    ],
    ['mpeg2.m2v', mpeg, [...mpegCodes.map((code) => unit([code])), await clip('mpeg2.m2v'), tail()]],
    ['avc.mp4', avc, [plantedBoxes(movie, text), ...boxes, planted()]],
    [
      'avc.mpegts',
      avc,
      [packet(0x99, planted()), packet(0x1fff, planted()), packet(0x11, planted()), plantedPackets(transport, text), planted()],
    ],
    ['mpeg2.mpg', mpeg, [program.subarray(0, packs), ...packets, program.subarray(packs), planted()]],
  ];
  return streams.map(([name, syntax, parts]) => ({
    name,
    rows: 96,
    columns: 128,
    frames: 48,
    stream: { syntax, photometric: 'YBR_PARTIAL_420', samples: 3, bytes: Buffer.concat(parts) },
  }));
}
