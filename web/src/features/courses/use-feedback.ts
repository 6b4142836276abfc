import { useEffect, useEffectEvent, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Course, CourseCase, CourseFeedback } from '@echometry/contract/records/course.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { projectOf, session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { useCourses } from './use-courses.ts';

/** The case of a reader that an address names, with its course; null where there is none. */
export interface OpenCase {
  course: Course;
  cases: readonly CourseCase[];
  one: CourseCase;
}

function caseOf(courses: readonly Course[], studyId: string, reader: string): OpenCase | null {
  for (const course of courses) {
    const cases = course.readers.find((part) => part.reader === reader)?.cases ?? [];
    const one = cases.find(({ study_id }) => study_id === studyId);
    if (one !== undefined) return { course, cases, one };
  }
  return null;
}

/** A course case and its feedback, which is read at once where it was seen before, and else when it is asked for. */
export function useFeedback({ study_id, project, editor }: StudyLink) {
  const reader = editor ?? session.login?.email ?? '';
  const { courses, failure, reload } = useCourses(project);
  const [shown, setShown] = useState<{ of: string; feedback: CourseFeedback } | null>(null);
  const [working, setWorking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = courses === null ? null : caseOf(courses, study_id, reader);
  const key = `${study_id} ${reader}`;
  const isSeen = open?.one.feedback_at != null;
  const db_name = projectOf(project)?.db_name ?? '';
  const show = async (): Promise<void> => {
    setWorking(true);
    try {
      const feedback = await call(CALLS.coursesFeedback, { db_name, id: study_id, ...(editor === undefined ? {} : { reader: editor }) });
      setShown({ of: key, feedback });
      setRefusal(null);
      if (!isSeen) reload();
    } catch (error) {
      setRefusal(messageOf(error));
    }
    setWorking(false);
  };
  const showSeen = useEffectEvent(() => void show());
  useEffect(() => {
    if (isSeen) showSeen();
  }, [isSeen, key]);
  return {
    isLoading: courses === null && failure === null,
    failure: failure ?? refusal,
    reload,
    open,
    isOwn: editor === undefined,
    feedback: shown?.of === key ? shown.feedback : null,
    working,
    show,
  };
}
