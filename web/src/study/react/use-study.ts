import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { mayHoldOpen } from '@echometry/contract/rules/permissions.ts';
import { projectOf, session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { currentSession, openStudy } from '../store/current-study.ts';
import type { OpenStudy } from '../store/open-study.ts';
import { useStudyState } from './use-study-state.ts';

/** The open study as plain readable records; null while it loads or when it failed. */
export function useStudy(): { study: OpenStudy | null; failure: string | null } {
  const { study, failure } = useStudyState();
  // The snapshot is deeply read-only; records are only read from it, and rules take them as they are.
  return { study: study as OpenStudy | null, failure };
}

/** Opens the study a page names. */
export function useOpenStudy(link: StudyLink | null): { study: OpenStudy | null; failure: string | null } {
  const [, navigate] = useLocation();
  const key = link ? `${link.project} ${link.study_id} ${link.editor ?? ''} ${link.blind ?? false}` : '';
  const onStudy = useEffectEvent(() => {
    // Editors come to a study through the list of its project: without the project they have no list.
    if (link && mayHoldOpen(session.login?.role ?? null) && !projectOf(link.project)) navigate('/studies', { replace: true });
    else if (link) void openStudy(link);
  });
  useEffect(() => {
    if (key !== '') onStudy();
  }, [key]);
  const state = useStudy();
  return link && state.study?.link.study_id === link.study_id && currentSession()?.live ? state : { study: null, failure: state.failure };
}
