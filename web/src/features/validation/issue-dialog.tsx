import { Button, Group, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { CommentAnchor } from '@echometry/contract/records/comment.ts';
import { MAX_ISSUE_LENGTH, type ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { anchorsOf, anchorTarget } from '@echometry/contract/rules/anchors.ts';
import { reasonsByUse } from '@echometry/contract/rules/review-issues.ts';
import { raiseIssue } from '../../study/store/issues.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { messages } from './messages.ts';
import classes from './validation.module.css';

/** Subject of an issue. */
export interface Subject {
  image: AnalysisImage;
  /** The frame that is shown, from 1; null on a single picture. */
  frame: number | null;
}

const { whole: WHOLE } = messages.issues;

interface DialogProps {
  study: OpenStudy;
  issues: readonly ReviewIssue[];
  /** Null while nothing is raised. */
  subject: Subject | null;
  onClose: () => void;
}

/** Raises an issue: one click for its reason, those used last first, or with a text and what of the image it is about. */
export function IssueDialog({ study, issues, subject, onClose }: DialogProps) {
  return (
    <Dialog opened={subject !== null} onClose={onClose} title={messages.issues.raise(subject?.image.type ?? messages.theImage)}>
      {subject && <Form key={subject.image.instance_id} study={study} issues={issues} subject={subject} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ study, issues, subject, onClose }: DialogProps & { subject: Subject }) {
  const { image, frame } = subject;
  const frames = study.files.find(({ instance_id }) => instance_id === image.instance_id)?.number_of_frames ?? 1;
  const anchors = new Map<string, CommentAnchor>(
    anchorsOf(image, frame).map((anchor) => [anchorTarget(anchor, image, frames).label, anchor]),
  );
  const [first] = anchors.keys();
  const [about, setAbout] = useState(frame === null ? WHOLE : (first ?? WHOLE));
  const [content, setContent] = useState('');
  const [busy, setBusy] = useState(false);
  const raise = async (reason: string) => {
    setBusy(true);
    const anchor = anchors.get(about) ?? null;
    const done = await raiseIssue(study.link, { image_filename: image.filename, reason, content, anchor });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <>
      <Select
        label={messages.issues.about}
        size="xs"
        searchable
        allowDeselect={false}
        data={[WHOLE, ...anchors.keys()]}
        value={about}
        onChange={(value) => setAbout(value ?? WHOLE)}
      />
      <Textarea
        label={messages.issues.expected}
        size="xs"
        autosize
        minRows={2}
        maxLength={MAX_ISSUE_LENGTH}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <Group className={classes.reasons} role="group" aria-label={messages.reason} gap={6}>
        {reasonsByUse(issues).map(({ code, name_to_show }, at) => (
          <Button
            key={code}
            size="xs"
            variant="default"
            disabled={busy}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            onClick={() => void raise(code)}
          >
            {name_to_show}
          </Button>
        ))}
      </Group>
    </>
  );
}
