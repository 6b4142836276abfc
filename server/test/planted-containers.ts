/** Texts in the fields of containers that no picture needs: boxes of a movie, tables and headers of a transport stream. */

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);

export const boxed = (name: string, content: Uint8Array): Buffer =>
  Buffer.concat([u32(content.length + 8), Buffer.from(name, 'latin1'), content]);

/** Bytes before the boxes that a box holds (ISO 14496-12). */
const BEFORE_BOXES: Record<string, number> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  dinf: 0,
  edts: 0,
  stsd: 8,
  dref: 8,
  avc1: 78,
};
/** Fields that are reserved or do not affect the picture: their place in the content, and their bytes. */
const UNUSED_FIELDS: Record<string, Array<[number, number]>> = {
  ftyp: [
    [0, 8],
    [8, 16],
  ],
  mvhd: [
    [4, 8],
    [26, 10],
    [72, 24],
  ],
  tkhd: [
    [4, 8],
    [24, 8],
  ],
  mdhd: [[4, 8]],
  vmhd: [[4, 8]],
  hdlr: [[12, 12]],
  avc1: [
    [8, 16],
    [42, 32],
  ],
};
const FOREIGN_BOXES = ['udta', 'free', 'uuid', 'meta', 'btrt', 'fiel', 'url ', 'abcd'];

/** The content with a text, as far as it fits, in each of its unused fields. */
function filled(name: string, content: Uint8Array, text: () => string): Buffer {
  const bytes = Buffer.from(content);
  for (const [at, length] of UNUSED_FIELDS[name] ?? []) Buffer.from(text()).copy(bytes, at, 0, length);
  return bytes;
}

/**
 * Boxes with texts in their unused fields, at their ends, and in boxes that are put into them. Only boxes after the
 * samples become longer: the samples stay at their places.
 */
export function plantedBoxes(movie: Uint8Array, text: () => string): Buffer {
  const written: Buffer[] = [];
  const bytes = Buffer.from(movie);
  let isAfterSamples = false;
  for (let at = 0; at < bytes.length;) {
    const end = at + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = filled(name, bytes.subarray(at + 8, end), text);
    written.push(boxed(name, isAfterSamples ? longer(name, content, text) : content));
    isAfterSamples ||= name === 'mdat';
    at = end;
  }
  return Buffer.concat(written);
}

function longer(name: string, content: Buffer, text: () => string): Buffer {
  const before = BEFORE_BOXES[name];
  if (before === undefined) return Buffer.concat([content, Buffer.from(text())]);
  const parts: Buffer[] = [content.subarray(0, before)];
  for (let at = before; at < content.length;) {
    const end = at + content.readUInt32BE(at);
    const inner = content.toString('latin1', at + 4, at + 8);
    parts.push(boxed(inner, longer(inner, filled(inner, content.subarray(at + 8, end), text), text)));
    at = end;
  }
  const colours = boxed('colr', Buffer.concat([Buffer.from('prof'), Buffer.from(text())]));
  return Buffer.concat([...parts, colours, ...FOREIGN_BOXES.map((kind) => boxed(kind, Buffer.from(text())))]);
}

const PACKET_BYTES = 188;

/** CRC-32 of ISO 13818-1 annex A. */
function checksum(bytes: Uint8Array): Buffer {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return u32(sum >>> 0);
}

/** A table with texts after its section and, in the map of a program, in descriptors of the program and of its stream. */
function plantedTable(packet: Buffer, text: () => string): Buffer {
  const end = 8 + (packet.readUInt16BE(6) & 0xfff);
  let section = packet.subarray(5, end - 4);
  if (packet[5] === 2) {
    const descriptor = (): Buffer => {
      const words = Buffer.from(text());
      return Buffer.concat([Buffer.from([0x80, words.length]), words]);
    };
    // The map of the fixture has no descriptors: byte 10 of the section is their length for the program, byte 15 for its stream.
    const [program, stream] = [descriptor(), descriptor()];
    section = Buffer.concat([
      section.subarray(0, 10),
      u16(0xf000 | program.length),
      program,
      section.subarray(12, 15),
      u16(0xf000 | stream.length),
      stream,
    ]);
    section.writeUInt16BE(0xb000 | (section.length + 1), 1);
  }
  const written = Buffer.concat([packet.subarray(0, 5), section, checksum(section), Buffer.from(text())]);
  return Buffer.concat([written, Buffer.alloc(PACKET_BYTES - written.length, 0xff)]);
}

/** Bytes of private data in the header of an elementary packet (ISO 13818-1 2.4.3.6). */
const PRIVATE_BYTES = 16;

/** Two packets for the first of an elementary packet, whose header gets private data and stuffing with texts. */
function plantedHeader(packet: Buffer, begin: number, text: () => string): Buffer[] {
  const end = begin + 9 + (packet[begin + 8] ?? 0);
  const planted = Buffer.concat([
    Buffer.from([0x80]),
    Buffer.from(text().padEnd(PRIVATE_BYTES).slice(0, PRIVATE_BYTES)),
    Buffer.from(text()),
  ]);
  const whole = Buffer.concat([packet.subarray(0, end), planted, packet.subarray(end)]);
  whole[begin + 7] = (whole[begin + 7] ?? 0) | 1;
  whole[begin + 8] = (whole[begin + 8] ?? 0) + planted.length;
  const rest = whole.subarray(PACKET_BYTES);
  const stuffing = PACKET_BYTES - 4 - rest.length;
  // The filler of the second packet carries a text as well.
  const filler = Buffer.concat([Buffer.from([stuffing - 1, 0]), Buffer.from(text()), Buffer.alloc(stuffing, 0xff)]).subarray(0, stuffing);
  const head = Buffer.from([0x47, (packet[1] ?? 0) & 0x1f, packet[2] ?? 0, 0x30]);
  return [whole.subarray(0, PACKET_BYTES), Buffer.concat([head, filler, rest])];
}

const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff;

/** A transport stream with texts in and after its tables and in the headers of its pictures. */
export function plantedPackets(stream: Uint8Array, text: () => string): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at < stream.length; at += PACKET_BYTES) {
    const packet = Buffer.from(stream.subarray(at, at + PACKET_BYTES));
    const begins = ((packet[1] ?? 0) & 0x40) > 0;
    const begin = packet.indexOf(Buffer.from([0, 0, 1, 0xe0]));
    // A pointer of 0 and a section of tables 0 or 2, whose syntax bit is set; a start code has 0 and 1 there.
    const isTable = begins && packet[4] === 0 && (packet[5] === 0 || packet[5] === 2) && ((packet[6] ?? 0) & 0x80) > 0;
    if (isTable) packets.push(plantedTable(packet, text));
    else if (begins && begin > 0) packets.push(...plantedHeader(packet, begin, text));
    else packets.push(packet);
  }
  // Packets are counted for each stream.
  const counts = new Map<number, number>();
  for (const packet of packets) {
    const count = counts.get(pidOf(packet)) ?? 0;
    packet[3] = ((packet[3] ?? 0) & 0xf0) | (count & 15);
    counts.set(pidOf(packet), count + 1);
  }
  return Buffer.concat(packets);
}
