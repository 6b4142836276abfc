import { useMemo, useState } from 'react';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { inOrder, neighbour } from '@echometry/contract/rules/review-issues.ts';
import { useIssues } from '../../image-page/issues/use-issues.ts';
import { useKeys } from '../../lib/keys.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { issuesState, resolveIssue } from '../../study/store/issues.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Subject } from './issue-dialog.tsx';

/** Issues of the review, the one that is chosen, and what a new one is raised about. */
export function useRaised(link: StudyLink, { images }: OpenStudy, show: (issue: ReviewIssue) => void) {
  const { issues: all, chosen, removed } = useIssues(link);
  const [subject, setSubject] = useState<Subject | null>(null);
  const issues = useMemo(() => inOrder(all, images), [all, images]);
  const choose = (issue: ReviewIssue | undefined) => {
    if (!issue) return;
    issuesState.chosen = issue.id;
    show(issue);
  };
  return { issues, chosen, removed, subject, setSubject, choose };
}

/** A new issue is raised by the pane, which knows its frame. */
export function useIssueKeys(study: OpenStudy, { issues, chosen, choose }: ReturnType<typeof useRaised>): void {
  const current = issues.find(({ id }) => id === chosen);
  useKeys({
    'validation.next-issue': () => choose(neighbour(issues, chosen, 1)),
    'validation.previous-issue': () => choose(neighbour(issues, chosen, -1)),
    'validation.resolve-issue': () => current && void resolveIssue(study.link, current),
  });
}
