import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { MAX_ISSUE_LENGTH } from '@echometry/contract/records/review-issue.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { reasonWords } from '@echometry/contract/rules/review-issues.ts';
import { call } from '../../lib/api.ts';
import { loadInbox } from '../../lib/inbox.ts';
import { session } from '../../lib/session.ts';
import { scopeOf } from '../../study/store/study-scope.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './inbox.module.css';
import { messages } from './messages.ts';
import type { Question } from './subject.ts';

interface ReplyProps {
  row: InboxEntry['row'];
  question: Question;
  onClose: () => void;
}

/** Replies to a question, or changes the reply. */
export function ReplyDialog({
  opened,
  row,
  question,
  onClose,
}: Omit<ReplyProps, 'question'> & { opened: boolean; question: Question | null }) {
  return (
    <Dialog opened={opened && question !== null} onClose={onClose} title={messages.reply.title(reasonWords(question?.reason ?? ''))}>
      {question && <Form key={question.id} row={row} question={question} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ row, question, onClose }: ReplyProps) {
  const before = question.reply?.content ?? '';
  const [content, setContent] = useState(before);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const store = async (text: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const named = { id: row.study_id, editor: session.login?.email ?? '', ...scopeOf(row) };
      await call(CALLS.reviewsReplyIssue, { ...named, issue: question.id, content: text });
      onClose();
      void loadInbox();
    } catch (error) {
      setFailure(messages.reply.failed(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const isSame = content.trim() === '' || content.trim() === before;
  return (
    <form
      className={classes.reply}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame) void store(content);
      }}
    >
      {question.content.trim() !== '' && <blockquote>{question.content}</blockquote>}
      <Textarea
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        label={messages.reply.label}
        description={messages.reply.hint}
        maxLength={MAX_ISSUE_LENGTH}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      {failure !== null && (
        <p role="alert" className={classes.failed}>
          {failure}
        </p>
      )}
      <Group justify="flex-end">
        {before !== '' && (
          <Button variant="default" disabled={busy} onClick={() => void store('')}>
            {messages.reply.remove}
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={onClose}>
          {messages.reply.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={isSame}>
          {before === '' ? messages.reply.send : messages.reply.change}
        </Button>
      </Group>
    </form>
  );
}
