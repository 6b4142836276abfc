import { createHmac } from 'node:crypto';

/** An authenticator app, written only from RFC 6238: reads the secret off the page as a person would, and shows codes. */
export class Authenticator {
  readonly #key: Buffer;

  constructor(secret: string) {
    let bits = '';
    for (const letter of secret.replace(/\s/g, '')) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  static fromPage(body: string): Authenticator {
    const secret = /<p class="secret">([A-Z2-7 ]+)<\/p>/.exec(body)?.[1];
    if (secret === undefined) throw new Error('the page shows no secret');
    return new Authenticator(secret);
  }

  /** The code at a moment in ms. */
  code(now: number): string {
    const message = Buffer.alloc(8);
    message.writeUInt32BE(Math.floor(now / 30_000), 4);
    const mac = createHmac('sha1', this.#key).update(message).digest();
    const at = mac[19]! % 16;
    return String((mac.readUInt32BE(at) % 0x8000_0000) % 1_000_000).padStart(6, '0');
  }
}
