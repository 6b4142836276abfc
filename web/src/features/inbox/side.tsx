import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { reasonWords } from '@echometry/contract/rules/review-issues.ts';
import { ago, studyDate } from '../../lib/format.ts';
import type { OpenedStudy } from '../../study/store/ports.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { ChosenPicture } from './chosen-picture.tsx';
import { afterOf, dayWords, dueOf, pathOfEntry, reviewersOf } from './entries.ts';
import layout from '../../ui/layout.module.css';
import classes from './inbox.module.css';
import { messages } from './messages.ts';
import { leadingValues, type Question } from './subject.ts';
import type { InboxPageState } from './use-inbox-page.ts';
import { useLook } from './use-look.ts';

interface SideProps {
  entry: InboxEntry | null;
  state: InboxPageState;
  role: RoleName | null;
  onOpen: (entry: InboxEntry, question: Question | null) => void;
  onReply: () => void;
}

/** The chosen study: its picture, its questions, where it comes from, and the way to its next step. */
export function Side({ entry, state, role, onOpen, onReply }: SideProps) {
  const look = useLook(entry);
  if (entry === null)
    return (
      <aside className={`${layout.column} ${classes.side}`} aria-label={messages.side.label}>
        <p className={layout.empty}>{messages.side.none}</p>
      </aside>
    );
  const { row, questions } = entry;
  return (
    <aside className={`${layout.column} ${classes.side}`} aria-label={messages.side.label}>
      <header>
        <h2>{row.patient_show}</h2>
        <span>
          {studyDate(row.date)} · {row.data_type}
        </span>
        <span>{state.nameOf(row.project)}</span>
      </header>
      <ChosenPicture entry={entry} question={state.question} look={look} />
      {questions.length > 0 && (
        <section aria-label={messages.side.questions}>
          <h3>
            {messages.side.questions}
            <em>{messages.side.open(questions.filter(({ reply }) => reply === null).length)}</em>
          </h3>
          {questions.map((question, at) => (
            <QuestionCard
              key={question.id}
              question={question}
              at={at + 1}
              now={state.now}
              isChosen={state.question === question}
              onChoose={() => state.chooseQuestion(at + 1)}
            />
          ))}
        </section>
      )}
      <Facts entry={entry} look={look} now={state.now} />
      <Steps entry={entry} state={state} role={role} onOpen={onOpen} onReply={onReply} />
    </aside>
  );
}

/** Buttons for the chosen study. */
function Steps({ entry, state, role, onOpen, onReply }: SideProps & { entry: InboxEntry }) {
  const { question } = state;
  const path = pathOfEntry(entry, role, question ?? undefined);
  const mayPutOff = state.mayPutOff(entry);
  if (path === null && !mayPutOff) return null;
  return (
    <footer>
      {path !== null && (
        <Button className={classes.open ?? ''} px={10} rightSection={<Keys text="Enter" />} onClick={() => onOpen(entry, question)}>
          {question === null ? messages.side.openNext : messages.side.openAt(entry.questions.indexOf(question) + 1)}
        </Button>
      )}
      {question !== null && (
        <Button variant="default" px={10} rightSection={<Keys text="R" />} onClick={onReply}>
          {messages.side.reply}
        </Button>
      )}
      {mayPutOff && (
        <Button className={classes.off ?? ''} variant="default" rightSection={<Keys text="S" />} onClick={() => state.changePutOff(entry)}>
          {state.isPutOff(entry) ? messages.side.takeBack : messages.side.putOff}
        </Button>
      )}
    </footer>
  );
}

/** Questions that have a key. */
const MOST_KEYS = 9;

interface QuestionProps {
  question: Question;
  /** Its place, from 1. */
  at: number;
  now: number;
  isChosen: boolean;
  onChoose: () => void;
}

function QuestionCard({ question, at, now, isChosen, onChoose }: QuestionProps) {
  const card = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <button ref={card} type="button" className={classes.question} aria-pressed={isChosen} data-testid="question" onClick={onChoose}>
      <span className={`${layout.looseFirst} ${classes.asked}`}>
        <span>
          <b>{reasonWords(question.reason)}</b>
          <small>{messages.side.askedBy(question.reviewer, ago(question.created_at, now))}</small>
        </span>
        {at <= MOST_KEYS && <Keys text={String(at)} />}
      </span>
      {question.content.trim() !== '' && <span>{question.content}</span>}
      {question.reply !== null && (
        <span className={classes.answer}>
          <small>{messages.side.replied(ago(question.reply.created_at, now))}</small>
          {question.reply.content}
        </span>
      )}
    </button>
  );
}

function Facts({ entry, look, now }: { entry: InboxEntry; look: OpenedStudy | string | null; now: number }) {
  const { row, task, assignment, questions } = entry;
  const due = dueOf(entry, now);
  const [first] = questions;
  const values = look === null || typeof look === 'string' ? null : valuesOf(look);
  const after = afterOf(entry);
  return (
    <dl className={classes.facts}>
      {values !== null && <Fact name={messages.side.values}>{values}</Fact>}
      {first !== undefined && (
        <Fact name={messages.side.returned}>
          {messages.side.returnedBy(Math.max(...questions.map(({ version }) => version)), reviewersOf(entry))}
        </Fact>
      )}
      {first === undefined && assignment !== null && (
        <Fact name={messages.side.assigned}>
          {messages.side.assignedBy(assignment.assigned_by, dayWords(dayOf(assignment.assigned_at), now))}
        </Fact>
      )}
      {assignment?.due_on != null && (
        <Fact name={messages.side.due} tone={due.tone}>
          {dayWords(assignment.due_on, now)}
          {due.tone === 'plain' ? '' : `, ${due.words}`}
        </Fact>
      )}
      {row.updated_at !== null && (
        <Fact name={messages.side.saved}>{messages.side.savedBy(row.editor ?? '', ago(row.updated_at, now))}</Fact>
      )}
      {first === undefined && task !== null && <Fact name={messages.side.left}>{messages.side.steps(task.left)}</Fact>}
      {after !== null && <Fact name={messages.side.after}>{after}</Fact>}
    </dl>
  );
}

const valuesOf = ({ analysis, config, files, project }: OpenedStudy): string | null =>
  leadingValues(analysis?.images ?? [], {
    dataType: files.study.data_type,
    modalities: project.modalities,
    sidesOfType: (type) => config.imageTypes.find((row) => row.type === type)?.side ?? [],
  });

function Fact({ name, tone, children }: { name: string; tone?: 'bad' | 'warn' | 'plain'; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd data-tone={tone}>{children}</dd>
    </>
  );
}
