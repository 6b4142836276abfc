import jsQR from 'jsqr';
import { renderSVG } from 'uqr';
import { describe, expect, it } from 'vitest';
import { acceptedStep, base32, newTotpSecret, otpauthAddress, stepOf, totpCode } from './totp.ts';

/** Secret of RFC 4226 appendix D and of RFC 6238 appendix B. */
const SECRET = Buffer.from('12345678901234567890');

describe('codes', () => {
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, count) => [count, code] as const,
    ),
  )('of counter %i are those of RFC 4226, appendix D', (count, code) => expect(totpCode(SECRET, count)).toBe(code));

  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const)('at %i s are those of RFC 6238, appendix B', (seconds, code) =>
    expect(totpCode(SECRET, stepOf(seconds * 1000), 8)).toBe(code),
  );

  it('of the step before and after count too, those further away do not', () => {
    const now = 1_234_567_890_000;
    const step = stepOf(now);
    for (const [away, counts] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      expect([away, acceptedStep(SECRET, totpCode(SECRET, step + away), now, 0)]).toEqual([away, counts ? step + away : null]);
    }
  });
  it('count once, and those of earlier steps no more after it', () => {
    const now = 1_234_567_890_000;
    const step = stepOf(now);
    expect(acceptedStep(SECRET, totpCode(SECRET, step), now, step)).toBeNull();
    expect(acceptedStep(SECRET, totpCode(SECRET, step - 1), now, step)).toBeNull();
    expect(acceptedStep(SECRET, totpCode(SECRET, step + 1), now, step)).toBe(step + 1);
  });
  it('are read with spaces, and nothing else is a code', () => {
    const now = 59_000;
    expect(acceptedStep(SECRET, ' 287 082 ', now, 0)).toBe(1);
    for (const text of ['', '28708', '2870820', '94287082', 'abcdef']) expect(acceptedStep(SECRET, text, now, 0)).toBeNull();
  });
});

it('base32 is that of RFC 4648, section 10', () => {
  const published = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, encoded] of Object.entries(published)) expect(base32(Buffer.from(text))).toBe(encoded);
});

it('the QR code on the page carries the address to a foreign reader', () => {
  const address = otpauthAddress(newTotpSecret(), 'someone@example.org', 'Echometry');
  const pixelSize = 4;
  const svg = renderSVG(address, { ecc: 'M', border: 4, pixelSize });
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  // The picture is a path of squares: "M x,y h size v size h -size z".
  let squares = 0;
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h\d+v\d+h-\d+z/g)) {
    squares += 1;
    for (let row = Number(y); row < Number(y) + pixelSize; row += 1) {
      for (let column = Number(x); column < Number(x) + pixelSize; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  }
  expect(squares).toBeGreaterThan(100);
  expect(jsQR(pixels, side, side)?.data).toBe(address);
});
