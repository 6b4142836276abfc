import { readFileSync } from 'node:fs';
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { describe, expect, it } from 'vitest';
import { definitionOf } from './definitions.ts';
import { messages } from './messages.ts';
import { isStill, reasonsOf } from './reasons.ts';

const DOCUMENT = readFileSync(new URL('../../../../docs/measuring.md', import.meta.url), 'utf8');
/** Codes of the table of reasons, as the document names them. */
const CODES = (/\| reason of a null \|[^]*?\n\n/.exec(DOCUMENT)?.[0] ?? '')
  .split('\n')
  .slice(2)
  .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, code]) => code ?? ''));

const SHIPPED = JSON.parse(
  readFileSync(new URL('../../../../contract/config/echo_measurements.json', import.meta.url), 'utf8'),
) as Parameters<typeof definitionOf>[0];
/** The shipped configuration. */
const CONFIG = { find: (imageType: string, name: string) => definitionOf(SHIPPED, imageType, name) };

const measured = (part: Partial<Measurement>): Measurement => ({ name: 'EF', type: 'EF', value: [], ...part });

describe('a dash', () => {
  it('has its reason in words, whatever code the engine gives', () => {
    expect(CODES.length).toBe(42);
    expect(Object.keys(messages.reasons).toSorted()).toEqual(CODES.toSorted());
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

  it('names lines, events and inputs of a calculated value by its definition', () => {
    const ef = CONFIG.find('LV M-Mode', 'EF');
    expect(reasonsOf(measured({ value: [null], reasons: ['missing-line'] }), { definition: ef })).toEqual([
      'Needs septum endo and PW endo traced and finished at end diastole and end systole.',
    ]);
    const average = CONFIG.find('Mitral inflow', "E' average");
    expect(reasonsOf(measured({ type: 'mean', value: [null], reasons: ['missing-source'] }), { definition: average })).toEqual([
      "Needs E' of LV tissue Doppler septal and E' of LV tissue Doppler lateral.",
    ]);
    const index = CONFIG.find('Uterine artery', 'Mean UtA PI');
    expect(reasonsOf(measured({ type: 'mean', value: [null], reasons: ['missing-source'] }), { definition: index })).toEqual([
      'Needs PI of Uterine artery (left) and PI of Uterine artery (right).',
    ]);
    const mass = CONFIG.find('Parasternal long axis 2D', 'LV mass');
    expect(reasonsOf(measured({ type: 'mass', value: [null], reasons: ['missing-caliper'] }), { definition: mass })).toEqual([
      'Needs LVID, IVS and PW of the caliper LV walls PLAX.',
    ]);
  });

  it('does not ask to time a single picture', () => {
    const length = CONFIG.find('Valves 2D', 'Cycle length');
    const of = measured({ type: 'Cycle length', value: [null], reasons: ['missing-mark'] });
    expect(reasonsOf(of, { definition: length, isStill: isStill('2D', 1) })).toEqual([
      'A single picture does not show the beginning and the end of a cycle.',
    ]);
    expect(reasonsOf(of, { definition: length, isStill: isStill('2D', 30) })).toEqual([
      'Needs the beginning and the end of a cycle to be marked.',
    ]);
    expect(isStill('PW Doppler', 1)).toBe(false);
  });

  it('names the unknown scale where nothing could be measured', () => {
    const refused = { code: 'not-calibrated', message: 'no flow region' };
    expect(reasonsOf(measured({ refused }))).toEqual(['The scale of the image is not known.']);
  });
});
