import { readFileSync } from 'node:fs';
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { describe, expect, it } from 'vitest';
import { REASON_WORDS, reasonsOf } from './reason-words.ts';

const DOCUMENT = readFileSync(new URL('../../../../docs/measuring.md', import.meta.url), 'utf8');
/** Codes of the table of reasons, as the document names them. */
const CODES = (/\| reason of a null \|[^]*?\n\n/.exec(DOCUMENT)?.[0] ?? '')
  .split('\n')
  .slice(2)
  .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, code]) => code ?? ''));

const measured = (part: Partial<Measurement>): Measurement => ({ name: 'EF', type: 'EF', value: [], ...part });

describe('a dash', () => {
  it('has its reason in words, whatever code the engine gives', () => {
    expect(CODES.length).toBe(30);
    expect(Object.keys(REASON_WORDS).toSorted()).toEqual(CODES.toSorted());
    for (const code of CODES) {
      const [words] = reasonsOf(measured({ value: [null], reasons: [code] }));
      expect(words, code).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('names what is missing, and in which cycles where it is not all of them', () => {
    const area = measured({
      name: 'LV area',
      line: 'LV endo',
      cardiac_event: 'end_systole',
      value: [12, null],
      reasons: [null, 'missing-line'],
    });
    expect(reasonsOf(area)).toEqual(['Cycle 2: Needs LV endo traced and finished at end systole.']);
    expect(reasonsOf({ ...area, value: [null, null], reasons: ['missing-line', 'missing-line'] })).toEqual([
      'Needs LV endo traced and finished at end systole.',
    ]);
    expect(reasonsOf(measured({ value: [50] }))).toEqual([]);
  });

  it('says that the scale is unknown where nothing could be measured', () => {
    const refused = { code: 'not-calibrated', message: 'no flow region' };
    expect(reasonsOf(measured({ refused }))).toEqual(['The scale of the image is not known.']);
  });
});
