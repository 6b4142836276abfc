// A loop of JPEG frames as a DICOM file with a Basic Offset Table.
import { elementBytes, metaBytes, shared } from './dicom.mjs';

const word = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const item = (payload) => Buffer.concat([Buffer.from([0xfe, 0xff, 0x00, 0xe0]), word(payload.length), payload]);

/** @param {{frames: Uint8Array[], width: number, height: number}} loop colour frames of JPEG baseline, 4:2:2 */
export function jpegFile({ frames, width, height }) {
  const even = frames.map((frame) => (frame.length % 2 === 0 ? Buffer.from(frame) : Buffer.concat([frame, Buffer.from([0])])));
  let at = 0;
  const table = even.map((frame) => {
    const start = at;
    at += frame.length + 8;
    return word(start);
  });
  const head = Buffer.from([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]);
  return Buffer.concat([
    metaBytes('1.2.840.10008.1.2.4.50'),
    ...shared({ width, height, frames: frames.length, photometric: 'YBR_FULL_422' }).map((parts) => elementBytes(...parts)),
    head,
    item(Buffer.concat(table)),
    ...even.map(item),
    Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]),
  ]);
}
