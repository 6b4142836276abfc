import { useMemo, useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { inOrder, neighbour } from '@echometry/contract/rules/review-issues.ts';
import { useIssues } from '../../image-page/issues/use-issues.ts';
import { useKeys } from '../../lib/keys.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { issuesState, resolveIssue } from '../../study/store/issues.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { firstFrame } from '../../image-page/drawn.ts';
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

/** @param image subject of a new issue that is raised by key */
export function useIssueKeys(study: OpenStudy, raised: ReturnType<typeof useRaised>, image: AnalysisImage | undefined): void {
  const { issues, chosen, choose, setSubject } = raised;
  const current = issues.find(({ id }) => id === chosen);
  useKeys({
    'validation.next-issue': () => choose(neighbour(issues, chosen, 1)),
    'validation.previous-issue': () => choose(neighbour(issues, chosen, -1)),
    'validation.resolve-issue': () => current && void resolveIssue(study.link, current),
    ...(study.readOnly || !image ? {} : { 'validation.issue': () => setSubject({ image, frame: firstFrame(image) }) }),
  });
}
