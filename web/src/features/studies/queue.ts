/** The order of a Reviewer's tasks with likely changes first. */
import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import type { TriageEntry } from '@echometry/contract/records/triage.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';

type Named = Pick<TriageEntry, 'study_id' | 'editor' | 'blind'>;
const keyOf = ({ study_id, editor, blind }: Named): string => JSON.stringify([study_id, editor, blind]);

/** Entries with their places, by the work they are about. */
export type Queue = ReadonlyMap<string, TriageEntry & { place: number }>;

export const queueOf = (entries: readonly TriageEntry[]): Queue =>
  new Map(entries.map((entry, place) => [keyOf(entry), { ...entry, place }]));

export const entryOf = (
  queue: Queue,
  { study_id, editor, blind }: Pick<StudyRow, 'study_id' | 'editor' | 'blind'>,
): TriageEntry | undefined => (editor === null ? undefined : queue.get(keyOf({ study_id, editor, blind: blind ?? false })));

/** Rows in the order of the queue; those without a place come last, as they were. */
export function inOrder(rows: readonly StudyRow[], queue: Queue): StudyRow[] {
  const placeOf = ({ study_id, editor, blind }: StudyRow): number =>
    (editor === null ? undefined : queue.get(keyOf({ study_id, editor, blind: blind ?? false }))?.place) ?? Infinity;
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ row }) => row);
}

const NOTHING: { queue: Queue | null; failure: string | null } = { queue: null, failure: null };

/**
 * The queue of a project; null before it came.
 * @param project null where no queue is shown
 */
export function useQueue(project: string | null) {
  const [read, setRead] = useState(NOTHING);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (project === null) return;
    const request = new AbortController();
    call(CALLS.reviewsQueue, { db_name: project }, { signal: request.signal }).then(
      ({ entries }) => {
        if (!request.signal.aborted) setRead({ queue: queueOf(entries), failure: null });
      },
      (error: unknown) => {
        if (!request.signal.aborted) setRead({ queue: new Map(), failure: messageOf(error) });
      },
    );
    return () => {
      request.abort();
    };
  }, [project, turn]);
  return {
    ...read,
    reload: useCallback(() => {
      setRead(NOTHING);
      setTurn((n) => n + 1);
    }, []),
  };
}
