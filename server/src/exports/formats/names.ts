/** Paths within an archive that every system takes, and whose work a row of a table is. */
import type { Cell } from '@echometry/contract/rules/csv.ts';
import type { SourceImage } from './source.ts';

const MAX_PART = 80;

/** A part of a path: letters, digits, `.`, `_`, `-`; never hidden, never empty. */
export function safePart(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '_').replace(/^[._-]+/, '');
  return safe.slice(0, MAX_PART) || 'unnamed';
}

/** Name of an image's file without its ending, unique in a study. */
export const stemOf = ({ image }: SourceImage): string => safePart(image.filename.replace(/\.dcm$/i, ''));

/** Study, image and version of the work, which is unique of all persons and passes. */
export const nameOf = (source: SourceImage): string =>
  `${safePart(source.study.study_id)}_${stemOf(source)}_${safePart(source.work.version)}`;

/** Study and version of the work: what reports of a whole study are named by. */
export const studyNameOf = ({ study, work }: SourceImage): string => `${safePart(study.study_id)}_${safePart(work.version)}`;

/** Columns that distinguish confirmed images of reviews, in the tables and pictures of every format. */
const CERTAINTY_COLUMNS = ['review_state', 'validated', 'changed_since', 'consensus_of', 'finished_with_reason'] as const;

/** How certain an image of a review is; all null for the work of an editor. */
export const certaintyOf = ({ work, image }: Pick<SourceImage, 'work' | 'image'>): Record<(typeof CERTAINTY_COLUMNS)[number], Cell> => ({
  review_state: work.review_state,
  validated: work.review_state === null ? null : image.validated,
  changed_since: work.changed_since,
  consensus_of: work.consensus_of,
  finished_with_reason: work.finished_with_reason,
});

/** Columns that name the author of a row, in every table of the formats. */
export const WORK_COLUMNS = [
  'project',
  'study_id',
  'patient',
  'instance_id',
  'editor',
  'reviewer',
  'role',
  'blind',
  'pass',
  'version',
  ...CERTAINTY_COLUMNS,
] as const;

export function workRow(source: SourceImage): Cell[] {
  const { study, work, image } = source;
  const certainty = certaintyOf(source);
  return [
    study.project,
    study.study_id,
    study.patient,
    image.instance_id,
    work.editor,
    work.reviewer,
    work.role,
    work.blind,
    work.pass,
    work.version,
    ...CERTAINTY_COLUMNS.map((column) => certainty[column]),
  ];
}

/** A file of one piece. */
export async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
}

/** A file whose pieces are made when they are read. */
export async function* pieces(content: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* content;
}
