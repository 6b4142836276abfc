import { HOTP, Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_SECRET_BYTES, TOTP_STEP_S, TOTP_WINDOW } from './limits.ts';

/** otpauth needs a separate buffer, and a Buffer of Node may be a piece of a larger one. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

export const newTotpSecret = (): Uint8Array => new Secret({ size: TOTP_SECRET_BYTES }).bytes;

/** Base32 without padding (RFC 4648 6), as authenticator apps read secrets. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32;

/** Number of the step that contains a moment (RFC 6238 4.2, T0 = 0). */
export const stepOf = (now: number): number => TOTP.counter({ period: TOTP_STEP_S, timestamp: now });

/** The code of one step (RFC 4226 5.3). */
export const totpCode = (secret: Uint8Array, step: number, digits = TOTP_DIGITS): string =>
  HOTP.generate({ secret: secretOf(secret), algorithm: 'SHA1', digits, counter: step });

/**
 * The step a code belongs to; null when it is of none that counts now. Steps up to `lastStep` were used and count no more
 * (RFC 6238 5.2).
 */
export function acceptedStep(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const token = code.replace(/[\s-]/g, '');
  const current = stepOf(now);
  // Each step separately: a code that was used must not hide one of a later step that reads the same.
  for (let step = current - TOTP_WINDOW; step <= current + TOTP_WINDOW; step += 1) {
    const found = HOTP.validate({ token, secret: secretOf(secret), algorithm: 'SHA1', digits: TOTP_DIGITS, counter: step, window: 0 });
    if (step > lastStep && found === 0) return step;
  }
  return null;
}

/** The address a QR code carries to an authenticator app (Key Uri Format of Google Authenticator). */
export const otpauthAddress = (secret: Uint8Array, account: string, issuer: string): string =>
  new TOTP({ issuer, label: account, algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_STEP_S, secret: secretOf(secret) }).toString();
