/** Writes small DICOM files for tests: explicit VR little endian, 8-bit grey and uncompressed, or a stream that is given. */

export interface Element {
  tag: [number, number];
  vr: string;
  value: string | Uint8Array | Element[][];
}

const LONG_VRS = new Set(['OB', 'OW', 'SQ', 'UN', 'UT', 'OF', 'UC', 'UR', 'OD', 'OL']);
const UID_VR = 'UI';

function valueBytes(element: Element): Buffer {
  const { value, vr } = element;
  if (Array.isArray(value))
    return Buffer.concat(
      value.map((item) => {
        const content = Buffer.concat(item.map(elementBytes));
        const head = Buffer.alloc(8);
        head.writeUInt16LE(0xfffe, 0);
        head.writeUInt16LE(0xe000, 2);
        head.writeUInt32LE(content.length, 4);
        return Buffer.concat([head, content]);
      }),
    );
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from(value);
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(vr === UID_VR || typeof value !== 'string' ? [0] : [0x20])]);
}

export function elementBytes(element: Element): Buffer {
  const content = valueBytes(element);
  const long = LONG_VRS.has(element.vr);
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(element.tag[0], 0);
  head.writeUInt16LE(element.tag[1], 2);
  head.write(element.vr, 4, 'latin1');
  if (long) head.writeUInt32LE(content.length, 8);
  else head.writeUInt16LE(content.length, 6);
  return Buffer.concat([head, content]);
}

export const us = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

const EXPLICIT_LE = '1.2.840.10008.1.2.1';
const US_IMAGE = '1.2.840.10008.5.1.4.1.1.6.1';

export interface DicomOptions {
  patientId: string;
  /** SOP Instance UID. */
  uid: string;
  studyUid: string;
  /** YYYYMMDD; empty leaves the date out. */
  date: string;
  rows?: number;
  columns?: number;
  frames?: number;
  /** Value of every pixel and seed of the pattern. */
  shade?: number;
  /** Plain samples instead of a pattern, and elements that replace those with the same tags. */
  pixels?: Uint8Array;
  replaced?: readonly Element[];
  /** Encapsulated pixel data instead of plain ones. */
  stream?: { syntax: string; photometric: string; samples: 1 | 3; bytes: Uint8Array | readonly Uint8Array[] };
  preamble?: Uint8Array;
  /** More elements of the data set and of the file meta group. */
  extra?: Element[];
  meta?: Element[];
  trailing?: Uint8Array;
}

const item = (bytes: Uint8Array): Buffer => {
  const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
  head.writeUInt32LE(padded.length, 4);
  return Buffer.concat([head, padded]);
};

/** Pixel Data of one fragment, or one for each frame, without offset table. */
export const encapsulated = (bytes: Uint8Array | readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]),
    item(new Uint8Array(0)),
    ...(bytes instanceof Uint8Array ? [bytes] : bytes).map(item),
    Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]),
  ]);

const byTag = (a: Element, b: Element): number => a.tag[0] - b.tag[0] || a.tag[1] - b.tag[1];

export function dicomFile(options: DicomOptions): Uint8Array {
  const rows = options.rows ?? 48;
  const columns = options.columns ?? 64;
  const frames = options.frames ?? 1;
  const pixels = new Uint8Array(rows * columns * frames);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i + (options.shade ?? 0)) & 0xff;
  const meta: Element[] = [
    { tag: [2, 1], vr: 'OB', value: Uint8Array.of(0, 1) },
    { tag: [2, 2], vr: 'UI', value: US_IMAGE },
    { tag: [2, 3], vr: 'UI', value: options.uid },
    { tag: [2, 0x10], vr: 'UI', value: options.stream?.syntax ?? EXPLICIT_LE },
    { tag: [2, 0x12], vr: 'UI', value: '1.2.3' },
    ...(options.meta ?? []),
  ];
  const dataSet: Element[] = [
    { tag: [8, 0x16], vr: 'UI', value: US_IMAGE },
    { tag: [8, 0x18], vr: 'UI', value: options.uid },
    ...(options.date === '' ? [] : [{ tag: [8, 0x20] as [number, number], vr: 'DA', value: options.date }]),
    { tag: [8, 0x60], vr: 'CS', value: 'US' },
    { tag: [0x10, 0x20], vr: 'LO', value: options.patientId },
    { tag: [0x20, 0xd], vr: 'UI', value: options.studyUid },
    { tag: [0x28, 2], vr: 'US', value: us(options.stream?.samples ?? 1) },
    { tag: [0x28, 4], vr: 'CS', value: options.stream?.photometric ?? 'MONOCHROME2' },
    ...(options.stream?.samples === 3 ? [{ tag: [0x28, 6] as [number, number], vr: 'US', value: us(0) }] : []),
    ...(frames === 1 ? [] : [{ tag: [0x28, 8] as [number, number], vr: 'IS', value: String(frames) }]),
    { tag: [0x28, 0x10], vr: 'US', value: us(rows) },
    { tag: [0x28, 0x11], vr: 'US', value: us(columns) },
    { tag: [0x28, 0x100], vr: 'US', value: us(8) },
    { tag: [0x28, 0x101], vr: 'US', value: us(8) },
    { tag: [0x28, 0x102], vr: 'US', value: us(7) },
    { tag: [0x28, 0x103], vr: 'US', value: us(0) },
    ...(options.extra ?? []),
    ...(options.stream === undefined ? [{ tag: [0x7fe0, 0x10] as [number, number], vr: 'OB', value: options.pixels ?? pixels }] : []),
  ];
  const isReplaced = (element: Element): boolean => (options.replaced ?? []).some((other) => byTag(element, other) === 0);
  const withReplaced = [...dataSet.filter((element) => !isReplaced(element)), ...(options.replaced ?? [])];
  const metaBytes = Buffer.concat(meta.sort(byTag).map(elementBytes));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(metaBytes.length);
  return Buffer.concat([
    Buffer.from(options.preamble ?? new Uint8Array(128)),
    Buffer.from('DICM'),
    elementBytes({ tag: [2, 0], vr: 'UL', value: length }),
    metaBytes,
    ...withReplaced.sort(byTag).map(elementBytes),
    ...(options.stream === undefined ? [] : [encapsulated(options.stream.bytes)]),
    Buffer.from(options.trailing ?? new Uint8Array(0)),
  ]);
}
