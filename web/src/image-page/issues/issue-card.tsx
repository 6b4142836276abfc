import { useEffect, useRef } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { anchorTarget } from '@echometry/contract/rules/anchors.ts';
import { reasonWords } from '@echometry/contract/rules/review-issues.ts';
import { ago } from '../../lib/format.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { removeIssue, resolveIssue } from '../../study/store/issues.ts';
import layout from '../../ui/layout.module.css';
import classes from './issues.module.css';
import { messages } from './messages.ts';

interface CardProps {
  link: StudyLink;
  issue: ReviewIssue;
  image: AnalysisImage | undefined;
  /** Frames of the clip. */
  frames: number;
  current?: boolean;
  /** It is the person's own, and its review is not locked. */
  own?: boolean;
  onChoose?: () => void;
}

/** One issue: its reason, what it is about, its text, and what can be done with it. */
export function IssueCard({ link, issue, image, frames, current = false, own = false, onChoose }: CardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const target = issue.anchor === null ? null : anchorTarget(issue.anchor, image, frames);
  const words = [image?.type ?? messages.notLabelled, target?.label].filter(Boolean).join(' · ');
  return (
    <section
      ref={card}
      className={classes.issue}
      data-current={current}
      data-resolved={issue.resolved}
      data-testid="issue"
      aria-label={reasonWords(issue.reason)}
    >
      <button type="button" className={classes.what} aria-current={current} disabled={!onChoose} onClick={onChoose}>
        <b>{reasonWords(issue.reason)}</b>
        <small>{issue.resolved ? messages.isResolved : messages.isOpen}</small>
        <span>{words}</span>
      </button>
      {target?.gone != null && <p className={classes.gone}>{target.gone}</p>}
      {issue.content !== '' && <p>{issue.content}</p>}
      {issue.reply !== null && (
        <p className={classes.reply}>
          <small>{messages.reply(ago(issue.reply.created_at, Date.now()))}</small>
          {issue.reply.content}
        </p>
      )}
      <p className={classes.who}>{issue.resolved ? messages.resolvedBy(issue.resolved_by) : messages.raisedBy(issue.reviewer)}</p>
      <div className={`${layout.verdict} ${classes.verdict}`}>
        <button type="button" onClick={() => void resolveIssue(link, issue)}>
          {issue.resolved ? messages.reopen : messages.resolve}
        </button>
        {own && (
          <button type="button" onClick={() => void removeIssue(link, issue)}>
            {messages.remove}
          </button>
        )}
      </div>
    </section>
  );
}
