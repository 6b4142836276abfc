import { useEffect, useEffectEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { issuesState, loadIssues } from '../../study/store/issues.ts';

/** Reads the issues of the open study, and again when the person comes back to the page or the network does. */
export function useIssues(link: StudyLink): { issues: readonly ReviewIssue[]; chosen: string | null; removed: boolean } {
  const key = [link.project, link.study_id, link.editor ?? '', link.blind ?? false].join(' ');
  const read = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void loadIssues(link);
  });
  useEffect(() => {
    const look = () => read();
    look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [key]);
  const { list, chosen, removed } = useSnapshot(issuesState);
  return { issues: list, chosen, removed: removed !== null };
}
