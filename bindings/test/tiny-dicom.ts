/** Small uncompressed DICOM files, written by hand (PS3.5 7.1.2, explicit VR little endian), with pixels of a known formula. */

export interface TinyImage {
  frames: number;
  columns: number;
  rows: number;
}

/** Sample of the file at frame (from 1), row and column. */
export const sampleAt = (frame: number, row: number, column: number): number => (frame * 31 + row * 7 + column * 3) % 256;

const LONG_VRS = new Set(['OB', 'OW', 'SQ', 'UN', 'UT']);

function element(tag: string, vr: string, value: Uint8Array | string | number): Uint8Array {
  const body =
    typeof value === 'number'
      ? Uint8Array.of(value & 255, value >> 8)
      : typeof value === 'string'
        ? new TextEncoder().encode(value.length % 2 ? `${value}${vr === 'UI' ? '\0' : ' '}` : value)
        : value;
  const long = LONG_VRS.has(vr);
  const head = new DataView(new ArrayBuffer(long ? 12 : 8));
  head.setUint16(0, Number.parseInt(tag.slice(0, 4), 16), true);
  head.setUint16(2, Number.parseInt(tag.slice(4), 16), true);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (long) head.setUint32(8, body.length, true);
  else head.setUint16(6, body.length, true);
  return join([new Uint8Array(head.buffer), body]);
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Samples of a frame of that formula. */
export function frameOf(frame: number, { columns, rows }: Omit<TinyImage, 'frames'>): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) pixels[at++] = sampleAt(frame, row, column);
  return pixels;
}

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const UNDEFINED_LENGTH = Uint8Array.of(255, 255, 255, 255);
const ITEM = Uint8Array.of(0xfe, 0xff, 0x00, 0xe0);
const SEQUENCE_END = Uint8Array.of(0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0);
const lengthOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(Uint32Array.of(bytes.length).buffer);

/** A grey multi-frame file of 8 bits; 33 ms a frame. */
export const tinyDicom = (image: TinyImage): Uint8Array<ArrayBuffer> =>
  fileOf(
    image,
    EXPLICIT_LITTLE_ENDIAN,
    element('7FE00010', 'OB', join(Array.from({ length: image.frames }, (_, index) => frameOf(index + 1, image)))),
  );

/** A file with one stream of an even number of bytes, which carries its frames. */
export const tinyVideo = (image: TinyImage, transferSyntax: string, stream: Uint8Array): Uint8Array<ArrayBuffer> =>
  fileOf(
    image,
    transferSyntax,
    join([
      element('7FE00010', 'OB', new Uint8Array()).subarray(0, -UNDEFINED_LENGTH.length),
      UNDEFINED_LENGTH,
      ITEM,
      lengthOf(new Uint8Array()),
      ITEM,
      lengthOf(stream),
      stream,
      SEQUENCE_END,
    ]),
  );

function fileOf({ frames, columns, rows }: TinyImage, transferSyntax: string, pixelData: Uint8Array): Uint8Array<ArrayBuffer> {
  const meta = [
    element('00020002', 'UI', '1.2.840.10008.5.1.4.1.1.3.1'),
    element('00020003', 'UI', '2.25.42'),
    element('00020010', 'UI', transferSyntax),
  ];
  const length = join(meta).length;
  return join([
    new Uint8Array(128),
    new TextEncoder().encode('DICM'),
    element('00020000', 'UL', Uint8Array.of(length & 255, length >> 8, 0, 0)),
    ...meta,
    element('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.3.1'),
    element('00080018', 'UI', '2.25.42'),
    element('00080060', 'CS', 'US'),
    element('00181063', 'DS', '33'),
    element('00280002', 'US', 1),
    element('00280004', 'CS', 'MONOCHROME2'),
    element('00280008', 'IS', String(frames)),
    element('00280010', 'US', rows),
    element('00280011', 'US', columns),
    element('00280100', 'US', 8),
    element('00280101', 'US', 8),
    element('00280102', 'US', 7),
    element('00280103', 'US', 0),
    pixelData,
  ]);
}
