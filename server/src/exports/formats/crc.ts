/** CRC-32 of pieces that follow each other, as PNG and gzip have it (ISO 3309). Of one piece it is zlib's own. */

/** The polynomial, its highest power in the lowest bit. */
const POLYNOMIAL = 0xedb88320;
/** The polynomial 1, and x to the power of 8, in the same order of bits. */
const ONE = 0x80000000;
const BYTE = 0x00800000;

/** Product of two polynomials modulo the CRC's. */
function times(a: number, b: number): number {
  let product = 0;
  let [factor, left] = [b, a];
  while (left !== 0) {
    if (left & ONE) product ^= factor;
    left = (left << 1) >>> 0;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** CRC of bytes whose beginning has the CRC `before` and whose last `length` bytes have `crc`: the beginning is moved up by them. */
export function crcAfter(before: number, crc: number, length: number): number {
  let moved = ONE;
  let power = BYTE;
  for (let bits = length; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) moved = times(moved, power);
    power = times(power, power);
  }
  return (times(before, moved) ^ crc) >>> 0;
}
