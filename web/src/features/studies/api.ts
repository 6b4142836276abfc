import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { CallError, call } from '../../lib/api.ts';

/**
 * The studies of a project as this role sees them; null while they load. `refused` is what the server said when it answered
 * anything but the list; of an ended session the page asks in place, and a lost network is only a failure.
 */
export function useStudies(project: string | null): {
  rows: StudyRow[] | null;
  failure: string | null;
  refused: string | null;
  reload: () => void;
} {
  const [rows, setRows] = useState<StudyRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (project === null) return;
    const request = new AbortController();
    setRows(null);
    setFailure(null);
    call(
      CALLS.studiesGet,
      { search_query: { medical_data_type: MEDICAL_DATA_TYPE, active: true }, db_name: project },
      { signal: request.signal },
    )
      .then(({ studies }) => {
        setRows(studies);
      })
      .catch((error: unknown) => {
        if (request.signal.aborted) return;
        setFailure(error instanceof Error ? error.message : String(error));
        if (error instanceof CallError && error.kind === 'refused') setRefused(error.message);
      });
    return () => {
      request.abort();
    };
  }, [project, turn]);
  return {
    rows,
    failure,
    refused,
    reload: useCallback(() => {
      setTurn((n) => n + 1);
    }, []),
  };
}
