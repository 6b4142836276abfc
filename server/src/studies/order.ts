import type { ListColumn, StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { STATUS_ORDER, type StatusName } from '@echometry/contract/records/status.ts';
import { taskWords } from '@echometry/contract/rules/review-task.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { DEFAULT_SORT } from '@echometry/contract/rules/study-list.ts';
import { sortKey } from '@echometry/contract/rules/sort.ts';
import { type RawBuilder, sql } from 'kysely';
import { isReviewing, type ListReader, ownReview } from './listed.ts';
import { REVIEW_TASKS } from './own-reviews.ts';

/** A step of the row is done; `showQc` and the data type define which steps exist. */
export function stepDone(name: StatusName): RawBuilder<number> {
  if (name === 'validated') return sql<number>`(case when r.validated > 0 then 1 else 0 end)`;
  return sql<number>`((r.steps >> ${sql.lit(STATUS_ORDER.indexOf(name))}) & 1)`;
}

/** Whether rows have a step at all: never, always, or where they are fetal. */
export function hasStep(name: StatusName, { showQc }: ListReader): RawBuilder<boolean> {
  if (name === 'qc') return showQc ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`;
  return name === 'segmented_bio' ? sql<boolean>`r.data_type = 'fetal'` : sql<boolean>`1 = 1`;
}

const doneSteps = (reader: ListReader): RawBuilder<unknown> =>
  sql.join(
    STATUS_ORDER.map((name) => sql`(case when ${hasStep(name, reader)} then ${stepDone(name)} else 0 end)`),
    sql` + `,
  );

/** Sort key of the column of validators: e-mails for roles that read them, else the count, of which none is an empty cell. */
function validatedCell({ seeing }: ListReader): RawBuilder<unknown> {
  if (seeing.see === 'steps') return sql`r.review_step`;
  return seeing.see === 'assigned' ? sql`r.validators` : sql`nullif(r.validated, 0)`;
}

/** Keys of the words of the next step: in the work shown, for roles that save it, or of the caller's review of it. */
function nextCell(reader: ListReader): RawBuilder<unknown> | null {
  if (!isReviewing(reader)) return maySave(reader.role) ? sql`r.next` : null;
  const key = (words: string): string => sortKey(words) ?? '';
  const { begun, finished, none } = REVIEW_TASKS;
  const state = ownReview(
    reader,
    sql`case when mine.state = 'finished' then ${key(taskWords(finished))} else ${key(taskWords(begun))} end`,
    sql`1 = 1`,
  );
  return sql`coalesce(${state}, ${key(taskWords(none))})`;
}

function cellOf(by: ListColumn, reader: ListReader): RawBuilder<unknown> | null {
  switch (by) {
    case 'date':
      return reader.hidesOrder ? sql`r.uid` : sql`r.study_date`;
    case 'patient':
      return sql`r.patient`;
    case 'type':
      return sql`r.data_type`;
    case 'status':
      return sql`(${doneSteps(reader)})`;
    case 'editor':
      return sql`r.editor`;
    case 'updated':
      return sql`r.updated_at`;
    case 'validated':
      return validatedCell(reader);
    case 'next':
      return nextCell(reader);
  }
}

/** Cells that are never empty need no place for empty ones, and an index gives their order. */
const NEVER_EMPTY: readonly ListColumn[] = ['date', 'type', 'status', 'next'];

/** Order of a list: the column, empty cells last; rows that are equal there come the newest study first, or in no order where that is hidden. */
export function orderOf({ sort, tasks }: StudyListQuery, reader: ListReader): RawBuilder<unknown> {
  const { by, direction } = sort ?? DEFAULT_SORT;
  const cell = by === 'next' && tasks !== true ? null : cellOf(by, reader);
  const way = direction === 'ascending' ? sql`asc` : sql`desc`;
  const versions = reader.seeing.see === 'assigned' ? sql`, r.version_id desc` : sql``;
  const dated = by === 'date' ? sql`r.id${versions}` : sql`r.study_date desc, r.id${versions}`;
  const newest = reader.hidesOrder ? sql`r.uid` : dated;
  if (cell === null) return newest;
  return NEVER_EMPTY.includes(by)
    ? sql`${cell} ${way}, ${newest}`
    : sql`(case when ${cell} is null then 1 else 0 end), ${cell} ${way}, ${newest}`;
}
