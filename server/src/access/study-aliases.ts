/** Ids of studies that hide the date, for readers who must not know the order of a patient's studies (docs/readers.md#blinding). */
import { createCipheriv, hkdfSync } from 'node:crypto';
import { ALIAS_DIGIT, isAlias } from '@echometry/contract/rules/blinding.ts';
import { dashedDate, splitStudyId } from '@echometry/contract/rules/study-id.ts';

export interface StudyAliases {
  /** The alias of a study, the same every time. */
  aliasOf: (studyId: string) => string;
  /** The study of an alias; null where the text is not an alias. */
  studyIdOf: (alias: string) => string | null;
}

const DAY_MS = 86_400_000;
/** Days are counted from here: 0 to 2^22 - 1 are the years 1 to 11,483. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z') / DAY_MS;
const HALF_BITS = 11;
const HALF_MASK = 2 ** HALF_BITS - 1;
const ROUNDS = 8;
/** Digits after the first one: 2^22 has seven. */
const DIGITS = 7;

const dayOf = (yyyymmdd: string): number => Date.parse(`${dashedDate(yyyymmdd)}T00:00:00Z`) / DAY_MS - FIRST_DAY;

const dateOf = (day: number): string | null => {
  const date = new Date((day + FIRST_DAY) * DAY_MS).toISOString();
  // Later years have a sign and more digits.
  return /^\d{4}-/.test(date) ? date.slice(0, 10).replaceAll('-', '') : null;
};

/**
 * Aliases under the secret of a workspace: the days of each patient are permuted by a Feistel network with AES as its round
 * function, so that aliases are as unique as dates, and need no table.
 */
export function studyAliases(secret: Uint8Array): StudyAliases {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'aliases of studies', 32));
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);

  const mixed = (patient: string, round: number, half: number): number => {
    block.fill(0);
    block.writeBigUInt64BE(BigInt(patient), 0);
    block.writeUInt32BE(round, 8);
    block.writeUInt32BE(half, 12);
    return cipher.update(block).readUInt16BE(0) & HALF_MASK;
  };
  const permuted = (patient: string, number: number): number => {
    let [left, right] = [number >>> HALF_BITS, number & HALF_MASK];
    for (let round = 0; round < ROUNDS; round++) [left, right] = [right, left ^ mixed(patient, round, right)];
    return (left << HALF_BITS) | right;
  };
  const restored = (patient: string, number: number): number => {
    let [left, right] = [number >>> HALF_BITS, number & HALF_MASK];
    for (let round = ROUNDS - 1; round >= 0; round--) [left, right] = [right ^ mixed(patient, round, left), left];
    return (left << HALF_BITS) | right;
  };
  const isPatient = (text: string): boolean => /^[1-9][0-9]{0,15}$/.test(text);

  return {
    aliasOf: (studyId) => {
      const { patient, date } = splitStudyId(studyId) ?? { patient: '', date: '' };
      const day = dayOf(date);
      if (!isPatient(patient) || !Number.isInteger(day)) throw new Error('An id of a study has no patient number or no date');
      return `${patient}_${ALIAS_DIGIT}${String(permuted(patient, day)).padStart(DIGITS, '0')}`;
    },
    studyIdOf: (alias) => {
      const { patient, date } = splitStudyId(alias) ?? { patient: '', date: '' };
      const number = Number(date);
      if (!isAlias(alias) || !isPatient(patient) || date.length !== DIGITS + 1 || !(number < 2 ** (2 * HALF_BITS))) return null;
      const day = dateOf(restored(patient, number));
      return day === null ? null : `${patient}_${day}`;
    },
  };
}
