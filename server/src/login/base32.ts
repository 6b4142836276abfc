const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** Base32 without padding (RFC 4648 6), as authenticator apps read secrets. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let held = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    held += 8;
    while (held >= BITS) {
      held -= BITS;
      text += ALPHABET[(buffer >> held) & 31];
    }
    buffer &= (1 << held) - 1;
  }
  return held > 0 ? text + ALPHABET[(buffer << (BITS - held)) & 31] : text;
}
