/** An evaluation while it is made: questions, chosen options, and the effect of sending it. */
import type { AnalysisImage, QualityScore } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { allGood, answered, hasQc, itemsOf, NOT_APPLICABLE } from '@echometry/contract/rules/quality.ts';
import { messages } from './messages.ts';

export type Mode = 'quick' | 'complete';

export interface Evaluation {
  accepted: AnalysisImage['accepted'];
  /** The template with its chosen options; null where none exists for the type of the image. */
  score: QualityScore | null;
  remark: string;
}

export interface Question {
  section: string;
  name: string;
  options: readonly string[];
  value: string | null;
}

/** The question that quick quality control consists of, and that ends the complete one. */
const ACCEPTED = { section: messages.decision, name: messages.accepted, options: [messages.yes, messages.no] };
const SAID = { yes: messages.yes, no: messages.no };

/** The evaluation of an image as it is stored; its own template wins over the newest of the configuration. */
export const evaluationOf = (
  image: Pick<AnalysisImage, 'accepted' | 'score'> | undefined,
  template: QualityScore | null,
  remark: string,
): Evaluation => ({ accepted: image?.accepted ?? null, score: image?.score ?? template, remark });

export function questionsOf({ accepted, score }: Evaluation, mode: Mode): Question[] {
  const decision: Question = { ...ACCEPTED, value: accepted === null ? null : SAID[accepted] };
  const items = (score?.sections ?? []).flatMap(({ name: section, items }) => items.map((item) => ({ section, ...item })));
  return mode === 'quick' ? [decision] : [...items, decision];
}

/** Chooses an option of a question; the same option again clears it. */
export function answer(evaluation: Evaluation, mode: Mode, question: number, option: number): Evaluation {
  const asked = questionsOf(evaluation, mode)[question];
  const chosen = asked?.options[option];
  if (!asked || chosen === undefined) return evaluation;
  const value = chosen === asked.value ? null : chosen;
  if (asked.section === ACCEPTED.section && asked.name === ACCEPTED.name)
    return { ...evaluation, accepted: value === null ? null : value === SAID.yes ? 'yes' : 'no' };
  return evaluation.score === null ? evaluation : { ...evaluation, score: answered(evaluation.score, question, value) };
}

/** Every question of the form with its best option, and so the image accepted. */
export const markAllGood = (evaluation: Evaluation, mode: Mode): Evaluation => ({
  ...evaluation,
  accepted: 'yes',
  score: mode === 'quick' ? evaluation.score : evaluation.score && allGood(evaluation.score),
});

/** The score as it is stored: null while no option is chosen. */
export const scoreToStore = ({ score }: Evaluation): QualityScore | null =>
  score !== null && itemsOf(score).some(({ value }) => value !== null) ? score : null;

const stored = (evaluation: Evaluation): string =>
  contentOf({ accepted: evaluation.accepted, score: scoreToStore(evaluation), remark: evaluation.remark.trim() });

export const sameEvaluation = (a: Evaluation, b: Evaluation): boolean => stored(a) === stored(b);

/** Effect of the send button; `noChanges` disables it. */
export function sendAct(
  image: Pick<AnalysisImage, 'accepted' | 'score'> | undefined,
  saved: Evaluation,
  now: Evaluation,
): 'noChanges' | 'saveChanges' | 'send' {
  if (sameEvaluation(saved, now)) return 'noChanges';
  return image !== undefined && hasQc(image) ? 'saveChanges' : 'send';
}

/** The general question, where others are completed and it is not: the state of the study follows from it. */
export function generalMissing({ score }: Evaluation): string | null {
  if (score === null) return null;
  const [general, ...others] = itemsOf(score);
  return general?.value === null && others.some(({ value }) => value !== null) ? general.name : null;
}

/** The question after a completed one: the next open one, else the one that follows. */
export function nextQuestion(questions: readonly Question[], from: number): number {
  const waits = questions.findIndex(({ value }, index) => index > from && value === null);
  return waits >= 0 ? waits : Math.min(from + 1, questions.length - 1);
}

/** The question that is open at first: the first that waits. */
export const firstQuestion = (questions: readonly Question[]): number =>
  Math.max(
    questions.findIndex(({ value }) => value === null),
    0,
  );

/** How many of a section are completed, in words. */
export function progressOf(questions: readonly Question[], section: string): string {
  const own = questions.filter((question) => question.section === section);
  return messages.progress(own.filter(({ value }) => value !== null).length, own.length);
}

/** Where an option stands between best (0) and worst (1); null for an option that does not describe the quality. */
export function rankOf({ options }: Pick<Question, 'options'>, option: string): number | null {
  const ranked = options.filter((one) => one !== NOT_APPLICABLE);
  const at = ranked.indexOf(option);
  return at < 0 ? null : at / Math.max(ranked.length - 1, 1);
}
