import type { StudyRow } from '@echometry/contract/records/study.ts';
import { describe, expect, it } from 'vitest';
import { entryOf, inOrder, queueOf } from './queue.ts';

const row = (study_id: string, editor: string | null, blind?: boolean) =>
  ({ study_id, editor, ...(blind === undefined ? {} : { blind }) }) as StudyRow;
const entry = (study_id: string, editor: string, blind = false) => ({ study_id, editor, blind, chance: 0.5, reasons: [], drawn: false });

describe('tasks in the order of a queue', () => {
  const queue = queueOf([entry('b', 'x@test', true), entry('a', 'x@test'), entry('b', 'x@test')]);

  it('come by study, editor and kind of reading; those without a place come last, as they were', () => {
    const rows = [row('z', null), row('b', 'x@test'), row('y', 'x@test'), row('a', 'x@test'), row('b', 'x@test', true)];
    expect(inOrder(rows, queue).map(({ study_id, blind }) => [study_id, blind ?? false])).toEqual([
      ['b', true],
      ['a', false],
      ['b', false],
      ['z', false],
      ['y', false],
    ]);
  });

  it('have the entry of the same work', () => {
    expect(entryOf(queue, row('b', 'x@test', true))?.blind).toBe(true);
    expect(entryOf(queue, row('a', 'y@test'))).toBeUndefined();
    expect(entryOf(queue, row('a', null))).toBeUndefined();
  });
});
