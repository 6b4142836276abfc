/** Names by the entities of BIDS (https://bids-specification.readthedocs.io/en/stable/common-principles.html#filenames). */
import { createHash } from 'node:crypto';
import { stemOf } from '../names.ts';
import type { SourceImage } from '../source.ts';

const HASH_DIGITS = 6;
/** Stands for the underscore, which separates entities. */
const SEPARATOR = 'x';

/** Letters and digits only, as a label has to be; two texts never share one. */
export function labelOf(text: string): string {
  const label = text.replaceAll('_', SEPARATOR).replaceAll(/[^A-Za-z0-9]/g, '');
  if (label !== '' && !text.includes(SEPARATOR) && label === text.replaceAll('_', SEPARATOR)) return label;
  return `${label}${createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS)}`;
}

export const subjectOf = ({ study }: SourceImage): string => `sub-${labelOf(study.patient)}`;
export const sessionOf = ({ study }: SourceImage): string => `ses-${labelOf(study.study_id)}`;

/** Folder and start of the name of everything about a clip: the clip is an acquisition named by its file. */
export function clipPath(source: SourceImage): string {
  const [subject, session] = [subjectOf(source), sessionOf(source)];
  return `bids/${subject}/${session}/us/${subject}_${session}_acq-${labelOf(stemOf(source))}`;
}

/** The same for one person's work on the clip, by its stored version. */
export const workPath = (source: SourceImage): string => `${clipPath(source)}_desc-${labelOf(source.work.version)}`;
