import { describe, expect, it } from 'vitest';
import type { QualityScore } from '@echometry/contract/generated/analysis-image.ts';
import { contrast, TOKENS } from '../../ui/tokens.ts';
import {
  answer,
  evaluationOf,
  firstQuestion,
  generalMissing,
  markAllGood,
  nextQuestion,
  progressOf,
  questionsOf,
  rankOf,
  scoreToStore,
  sendAct,
  type Evaluation,
} from './evaluation.ts';
import { optionColour } from './option-colour.ts';

const template: QualityScore = {
  sections: [
    {
      name: 'General',
      items: [
        { name: 'Adequate for analysis', options: ['Yes', 'No', 'N/A'], value: null },
        { name: 'Gain', options: ['Good', 'Fair', 'Poor', 'N/A'], value: null },
      ],
    },
    { name: 'Anatomy', items: [{ name: 'Apex visible', options: ['Yes', 'Partly', 'No', 'N/A'], value: null }] },
  ],
};
const empty = evaluationOf(undefined, template, '');
/** Chooses options of questions, both counted from 0. */
const with_ = (mode: 'quick' | 'complete', ...answers: [number, number][]): Evaluation =>
  answers.reduce((evaluation, [question, option]) => answer(evaluation, mode, question, option), empty);

describe('questions', () => {
  it('of the quick form are one: accepted, yes or no', () => {
    expect(questionsOf(empty, 'quick')).toEqual([{ section: 'Decision', name: 'Accepted', options: ['Yes', 'No'], value: null }]);
    expect([with_('quick', [0, 0]).accepted, with_('quick', [0, 1]).accepted]).toEqual(['yes', 'no']);
  });

  it('of the complete form match the template, and accepted at the end', () => {
    expect(questionsOf(empty, 'complete').map(({ name }) => name)).toEqual(['Adequate for analysis', 'Gain', 'Apex visible', 'Accepted']);
    expect(questionsOf(with_('complete', [2, 1], [3, 1]), 'complete').map(({ value }) => value)).toEqual([null, null, 'Partly', 'No']);
    expect(questionsOf(evaluationOf(undefined, null, ''), 'complete').map(({ name }) => name)).toEqual(['Accepted']);
  });

  it('clear an option that is chosen again, and ignore an unknown one', () => {
    expect(with_('complete', [1, 2], [1, 2])).toEqual(empty);
    expect(with_('complete', [0, 3], [7, 0])).toEqual(empty);
    expect(with_('quick', [0, 0], [0, 0])).toEqual(empty);
  });

  it('lead to the next question that is not answered', () => {
    const some = questionsOf(with_('complete', [0, 0], [1, 0]), 'complete');
    expect([firstQuestion(some), nextQuestion(some, 0), nextQuestion(some, 2), nextQuestion(some, 3)]).toEqual([2, 2, 3, 3]);
    const done = questionsOf(markAllGood(empty, 'complete'), 'complete');
    expect([firstQuestion(done), nextQuestion(done, 1)]).toEqual([0, 2]);
    expect(progressOf(some, 'General')).toBe('2 of 2');
    expect(progressOf(some, 'Anatomy')).toBe('0 of 1');
  });

  it('is the best option of every question', () => {
    const all = markAllGood(with_('complete', [0, 1]), 'complete');
    expect(questionsOf(all, 'complete').map(({ value }) => value)).toEqual(['Yes', 'Good', 'Yes', 'Yes']);
    expect(markAllGood(empty, 'quick')).toEqual({ ...empty, accepted: 'yes' });
  });
});

describe('the send button shows', () => {
  const scored = { accepted: null, score: scoreToStore(with_('complete', [0, 0])) };
  const saved = evaluationOf(scored, template, 'dark');

  it("'Send evaluation' for a new one", () => {
    expect(sendAct(undefined, empty, with_('complete', [0, 0]))).toBe('send');
    expect(sendAct({ accepted: null, score: null }, empty, with_('quick', [0, 1]))).toBe('send');
    expect(sendAct(undefined, empty, { ...empty, remark: 'dark' })).toBe('send');
  });

  it("'Save changes' when one is modified", () => {
    expect(sendAct(scored, saved, answer(saved, 'complete', 1, 1))).toBe('saveChanges');
    expect(sendAct(scored, saved, { ...saved, remark: 'very dark' })).toBe('saveChanges');
  });

  it("'No changes' otherwise", () => {
    expect(sendAct(undefined, empty, empty)).toBe('noChanges');
    expect(sendAct(scored, saved, answer(answer(saved, 'complete', 1, 1), 'complete', 1, 1))).toBe('noChanges');
    expect(sendAct(scored, saved, { ...saved, remark: ' dark ' })).toBe('noChanges');
  });
});

it('nothing is stored of a template without a chosen option, and the general question is required before others are sent', () => {
  expect(scoreToStore(empty)).toBeNull();
  expect([generalMissing(empty), generalMissing(with_('complete', [1, 0])), generalMissing(with_('complete', [0, 1], [1, 0]))]).toEqual([
    null,
    'Adequate for analysis',
    null,
  ]);
});

it('options run from green to red, and N/A is neither', () => {
  const colours = (options: string[]) => options.map((option) => optionColour(rankOf({ options }, option)));
  expect(colours(['Yes', 'No', 'N/A'])).toEqual([TOKENS.ok, TOKENS.bad, TOKENS['text-2']]);
  expect(colours(['Good', 'Fair', 'Poor', 'N/A'])).toEqual([TOKENS.ok, TOKENS.warn, TOKENS.bad, TOKENS['text-2']]);
  const many = colours(['1', '2', '3', '4', '5', '6', '7']);
  expect(new Set(many).size).toBe(7);
  for (const colour of many) expect(contrast(colour, TOKENS.panel), colour).toBeGreaterThanOrEqual(4.5);
});
