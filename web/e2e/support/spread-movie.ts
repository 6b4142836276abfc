/** MP4 files whose pictures, or whose movie box, lie far after their beginning. */

/** Boxes that hold boxes on the way to the sample tables. */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const HEADER = 8;

interface Box {
  name: string;
  content: Buffer;
}

function* boxesOf(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + HEADER <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    yield { name: bytes.toString('latin1', at + 4, at + HEADER), content: bytes.subarray(at + HEADER, at + length) };
    at += length;
  }
}

function box(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + content.length);
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, content]);
}

const numbers = (...list: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * list.length);
  list.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
};

/** The boxes again, with other content for the given names. */
const replaced = (bytes: Buffer, contents: Record<string, Buffer>): Buffer =>
  Buffer.concat(
    [...boxesOf(bytes)].map(({ name, content }) =>
      box(name, contents[name] ?? (HOLDERS.has(name) ? replaced(content, contents) : content)),
    ),
  );

function inside(bytes: Buffer, ...path: string[]): Buffer {
  const [name, ...rest] = path;
  const found = [...boxesOf(bytes)].find((candidate) => candidate.name === name);
  if (!found) throw new Error(`The clip has no ${name}`);
  return rest.length > 0 ? inside(found.content, ...rest) : found.content;
}

/** Bytes of one sample of an MP4 of one track. */
export const sampleBytes = (file: Buffer, sample: number): number =>
  inside(file, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz').readUInt32BE(12 + 4 * sample);

/** An MP4 of one track and one chunk, rewritten: its movie box in front, and `gap` bytes before the sample of an index (from 0). */
export function withGap(file: Buffer, sample: number, gap: number): Buffer {
  const tables = inside(file, 'moov', 'trak', 'mdia', 'minf', 'stbl');
  const sizes = inside(tables, 'stsz');
  const start = inside(tables, 'stco').readUInt32BE(8);
  const count = sizes.readUInt32BE(8);
  const pieces: Buffer[] = [];
  const offsets: number[] = [];
  let from = start;
  let to = 0;
  for (let index = 0; index < count; index += 1) {
    if (index === sample) {
      pieces.push(Buffer.alloc(gap));
      to += gap;
    }
    const size = sizes.readUInt32BE(12 + 4 * index);
    pieces.push(file.subarray(from, from + size));
    offsets.push(to);
    from += size;
    to += size;
  }
  const first = box('ftyp', inside(file, 'ftyp'));
  const movie = (base: number): Buffer =>
    box(
      'moov',
      replaced(inside(file, 'moov'), {
        stsc: numbers(0, 1, 1, 1, 1),
        stco: numbers(0, count, ...offsets.map((offset) => base + offset)),
      }),
    );
  const base = first.length + movie(0).length + HEADER;
  return Buffer.concat([first, movie(base), box('mdat', Buffer.concat(pieces))]);
}

/** An MP4 whose movie box is the last one, with `gap` bytes after the pictures in its media data. */
export const withMovieLast = (file: Buffer, gap: number): Buffer =>
  Buffer.concat(
    [...boxesOf(file)].map(({ name, content }) => box(name, name === 'mdat' ? Buffer.concat([content, Buffer.alloc(gap)]) : content)),
  );
