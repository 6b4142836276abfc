import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from './base32.ts';
import { TOTP_DIGITS, TOTP_SECRET_BYTES, TOTP_STEP_S, TOTP_WINDOW } from './limits.ts';

export const newTotpSecret = (): Uint8Array => randomBytes(TOTP_SECRET_BYTES);

/** Number of the step a moment lies in (RFC 6238 4.2, T0 = 0). */
export const stepOf = (now: number): number => Math.floor(now / 1000 / TOTP_STEP_S);

/** The code of one step: HMAC-SHA-1 and dynamic truncation (RFC 4226 5.3). */
export function totpCode(secret: Uint8Array, step: number, digits = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step a code belongs to; null when it is of none that counts now. Steps up to `lastStep` were used and count no more
 * (RFC 6238 5.2).
 */
export function acceptedStep(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const given = Buffer.from(code.replace(/[\s-]/g, ''));
  const current = stepOf(now);
  let found: number | null = null;
  for (let step = current - TOTP_WINDOW; step <= current + TOTP_WINDOW; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    if (step > lastStep && given.length === right.length && timingSafeEqual(given, right)) found ??= step;
  }
  return found;
}

/** The address a QR code carries to an authenticator app (Key Uri Format of Google Authenticator). */
export function otpauthAddress(secret: Uint8Array, account: string, issuer: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer, algorithm: 'SHA1', digits: String(TOTP_DIGITS), period: String(TOTP_STEP_S) });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
}
