import { Button } from '@mantine/core';
import { Fragment, use, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_COMMENT_LENGTH } from '@echometry/contract/records/comment.ts';
import { hasQc, NO_TEMPLATE } from '@echometry/contract/rules/quality.ts';
import { alertUser } from '../../lib/alerts.ts';
import type { ActionName } from '../../lib/actions.ts';
import { actionOfKey } from '../../lib/own-keys.ts';
import { FocusHome } from '../../ui/focus-home.ts';
import { goToSection } from '../panel-place.ts';
import { useSectionFocus } from '../use-section-focus.ts';
import {
  answer,
  firstQuestion,
  markAllGood,
  nextQuestion,
  progressOf,
  questionsOf,
  sendAct,
  type Mode,
  type Question,
} from './evaluation.ts';
import { messages } from './messages.ts';
import { AnswerRow, QuestionRow } from './question-row.tsx';
import layout from '../../ui/layout.module.css';
import classes from './quality.module.css';
import type { EvaluationForm } from './use-evaluation.ts';

const OPTION_ACTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `quality.option-${digit}`) as ActionName[];
const PANEL_ACTIONS = [
  ...OPTION_ACTIONS,
  'quality.next',
  'quality.previous',
  'quality.all-good',
  'quality.send',
  'quality.leave',
] as const satisfies readonly ActionName[];
/** Keys that also mean something while a remark is typed. */
const TYPING_ACTIONS = ['quality.send', 'quality.leave'] as const satisfies readonly ActionName[];

interface Props {
  form: EvaluationForm;
  image: AnalysisImage | undefined;
  mode: Mode;
  /** At the left of the buttons that finish it. */
  children?: ReactNode;
}

/** A complete evaluation is started where there is no score yet; an existing one is changed question by question. */
const offersAllGood = (image: AnalysisImage | undefined, mode: Mode): boolean => mode === 'complete' && (image?.score ?? null) === null;

/** The questions of an evaluation, its remark, and the buttons that finish it. */
export function EvaluationPart({ form, image, mode, children }: Props) {
  const { now, saved, refusal, change } = form;
  const questions = questionsOf(now, mode);
  const [opened, setOpened] = useState<number | null>(null);
  const open = Math.min(opened ?? firstQuestion(questions), questions.length - 1);
  const rows = useRef<(HTMLElement | null)[]>([]);
  const part = useRef<HTMLDivElement>(null);
  const home = use(FocusHome);
  const go = (index: number) => {
    setOpened(index);
    rows.current[index]?.focus();
  };
  const focus = useSectionFocus('quality', true, () => (rows.current[open] ?? part.current)?.focus());
  const send = () => {
    const first = form.send();
    if (first !== null) go(questions.findIndex(({ name }) => name === first));
    // The button that was pressed has nothing to do any more.
    else goToSection('quality');
  };
  const allGood = () => {
    if (mode === 'complete' && now.score === null && refusal === null) alertUser(NO_TEMPLATE, 'hard');
    else if (offersAllGood(image, mode) || refusal !== null) change(markAllGood(now, mode));
  };
  const reply = (question: number, option: number) => {
    if (option >= (questions[question]?.options.length ?? 0)) return;
    const next = answer(now, mode, question, option);
    change(next);
    const then = questionsOf(next, mode);
    if (refusal === null && then[question]?.value !== null) go(nextQuestion(then, question));
  };
  const act = (action: ActionName): void => {
    if (action === 'quality.next') go(Math.min(open + 1, questions.length - 1));
    else if (action === 'quality.previous') go(Math.max(open - 1, 0));
    else if (action === 'quality.all-good') allGood();
    else if (action === 'quality.send') send();
    else if (action === 'quality.leave') home?.current?.focus({ preventScroll: true });
    else reply(open, OPTION_ACTIONS.indexOf(action));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    const typing = target instanceof HTMLTextAreaElement;
    const action = actionOfKey(event.nativeEvent, typing ? TYPING_ACTIONS : PANEL_ACTIONS);
    if (!action || event.nativeEvent.isComposing) return;
    // A button that has the focus keeps the key that presses it.
    if (action === 'quality.send' && target instanceof HTMLButtonElement && target.getAttribute('role') !== 'radio') return;
    event.preventDefault();
    act(action);
  };
  return (
    <div ref={part} className={`${layout.column} ${classes.evaluation}`} data-keeps-focus tabIndex={-1} onKeyDown={onKeyDown} {...focus}>
      {refusal !== null && <p className={classes.note}>{refusal}</p>}
      {(refusal === null || (image && hasQc(image))) && (
        <Questions questions={questions} mode={mode} readOnly={refusal !== null}>
          {(question, index) => (
            <QuestionRow
              question={question}
              open={index === open}
              onOpen={() => setOpened(index)}
              onAnswer={(option) => reply(index, option)}
              place={(element) => {
                rows.current[index] = element;
              }}
            />
          )}
        </Questions>
      )}
      {refusal === null && <Remark form={form} />}
      <div className={`${layout.row} ${classes.finish}`} data-read-only={refusal !== null}>
        {children}
        <span className={classes.fill} />
        {refusal === null && (
          <Finish act={sendAct(image, saved, now)} onAllGood={offersAllGood(image, mode) ? allGood : null} onSend={send} />
        )}
      </div>
    </div>
  );
}

interface FinishProps {
  act: ReturnType<typeof sendAct>;
  onAllGood: (() => void) | null;
  onSend: () => void;
}

function Finish({ act, onAllGood, onSend }: FinishProps) {
  return (
    <>
      {onAllGood && (
        <Button className={classes.whole ?? ''} variant="default" onClick={onAllGood}>
          {messages.allGood}
        </Button>
      )}
      <Button className={classes.whole ?? ''} onClick={onSend} disabled={act === 'noChanges'}>
        {messages[act]}
      </Button>
    </>
  );
}

/** Questions below the headings of their sections, each with the number of completed ones. */
function Questions({
  questions,
  mode,
  readOnly,
  children,
}: {
  questions: readonly Question[];
  mode: Mode;
  readOnly: boolean;
  children: (question: Question, index: number) => ReactNode;
}) {
  return (
    <div className={classes.questions} {...(readOnly ? { tabIndex: 0, role: 'group', 'aria-label': messages.answers } : {})}>
      {questions.map((question, index) => (
        <Fragment key={`${question.section} ${question.name}`}>
          {mode === 'complete' && questions[index - 1]?.section !== question.section && (
            <h3>
              {question.section} <small>{progressOf(questions, question.section)}</small>
            </h3>
          )}
          {readOnly ? <AnswerRow question={question} /> : children(question, index)}
        </Fragment>
      ))}
    </div>
  );
}

function Remark({ form: { now, change } }: { form: EvaluationForm }) {
  return (
    <textarea
      className={classes.remark}
      aria-label={messages.remark}
      placeholder={messages.remark}
      rows={1}
      maxLength={MAX_COMMENT_LENGTH}
      value={now.remark}
      onChange={(event) => change({ ...now, remark: event.currentTarget.value })}
    />
  );
}
