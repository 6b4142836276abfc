import { createRequire } from 'node:module';
import type { ZxcvbnFactory as Zxcvbn } from '@zxcvbn-ts/core';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_GUESSES_LOG10, MIN_PASSWORD_LENGTH } from './limits.ts';

// The packages have one entry for bundlers and another for Node, which an ES import does not find.
const require = createRequire(import.meta.url);

/** Words of this product, which attackers try first. */
const OWN_WORDS = ['echometry', 'echocardiography', 'echo', 'ultrasound', 'cardiac', 'cardio', 'heart', 'fetal', 'hospital', 'research'];

interface Language {
  dictionary: Record<string, string[]>;
}

let zxcvbn: Zxcvbn | null = null;

/** Loaded when the first password is chosen: the lists take a quarter of a second and 20 MB. */
function strength(): Zxcvbn {
  if (zxcvbn !== null) return zxcvbn;
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  const common = require('@zxcvbn-ts/language-common') as Language & { adjacencyGraphs: never };
  const english = require('@zxcvbn-ts/language-en') as Language;
  zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, own: OWN_WORDS },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_PASSWORD_LENGTH,
  });
  return zxcvbn;
}

/** Characters that are left of a password without the person's own words. */
const MIN_OWN_CHARACTERS = 6;

const wordsOf = ({ email, names }: Person): string[] => [
  ...email.toLowerCase().split(/[@.+_-]/),
  ...(names ?? []).flatMap((name) => name.toLowerCase().split(/\s+/)),
];

/** True for what is made of the person's names and address: an attacker knows both. */
function isOwnWords(password: string, person: Person): boolean {
  let rest = password.toLowerCase();
  for (const word of wordsOf(person).filter((known) => known.length > 2)) rest = rest.replaceAll(word, '');
  return rest.length < password.length && rest.replace(/[\d\s\p{P}\p{S}]/gu, '').length < MIN_OWN_CHARACTERS;
}

interface Person {
  email: string;
  names?: readonly string[];
}

/**
 * Why a password cannot be taken, in a sentence for the person; null when it can. Any composition is allowed (ASVS 6.2.5);
 * refused is what is short, and what zxcvbn guesses too soon with its lists of leaked passwords, words and names, and
 * with the person's own.
 */
export function passwordFault(password: string, person: Person): string | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `The password may have ${MAX_PASSWORD_LENGTH} characters at most.`;
  const { guessesLog10 } = strength().check(password, [person.email, ...wordsOf(person)]);
  if (guessesLog10 >= MIN_PASSWORD_GUESSES_LOG10 && !isOwnWords(password, person)) return null;
  return 'This password is easy to guess. Take several words that do not belong together, for example.';
}
