import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { reasonWords } from '@echometry/contract/rules/review-issues.ts';
import { ago } from '../../lib/format.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { dayWords, dueOf, pathOfEntry, pathOfQuestion, showQuestions } from './entries.ts';
import classes from './inbox.module.css';
import { messages } from './messages.ts';
import type { InboxPageState } from './use-inbox-page.ts';

interface SideProps {
  entry: InboxEntry | null;
  state: InboxPageState;
  role: RoleName | null;
  onOpen: (entry: InboxEntry) => void;
}

/** The chosen study: its questions, where it comes from, and the way to its next step. */
export function Side({ entry, state, role, onOpen }: SideProps) {
  if (entry === null)
    return (
      <aside className={classes.side} aria-label={messages.side.label}>
        <p className={classes.empty}>{messages.side.none}</p>
      </aside>
    );
  const { row, questions } = entry;
  const path = pathOfEntry(entry, role);
  return (
    <aside className={classes.side} aria-label={messages.side.label}>
      <header>
        <h2>{row.patient_show}</h2>
        <span>
          {row.date} · {row.data_type}
        </span>
      </header>
      {questions.length > 0 && (
        <section aria-label={messages.side.questions}>
          <h3>
            {messages.side.questions}
            <em>{messages.side.open(questions.length)}</em>
          </h3>
          {questions.map((question, at) => (
            <Question key={question.id} entry={entry} question={question} at={at + 1} now={state.now} />
          ))}
        </section>
      )}
      <Facts entry={entry} state={state} />
      {path !== null && (
        <footer>
          <Button fullWidth rightSection={<Keys text="Enter" />} onClick={() => onOpen(entry)}>
            {questions.length > 0 ? messages.side.openFirst : messages.side.openNext}
          </Button>
        </footer>
      )}
    </aside>
  );
}

interface QuestionProps {
  entry: InboxEntry;
  question: InboxEntry['questions'][number];
  /** Its place, from 1. */
  at: number;
  now: number;
}

function Question({ entry, question, at, now }: QuestionProps) {
  const path = pathOfQuestion(entry, question);
  return (
    <article className={classes.question}>
      <p>
        <b>{reasonWords(question.reason)}</b>
        <small>
          {question.reviewer} · {ago(question.created_at, now)}
        </small>
      </p>
      {question.content.trim() !== '' && <p>{question.content}</p>}
      {path !== null && (
        <Link href={path} onClick={() => showQuestions(entry)}>
          {messages.side.openAt(at)}
        </Link>
      )}
    </article>
  );
}

function Facts({ entry: { row, task, assignment, questions }, state: { now, nameOf } }: { entry: InboxEntry; state: InboxPageState }) {
  const due = dueOf({ row, task, assignment, questions }, now);
  return (
    <dl className={classes.facts}>
      <dt>{messages.side.project}</dt>
      <dd>{nameOf(row.project)}</dd>
      {assignment !== null && (
        <>
          <dt>{messages.side.assigned}</dt>
          <dd>{messages.side.assignedBy(assignment.assigned_by, dayWords(dayOf(assignment.assigned_at), now))}</dd>
        </>
      )}
      {assignment?.due_on != null && (
        <>
          <dt>{messages.side.due}</dt>
          <dd data-tone={due.tone}>
            {dayWords(assignment.due_on, now)}
            {due.tone === 'plain' ? '' : `, ${due.words}`}
          </dd>
        </>
      )}
      {row.updated_at !== null && (
        <>
          <dt>{messages.side.saved}</dt>
          <dd>{messages.side.savedBy(row.editor ?? '', ago(row.updated_at, now))}</dd>
        </>
      )}
      {task !== null && (
        <>
          <dt>{messages.side.left}</dt>
          <dd>{messages.side.steps(task.left)}</dd>
        </>
      )}
    </dl>
  );
}
