import type { CSSProperties } from 'react';
import { rankOf, type Question } from './evaluation.ts';
import { optionColour } from './option-colour.ts';
import layout from '../../ui/layout.module.css';
import classes from './quality.module.css';

/** Number keys for options. */
const MAX_DIGIT = 9;

/** An option as it is shown; it is stored as the configuration writes it. */
const shown = (option: string): string => option.replace('>=', '≥').replace('<=', '≤');

const toneOf = (question: Question, option: string): CSSProperties =>
  ({ '--tone': optionColour(rankOf(question, option)) }) as CSSProperties;

export interface QuestionRowProps {
  question: Question;
  open: boolean;
  onOpen: () => void;
  onAnswer: (option: number) => void;
  place: (element: HTMLElement | null) => void;
}

/** One question: open with its options in words, folded to the chosen one, or waiting as coloured digits. */
export function QuestionRow({ question, open, onOpen, onAnswer, place }: QuestionRowProps) {
  const { name, options, value } = question;
  const folded = !open && value !== null;
  return (
    <div
      ref={place}
      role="radiogroup"
      aria-label={name}
      tabIndex={0}
      className={`${layout.spaced} ${classes.question}`}
      data-open={open}
      onFocus={onOpen}
      data-testid="question"
    >
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.options}>
        {options.map((option, index) =>
          folded && option !== value ? null : (
            <button
              key={option}
              type="button"
              role="radio"
              aria-checked={option === value}
              aria-label={shown(option)}
              title={shown(option)}
              tabIndex={-1}
              style={toneOf(question, option)}
              onClick={() => {
                if (folded) onOpen();
                else onAnswer(index);
              }}
            >
              {!folded && index < MAX_DIGIT && <b>{index + 1}</b>}
              {(folded || open) && <span>{shown(option)}</span>}
            </button>
          ),
        )}
      </span>
    </div>
  );
}

/** The same for people who only read: the chosen option, or a dash. */
export function AnswerRow({ question }: { question: Question }) {
  const { name, value } = question;
  return (
    <div className={`${layout.spaced} ${classes.question}`} data-read-only>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.options}>
        {value === null ? <span className={classes.unanswered}>—</span> : <em style={toneOf(question, value)}>{shown(value)}</em>}
      </span>
    </div>
  );
}
