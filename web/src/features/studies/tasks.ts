/** What is left to do in the studies of a project, in the role of who is here. */
import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StudyTask } from '@echometry/contract/calls/studies/get-tasks.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { call } from '../../lib/api.ts';

export type Tasks = ReadonlyMap<string, StudyTask>;

/** What to do, in the words of the next best action. */
export const taskWords = (task: Pick<StudyTask, 'verb' | 'type'> | undefined): string => (task ? `${task.verb} ${task.type}` : '');

/** The tasks of a project by study; null while they load, and where none are asked for. */
export function useTasks(project: string | null): { tasks: Tasks | null; failure: string | null } {
  const [found, setFound] = useState<{ tasks: Tasks | null; failure: string | null }>({ tasks: null, failure: null });
  useEffect(() => {
    if (project === null) return;
    const request = new AbortController();
    setFound({ tasks: null, failure: null });
    call(CALLS.getTasks, { db_name: project, medical_data_type: MEDICAL_DATA_TYPE }, { signal: request.signal }).then(
      ({ tasks }) => setFound({ tasks: new Map(tasks.map((task) => [task.study_id, task])), failure: null }),
      (error: unknown) => {
        if (!request.signal.aborted) setFound({ tasks: null, failure: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => request.abort();
  }, [project]);
  return found;
}
