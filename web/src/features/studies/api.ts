import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { call } from '../../lib/api.ts';

/** The studies of a project as this role sees them; null while they load. */
export function useStudies(project: string | null): { rows: StudyRow[] | null; failure: string | null; reload: () => void } {
  const [rows, setRows] = useState<StudyRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (project === null) return;
    const request = new AbortController();
    setRows(null);
    setFailure(null);
    call(CALLS.studiesGet, { search_query: { medical_data_type: MEDICAL_DATA_TYPE, active: true }, db_name: project }, { signal: request.signal })
      .then(({ studies }) => { setRows(studies); })
      .catch((error: unknown) => { if (!request.signal.aborted) setFailure(error instanceof Error ? error.message : String(error)); });
    return () => { request.abort(); };
  }, [project, turn]);
  return { rows, failure, reload: useCallback(() => { setTurn((n) => n + 1); }, []) };
}
