import { expect, it } from 'vitest';
import { tsvLine } from './tables.ts';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', ';=1+1', ' =1', '＝1+1', '＋1', '－1', '＠x'])(
  'a text of a table never starts a formula: %j',
  (text) => expect(tsvLine(['a', text, -1])).toBe(`a\t'${text}\t-1\n`),
);
it('neither does one behind a tab or a line end, which stay within their cell', () => {
  expect(tsvLine(['\t=1', '\n=1', '\r\n@x', 'ectopic\tbeat'])).toBe("' =1\t' =1\t' @x\tectopic beat\n");
});
it('has n/a for what is unknown', () => expect(tsvLine([null, '', 0, false])).toBe('n/a\tn/a\t0\tfalse\n'));
