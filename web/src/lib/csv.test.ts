import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('fields are quoted, quotes doubled, lines end as in RFC 4180', () => {
  expect(
    toCsv(
      ['PATIENT_ID', 'STUDY_DATE'],
      [
        ['A "1"', '2024-03-05'],
        ['B,2', '2024-03-06'],
      ],
    ),
  ).toBe('"PATIENT_ID","STUDY_DATE"\r\n"A ""1""","2024-03-05"\r\n"B,2","2024-03-06"\r\n');
});

test('a text that begins like a formula is made plain, a negative number is not', () => {
  expect(toCsv(['a'], [['=cmd|x'], ['@x'], [-1]])).toBe('"a"\r\n"\'=cmd|x"\r\n"\'@x"\r\n"-1"\r\n');
});
