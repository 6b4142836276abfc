import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts';

/** Words that lists of leaked passwords begin with, and ours. What is left of a password without them has to be worth something. */
const COMMON = [
  'password', 'passwort', 'passwd', 'contrasena', 'motdepasse', 'qwertyuiop', 'qwerty', 'qwertz', 'azerty', 'asdfghjkl', 'asdfgh', 'zxcvbnm', 'zxcvbn', '1q2w3e4r5t6y',
  '1qaz2wsx3edc', 'qazwsxedc', 'letmein', 'welcome', 'administrator', 'admin', 'iloveyou', 'monkey', 'dragon', 'football', 'baseball', 'basketball', 'sunshine', 'princess',
  'master', 'login', 'superman', 'batman', 'trustno1', 'starwars', 'whatever', 'hello', 'freedom', 'shadow', 'michael', 'jordan', 'computer', 'internet', 'secret',
  'changeme', 'default', 'summer', 'winter', 'spring', 'autumn', 'january', 'monday', 'research', 'hospital', 'doctor', 'echometry', 'echocardiography', 'echo',
  'ultrasound', 'cardiac', 'cardio', 'heart', 'fetal', 'love', 'test', 'user', 'guest', 'root',
].sort((a, b) => b.length - a.length);

/** Rows of keyboards, the alphabet and digits: runs of four along them count as nothing. */
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '1q2w3e4r5t6y7u8i9o0p'];
const RUN_LENGTH = 4;

const LEET: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** Different characters a password has at least, and characters that are left of it without words, runs, digits and signs. */
const MIN_DISTINCT = 6;
const MIN_OWN_LETTERS = 4;

const reversed = (text: string): string => [...text].reverse().join('');

function withoutRuns(text: string): string {
  let rest = text;
  for (const row of RUNS.flatMap((r) => [r, reversed(r)])) {
    for (let at = 0; at + RUN_LENGTH <= row.length; at += 1) rest = rest.replaceAll(row.slice(at, at + RUN_LENGTH), '');
  }
  return rest;
}

/** What is left of a password that nobody would try first. */
function ownLetters(password: string, known: readonly string[]): string {
  const plain = withoutRuns(password.toLowerCase());
  const spelled = [plain, [...plain].map((c) => LEET[c] ?? c).join('')].map((text) => {
    let rest = text;
    for (const word of [...known, ...COMMON]) rest = rest.replaceAll(word, '');
    return rest.replace(/[\d\s\p{P}\p{S}]/gu, '');
  });
  return spelled.reduce((shortest, text) => (text.length < shortest.length ? text : shortest));
}

/**
 * Why a password cannot be taken, in a sentence for the person; null when it can. Any composition is allowed (ASVS 6.2.5);
 * refused is what is short, or what lists of leaked passwords and one's own name would guess.
 */
export function passwordFault(password: string, person: { email: string; names?: readonly string[] }): string | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `The password may have ${MAX_PASSWORD_LENGTH} characters at most.`;
  const easy = 'This password is easy to guess. Take several words that do not belong together, for example.';
  if (new Set(password.toLowerCase()).size < MIN_DISTINCT) return easy;
  const known = [...person.email.toLowerCase().split(/[@.+_-]/), ...(person.names ?? []).flatMap((name) => name.toLowerCase().split(/\s+/))].filter((word) => word.length > 2);
  if (/^(.{1,6}?)\1+$/u.test(password.toLowerCase())) return easy;
  // A long phrase is worth its length, whatever words it is made of.
  const own = ownLetters(password, known).length;
  return own < MIN_OWN_LETTERS && !(length >= 20 && new Set(password.toLowerCase()).size >= 10) ? easy : null;
}
