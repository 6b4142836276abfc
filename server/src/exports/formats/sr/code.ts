/** A code of a terminology: value, scheme and meaning. */
import { createHash } from 'node:crypto';

export const PRIVATE_SCHEME = '99ECHOMETRY';

export interface Code {
  readonly value: string;
  readonly scheme: 'DCM' | 'SCT' | 'LN' | 'UCUM' | 'RFC5646' | typeof PRIVATE_SCHEME;
  readonly meaning: string;
}

export const code = (value: string, scheme: Code['scheme'], meaning: string): Code => ({ value, scheme, meaning });

const DIGITS = 12;

/** A code of our own: the same value for the same meaning, within the 16 characters of a Code Value (PS3.5 6.2, SH). */
export const privateCode = (meaning: string): Code =>
  code(createHash('sha256').update(meaning).digest('hex').slice(0, DIGITS).toUpperCase(), PRIVATE_SCHEME, meaning);
