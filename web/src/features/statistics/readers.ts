/** Readers that can be compared, in words and by key. */
import type { Reader } from '@echometry/contract/records/agreement.ts';
import { isMachine } from '@echometry/contract/rules/machine.ts';
import { standardOf } from '@echometry/contract/rules/standards.ts';
import { messages } from './messages.ts';

export interface KnownReader extends Reader {
  studies: number;
}

export type Comparing = 'between' | 'within';

export const readerKey = ({ editor, reviewer, blind, pass }: Reader): string => JSON.stringify([editor, reviewer, blind, pass]);

/** The part of an e-mail that distinguishes people of one installation. */
const short = (email: string): string => email.split('@')[0] ?? email;

export function readerName({ editor, reviewer, blind, pass }: Reader): string {
  if (isMachine({ editor })) return messages.agreement.machine;
  const standard = standardOf({ editor });
  if (standard !== null) return messages.agreement.standards[standard];
  const { reviewing, blind: blindName, pass: passName } = messages.agreement;
  const work = reviewer === null ? short(editor) : reviewing(short(reviewer), short(editor));
  return [work, blind ? blindName : '', pass > 1 ? passName(pass) : ''].filter((part) => part !== '').join(', ');
}

/** Who read: the reviewer of a review, otherwise the editor. */
const personOf = ({ editor, reviewer }: Reader): string => reviewer ?? editor;

/** Possible partners of a reader: other people's work, or the same person's in another pass. */
export const partnersOf = (first: Reader, readers: readonly KnownReader[], comparing: Comparing): KnownReader[] =>
  readers.filter(
    (other) =>
      // Differences are a reader's from the standard.
      standardOf(other) === null &&
      (comparing === 'between'
        ? personOf(other) !== personOf(first)
        : readerKey(other) !== readerKey(first) && personOf(other) === personOf(first) && other.editor === first.editor),
  );

/** Readers that have a partner. */
export const comparable = (readers: readonly KnownReader[], comparing: Comparing): KnownReader[] =>
  readers.filter((reader) => partnersOf(reader, readers, comparing).length > 0);
