import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../workspace/secret-box.ts';

/** Browsers that signed in are known for this long, in seconds. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
export const DEVICE_COOKIE = 'echometry-device';
const ID_BYTES = 16;
/** Accounts one browser is known for. */
const MAX_ACCOUNTS = 8;

const nameOf = (account: string): string => account.trim().toLowerCase();
const markOf = (secrets: SecretBox, id: string, account: string): string => secrets.mark('device', `${id}\n${nameOf(account)}`);

/**
 * The id of a browser that an account signed in with before, from its cookie; null for all others. It opens nothing: its
 * attempts are counted apart from those of strangers, who therefore cannot keep an owner out.
 */
export function knownDevice(secrets: SecretBox, cookie: string | undefined, account: string): string | null {
  const [id = '', ...marks] = (cookie ?? '').split('.');
  return id !== '' && marks.includes(markOf(secrets, id, account)) ? id : null;
}

/** The cookie of a browser after an account signed in with both factors. */
export function deviceCookie(secrets: SecretBox, cookie: string | undefined, account: string): string {
  const [known = '', ...marks] = (cookie ?? '').split('.');
  const id = /^[\w-]{22}$/.test(known) ? known : randomBytes(ID_BYTES).toString('base64url');
  const mark = markOf(secrets, id, account);
  return [id, mark, ...marks.filter((other) => other !== mark && id === known)].slice(0, MAX_ACCOUNTS + 1).join('.');
}
