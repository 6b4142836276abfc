import { describe, expect, it } from 'vitest';
import { cellText, csvLine, quotedCsvLine } from './csv.ts';
import { csvRecords } from './csv-records.ts';

describe('the text of a CSV cell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ';=1+1',
    ' =1+1',
    ',-1',
    '|@x',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '\t=1',
    '\r=1',
    '\n=1',
    '\nx',
    '; ＝1',
  ])('never starts a formula: %j', (text) => {
    expect(cellText(text)).toBe(`'${text}`);
    for (const line of [csvLine, quotedCsvLine]) expect(csvRecords(line(['a', text, 1]))).toEqual([['a', `'${text}`, '1']]);
  });
  it.each(['', 'LV EDV', 'a=b', "'=1", '5-3', '(=1)', 'mean − SD'])('stays as it is: %j', (text) => expect(cellText(text)).toBe(text));
});
