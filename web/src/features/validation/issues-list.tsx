import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { openIssues } from '@echometry/contract/rules/review-issues.ts';
import { IssueCard } from '../../image-page/issues/issue-card.tsx';
import { restoreIssue } from '../../study/store/issues.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './validation.module.css';

export interface IssuesProps {
  study: OpenStudy;
  /** In the order of the images. */
  issues: readonly ReviewIssue[];
  chosen: string | null;
  /** One was removed and can be restored. */
  removed: boolean;
  onChoose: (issue: ReviewIssue) => void;
}

/** Issues of the review, image by image. */
export function IssuesList({ study, issues, chosen, removed, onChoose }: IssuesProps) {
  return (
    <section className={classes.issues} aria-label={messages.issues.title}>
      <header>
        <h2>{messages.issues.title}</h2>
        <span data-testid="issue-count">
          <b>{messages.issues.open(openIssues(issues))}</b> · {messages.issues.resolved(issues.length - openIssues(issues))}
        </span>
      </header>
      <div className={layout.scroll}>
        {issues.length === 0 && (
          <p className={layout.panelNote}>
            {messages.issues.none} <Keys text="e" /> {messages.issues.noneRaise}
          </p>
        )}
        {issues.map((issue) => (
          <IssueCard
            key={issue.id}
            link={study.link}
            issue={issue}
            image={study.images.find(({ instance_id }) => instance_id === issue.instance_id)}
            frames={study.files.find(({ instance_id }) => instance_id === issue.instance_id)?.number_of_frames ?? 1}
            current={issue.id === chosen}
            own={!study.readOnly}
            onChoose={() => onChoose(issue)}
          />
        ))}
        {removed && (
          <p className={layout.panelNote}>
            {messages.issues.removed}{' '}
            <button type="button" onClick={() => void restoreIssue(study.link)}>
              {messages.undo}
            </button>
          </p>
        )}
      </div>
    </section>
  );
}
