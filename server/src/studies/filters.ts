import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import type { StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { ARC_PROJECT, ENROLLMENT, FINISHED_STEP } from '@echometry/contract/rules/completed.ts';
import { isBlind, mayReview, maySave } from '@echometry/contract/rules/permissions.ts';
import { DEFAULT_SEARCH_METHOD, type SearchMethod } from '@echometry/contract/rules/search.ts';
import { stepOfStatus } from '@echometry/contract/rules/study-list.ts';
import { type RawBuilder, sql } from 'kysely';
import { isAssignedTo } from '../db/assignments.ts';
import { hasStep, stepDone } from './order.ts';
import { isOpenNow, isReviewing, type ListReader, ownReview } from './listed.ts';

type Filter = RawBuilder<boolean>;

/** Text with the wildcards of LIKE taken as they are. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Search by contract/rules/search.ts, on codes that are kept in lower case. */
function searched(text: string, method: SearchMethod): Filter {
  const wanted = text.toLowerCase();
  if (method === 'match') return sql<boolean>`r.search = ${wanted}`;
  const pattern = `${method === 'contain' ? '%' : ''}${literal(wanted)}%`;
  return sql<boolean>`r.search like ${pattern} escape '\\'`;
}

/** Completed for the caller (contract/rules/completed.ts). */
function completed(reader: ListReader): Filter {
  if (reader.seeing.see === 'steps') return sql<boolean>`r.review_step >= ${sql.lit(FINISHED_STEP)}`;
  if (!mayReview(reader.role)) return sql<boolean>`r.validated > 0`;
  const finished = ownReview(reader, sql`1`, sql`mine.state = 'finished' and mine.finished_version = r.version_id`);
  return sql<boolean>`(r.validated > 0 and exists ${finished})`;
}

/** Rows that the switch 'Hide completed studies' leaves. */
function notHidden(reader: ListReader): Filter {
  const open = sql<boolean>`not ${completed(reader)}`;
  if (reader.project !== ARC_PROJECT) return open;
  const judged = reader.showQc ? sql<boolean>`(${stepDone('selected')} = 1 and ${stepDone('qc')} = 1)` : sql<boolean>`1 = 0`;
  return sql<boolean>`(${open} and coalesce(r.study_type, '') not in ('', ${ENROLLMENT}) and not ${judged})`;
}

function withStatus(status: NonNullable<StudyListQuery['status']>, reader: ListReader): Filter {
  const step = stepOfStatus(status);
  if (step === null) return isOpenNow(reader.now);
  return sql<boolean>`(${hasStep(step.name, reader)} and ${stepDone(step.name)} = ${sql.lit(step.done ? 1 : 0)})`;
}

/** Rows with something left to do for the caller: in the work they save, or in a Reviewer's review of it. */
function leftToDo(reader: ListReader): Filter {
  if (maySave(reader.role)) {
    const left = sql<boolean>`r.next is not null`;
    if (!reader.isAssigned) return left;
    return sql<boolean>`(${left} and ${isAssignedTo(sql.ref('r.id'), { userId: reader.userId, blind: isBlind(reader.role) ? 1 : 0 })})`;
  }
  return isReviewing(reader)
    ? sql<boolean>`not exists ${ownReview(reader, sql`1`, sql`mine.state = 'finished' and mine.base_version = r.version_id`)}`
    : sql<boolean>`1 = 0`;
}

/** Conditions that leave out rows before anything is counted. */
export const scopeFilters = ({ tasks }: Pick<StudyListQuery, 'tasks'>, reader: ListReader): Filter[] =>
  tasks === true ? [leftToDo(reader)] : [];

/**
 * Search and filters of a list.
 * @param editorId number of the editor it asks for; null where no account has that e-mail
 */
export function filtersOf(query: StudyListQuery, reader: ListReader, editorId: number | null): Filter[] {
  const { search, hide_completed, status, editor, study_id } = query;
  return [
    ...(search === undefined || search.text === '' ? [] : [searched(search.text, search.method ?? DEFAULT_SEARCH_METHOD)]),
    ...(hide_completed === true ? [notHidden(reader)] : []),
    ...(status === undefined ? [] : [withStatus(status, reader)]),
    ...(editor === undefined ? [] : [sql<boolean>`r.editor_id = ${editorId ?? 0}`]),
    ...(study_id === undefined ? [] : [sql<boolean>`r.study_id = ${study_id}`]),
  ];
}

/** Steps that rows have; those of fetal studies where there are some. */
export const stepsOf = ({ showQc }: ListReader, hasFetal: boolean) =>
  STATUS_ORDER.filter((name) => (name === 'qc' ? showQc : name === 'segmented_bio' ? hasFetal : true));
