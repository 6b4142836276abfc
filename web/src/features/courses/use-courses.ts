import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Course, CourseCase } from '@echometry/contract/records/course.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { call } from '../../lib/api.ts';
import { projectOf, session } from '../../lib/session.ts';
import { studyPath } from '../../lib/study-link.ts';

/** Courses of a project as far as the person sees them; null while they are read. */
export function useCourses(project: string | null): { courses: readonly Course[] | null; failure: string | null; reload: () => void } {
  const [state, setState] = useState<{ courses: readonly Course[] | null; failure: string | null }>({ courses: null, failure: null });
  const [turn, setTurn] = useState(0);
  const db_name = project === null ? undefined : projectOf(project)?.db_name;
  useEffect(() => {
    if (db_name === undefined) return;
    const stop = new AbortController();
    call(CALLS.coursesList, { db_name }, { signal: stop.signal }).then(
      ({ courses }) => setState({ courses, failure: null }),
      (error: unknown) => !stop.signal.aborted && setState({ courses: null, failure: messageOf(error) }),
    );
    return () => stop.abort();
  }, [db_name, turn]);
  return { ...state, reload: () => setTurn((n) => n + 1) };
}

/** Where a case is read, or where its feedback is. */
export function pathOfCase(project: string, reader: string, one: CourseCase): string {
  const link = {
    study_id: one.study_id,
    study_date: one.date ?? '',
    patient_id: one.patient,
    patient_id_show: one.patient_show,
    data_type: one.data_type,
    project,
  };
  const isOwn = isBlind(session.login?.role ?? null);
  if (isOwn && one.state !== 'done' && one.feedback_at === null) return studyPath(one.state === 'to-do' ? 'preview' : 'selection', link);
  return studyPath('feedback', isOwn ? link : { ...link, editor: reader, blind: true });
}
