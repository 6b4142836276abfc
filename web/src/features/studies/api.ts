import { useCallback, useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { MAX_LIST_PAGE, type StudyListQuery, type StudyListSummary } from '@echometry/contract/records/study-list.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { CallError, call, type Tagged } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

type Answer = AnswerOf<typeof CALLS.studiesGet>;

/** A page of a list, and what it is a part of. */
export interface StudyPage {
  rows: readonly StudyRow[];
  list: StudyListSummary;
  tasks: NonNullable<Answer['tasks']>;
}

/** The last page of each question since its list was opened, by which the server can report no change. */
let known: { of: string; tagged: Tagged<Answer> } | null = null;

subscribe(session, () => {
  // One person's page is not kept for the next.
  if (session.login === null) known = null;
});

function taggedOf(question: string): Tagged<Answer> {
  if (known?.of !== question) known = { of: question, tagged: { tag: null, answer: null } };
  return known.tagged;
}

export async function readStudyPage(
  project: string,
  list: StudyListQuery,
  signal: AbortSignal,
  tagged?: Tagged<Answer>,
): Promise<StudyPage> {
  const answer = await call(
    CALLS.studiesGet,
    { search_query: { medical_data_type: MEDICAL_DATA_TYPE, active: true }, db_name: project, list },
    { signal, ...(tagged ? { tagged } : {}) },
  );
  if (answer.list === undefined) throw new CallError('unreadable', 200, messages.noPage);
  return { rows: answer.studies, list: answer.list, tasks: answer.tasks ?? [] };
}

interface Read {
  page: StudyPage | null;
  failure: string | null;
  refused: string | null;
}
const NOTHING: Read = { page: null, failure: null, refused: null };

/**
 * A page of a project's studies as this role sees them; null before the first came. A page stays until the next one comes, and a
 * late page of an older question is dropped. `refused` is the server's message for a refusal; of an ended session the page asks
 * in place, and a lost network is only a failure.
 * @param name of whose list it is: a refusal for one person is not kept for another
 */
export function useStudyPage(name: string, project: string | null, query: StudyListQuery): Read & { reload: () => void } {
  const [read, setRead] = useState(NOTHING);
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify(query);
  useEffect(() => {
    if (project === null) return;
    const request = new AbortController();
    readStudyPage(project, JSON.parse(question) as StudyListQuery, request.signal, taggedOf(`${name} ${question}`)).then(
      (page) => {
        if (!request.signal.aborted) setRead({ page, failure: null, refused: null });
      },
      (error: unknown) => {
        if (request.signal.aborted) return;
        const failure = messageOf(error);
        setRead(({ page }) => ({
          page,
          failure,
          refused: error instanceof CallError && error.kind === 'refused' ? error.message : null,
        }));
      },
    );
    return () => {
      request.abort();
    };
  }, [name, project, question, turn]);
  return {
    ...read,
    reload: useCallback(() => {
      setRead(({ page }) => ({ page, failure: null, refused: null }));
      setTurn((n) => n + 1);
    }, []),
  };
}

/** All rows that pass a view, page by page. */
export async function readAllRows(
  project: string,
  queryAt: (offset: number, limit: number) => StudyListQuery,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<StudyRow[]> {
  const all: StudyRow[] = [];
  for (;;) {
    const { rows, list } = await readStudyPage(project, queryAt(all.length, MAX_LIST_PAGE), signal);
    // A list that became shorter meanwhile ends with what is left of it.
    const fresh = list.offset < all.length ? [] : rows;
    all.push(...fresh);
    onProgress(all.length, list.found);
    if (fresh.length === 0 || all.length >= list.found) return all;
  }
}
