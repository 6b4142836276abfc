// A plain colour file for the encoders of others: explicit little endian, nothing but the picture.

const text = (value) => {
  const bytes = Buffer.from(value, 'latin1');
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([0])]);
};
const us = (value) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

function element(tag, vr, value) {
  const long = vr === 'OB' || vr === 'OW';
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 'latin1');
  if (long) head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
}

/** RGB frames, pixel by pixel, one after the other. */
export function rgbFile(width, height, pixels) {
  const frames = pixels.length / (width * height * 3);
  const uid = (last) => text(`2.25.${last}`);
  const meta = [element(0x00020002, 'UI', text('1.2.840.10008.5.1.4.1.1.3.1')), element(0x00020003, 'UI', uid('1')), element(0x00020010, 'UI', text('1.2.840.10008.1.2.1'))];
  const metaBytes = Buffer.concat(meta);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(metaBytes.length);
  const data = [
    [0x00080016, 'UI', text('1.2.840.10008.5.1.4.1.1.3.1')], [0x00080018, 'UI', uid('1')], [0x00080060, 'CS', text('US')],
    [0x0020000d, 'UI', uid('2')], [0x0020000e, 'UI', uid('3')], [0x00280002, 'US', us(3)], [0x00280004, 'CS', text('RGB ')],
    [0x00280006, 'US', us(0)], [0x00280008, 'IS', text(`${frames} `.slice(0, `${frames}`.length + (`${frames}`.length % 2)))],
    [0x00280010, 'US', us(height)], [0x00280011, 'US', us(width)], [0x00280100, 'US', us(8)], [0x00280101, 'US', us(8)],
    [0x00280102, 'US', us(7)], [0x00280103, 'US', us(0)], [0x7fe00010, 'OB', pixels],
  ].map(([tag, vr, value]) => element(tag, vr, value));
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(0x00020000, 'UL', length), metaBytes, ...data]);
}
