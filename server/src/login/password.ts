import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '../errors.ts';
import { ARGON2, HASHES_AT_ONCE, HASHES_WAITING } from './limits.ts';

let running = 0;
const waiting: Array<() => void> = [];

/** Runs a hash when fewer than HASHES_AT_ONCE do; 429 when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= HASHES_WAITING) throw tooMany('Too many people sign in at once, try again in a minute');
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** argon2id in PHC text, with its parameters and salt in it. The same letters typed in two ways of Unicode are one password (NFKC). */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), ARGON2));

let decoy: Promise<string> | null = null;

/** Does the password fit? For an unknown person (null) the same work is done, so that the time does not reveal accounts. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword(randomBytes(16).toString('hex'))));
  const fits = await inTurn(() => verify(against, password.normalize('NFKC')));
  return fits && stored !== null;
}
