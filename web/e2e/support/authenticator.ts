/** An authenticator app of the test: reads the secret off the page, and never shows a code the server took already. */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

export class Authenticator {
  readonly #key: Buffer;
  #lastStep = 0;

  constructor(secret: string) {
    const bits = [...secret.replace(/\s/g, '')].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  static async pairedWith(page: Page): Promise<Authenticator> {
    return new Authenticator((await page.locator('.secret').textContent()) ?? '');
  }

  /** A code that fits now and was not used: the one of this step, or of the next, which clocks that differ may show. */
  async code(): Promise<string> {
    const now = Math.floor(Date.now() / STEP_MS);
    const step = Math.max(now, this.#lastStep + 1);
    if (step > now + 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, (step - 1) * STEP_MS - Date.now() + 50);
      });
    }
    this.#lastStep = step;
    const message = Buffer.alloc(8);
    message.writeUInt32BE(step, 4);
    const mac = createHmac('sha1', this.#key).update(message).digest();
    return String((mac.readUInt32BE(mac[19]! % 16) % 0x8000_0000) % 1_000_000).padStart(6, '0');
  }
}
