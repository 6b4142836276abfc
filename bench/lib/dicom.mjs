// Small files for encoders and players: explicit little endian, nothing but the picture.

const text = (value) => {
  const bytes = Buffer.from(value, 'latin1');
  return bytes.length % 2 === 0
    ? bytes
    : Buffer.concat([bytes, Buffer.from(value.startsWith('2.25') || value.startsWith('1.2') ? [0] : [0x20])]);
};
const us = (value) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

/** Header and value of one element. */
export function elementBytes(tag, vr, value) {
  const long = vr === 'OB' || vr === 'OW';
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 'latin1');
  if (long) head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
}

/** Preamble and file meta information. */
export function metaBytes(transferSyntax) {
  const meta = Buffer.concat([
    elementBytes(0x00020002, 'UI', text('1.2.840.10008.5.1.4.1.1.3.1')),
    elementBytes(0x00020003, 'UI', text('2.25.1')),
    elementBytes(0x00020010, 'UI', text(transferSyntax)),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), elementBytes(0x00020000, 'UL', length), meta]);
}

/** Elements of a colour picture of 8 bits, as tag, representation and value. */
export const shared = ({ width, height, frames, photometric }) => [
  [0x00080016, 'UI', text('1.2.840.10008.5.1.4.1.1.3.1')],
  [0x00080018, 'UI', text('2.25.1')],
  [0x00080060, 'CS', text('US')],
  [0x00181063, 'DS', text('20')],
  [0x0020000d, 'UI', text('2.25.2')],
  [0x0020000e, 'UI', text('2.25.3')],
  [0x00280002, 'US', us(3)],
  [0x00280004, 'CS', text(photometric)],
  [0x00280006, 'US', us(0)],
  [0x00280008, 'IS', text(String(frames))],
  [0x00280010, 'US', us(height)],
  [0x00280011, 'US', us(width)],
  [0x00280100, 'US', us(8)],
  [0x00280101, 'US', us(8)],
  [0x00280102, 'US', us(7)],
  [0x00280103, 'US', us(0)],
];

/** RGB frames, pixel by pixel, one after the other. */
export function rgbFile(width, height, pixels) {
  const frames = pixels.length / (width * height * 3);
  const elements = [...shared({ width, height, frames, photometric: 'RGB' }), [0x7fe00010, 'OB', pixels]];
  return Buffer.concat([metaBytes('1.2.840.10008.1.2.1'), ...elements.map((parts) => elementBytes(...parts))]);
}
