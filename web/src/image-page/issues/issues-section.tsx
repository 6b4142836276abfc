import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { openIssues } from '@echometry/contract/rules/review-issues.ts';
import type { PageContext } from '../parts.ts';
import { IssueCard } from './issue-card.tsx';
import classes from './issues.module.css';
import { messages } from './messages.ts';
import { useIssues } from './use-issues.ts';

/** Issues that reviewers raised about the image that is shown; there where there are any in the study. */
export function IssuesSection({ context, file }: { context: PageContext; file: StudyFile }) {
  const { link, image, study } = context;
  const { issues } = useIssues(link);
  if (study.review !== null || issues.length === 0) return null;
  const own = issues.filter(({ instance_id }) => instance_id === file.instance_id);
  return (
    <section className={classes.section} aria-label={messages.title}>
      <h3>
        {messages.title}
        <small>{messages.open(openIssues(own), openIssues(issues))}</small>
      </h3>
      {own.map((issue) => (
        <IssueCard key={issue.id} link={link} issue={issue} image={image} frames={file.number_of_frames} />
      ))}
    </section>
  );
}
