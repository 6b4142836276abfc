import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals content of the database under a key outside of it (workspace folder, `keys/login.key`). */
export interface SecretBox {
  /** `purpose` is bound to the text: what was sealed for one person opens for no other. */
  seal(purpose: string, text: Uint8Array): Uint8Array;
  /** Throws when the key, the purpose or any bit is another. */
  open(purpose: string, sealed: Uint8Array): Uint8Array;
  /** A keyed hash, for names that should not be guessed from the database. */
  mark(purpose: string, text: string): string;
}

export function secretBox(key: Uint8Array): SecretBox {
  const sealing = createHmac('sha256', key).update('seal').digest();
  const marking = createHmac('sha256', key).update('mark').digest();
  return {
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    mark: (purpose, text) => createHmac('sha256', marking).update(`${purpose}\n${text}`).digest('base64url'),
  };
}
