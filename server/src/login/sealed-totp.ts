import type { SecretBox } from '../workspace/secret-box.ts';

/** Bound to the person: a secret copied to another row cannot be opened there. */
const purposeOf = (userId: number): string => `totp ${userId}`;

export const sealTotpSecret = (secrets: SecretBox, userId: number, secret: Uint8Array): Uint8Array =>
  secrets.seal(purposeOf(userId), secret);
export const openTotpSecret = (secrets: SecretBox, userId: number, sealed: Uint8Array): Uint8Array =>
  secrets.open(purposeOf(userId), sealed);
