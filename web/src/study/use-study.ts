import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { mayHoldOpen } from '@echometry/contract/rules/permissions.ts';
import { projectOf, session } from '../lib/session.ts';
import type { StudyLink } from '../lib/study-link.ts';
import { isMine, leavePage, openStudy, saveNow, studyState, type OpenStudy } from './open-study.ts';

/** The open study as plain readable records; null while it loads or when it failed. */
export function useStudy(): { study: OpenStudy | null; failure: string | null } {
  const { study, failure } = useSnapshot(studyState);
  // The snapshot is deeply read-only; records are only read from it, and rules take them as they are.
  return { study: study as OpenStudy | null, failure };
}

/** Opens the study a page names, and sends what is left when the page goes away. */
export function useOpenStudy(link: StudyLink | null): { study: OpenStudy | null; failure: string | null } {
  const [, navigate] = useLocation();
  const key = link ? `${link.project} ${link.study_id}` : '';
  useEffect(() => {
    // Editors come to a study through the list of its project (image analysis 2): without the project there is no list.
    if (link && mayHoldOpen(session.login?.role ?? null) && !projectOf(link.project)) {
      navigate('/studies', { replace: true });
      return;
    }
    if (link) void openStudy(link);
    // A network that comes back is not waited for.
    const back = (): void => void saveNow();
    window.addEventListener('pagehide', leavePage);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      window.removeEventListener('online', back);
    };
    // The key stands for the link.
  }, [key]);
  const state = useStudy();
  return link && state.study?.link.study_id === link.study_id && isMine(state.study) ? state : { study: null, failure: state.failure };
}
