import { describe, expect, it } from 'vitest';
import references from '../config/echo_references.json' with { type: 'json' };
import type { Standing } from '../generated/references.ts';
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '../records/reference-choice.ts';
import type { ReferencePack } from '../records/reference-pack.ts';
import { chosenRows, isActive, type Judged, leadingStanding, rowsFor, studyReferences } from './reference-choice.ts';

const packs = references.data as unknown as ReferencePack[];
const AORTIC_RING = { image_type: 'Valves 2D', name: 'Aortic ring' };
const ring = (data_type: Judged['data_type']): Judged => ({ ...AORTIC_RING, data_type });
const sourcesOf = (judged: Judged, choice: ReferenceChoice = NO_REFERENCE_CHOICE): string[] => [
  ...new Set(chosenRows(packs, choice, judged).map(({ pack }) => pack.id)),
];
const activate = (...rows: string[]): ReferenceChoice => ({
  ...NO_REFERENCE_CHOICE,
  active: rows.map((row) => ({ row, by: 'admin@test', at: 1 })),
});

describe('rows that apply to a measurement', () => {
  it('have its kind of data in their population', () => {
    for (const data_type of ['fetal', 'pediatric', 'adult'] as const) {
      const found = rowsFor(packs, ring(data_type));
      expect(found.length).toBeGreaterThan(3);
      expect(found.filter(({ row }) => !row.population.data_types.includes(data_type))).toEqual([]);
    }
  });
  it('are none for a measurement that no source judges', () => {
    expect(rowsFor(packs, { image_type: 'Valves 2D', name: 'Nothing', data_type: 'fetal' })).toEqual([]);
  });
  it('are active without a choice where two sources have them', () => {
    const found = chosenRows(packs, NO_REFERENCE_CHOICE, ring('pediatric'));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ row }) => row.status))).toEqual(new Set(['two sources']));
  });
  it('of one source are inactive until a project activates them', () => {
    const row = { id: 'colan2006.aov', status: 'one source' } as const;
    expect([isActive(row, NO_REFERENCE_CHOICE), isActive(row, activate('colan2006.aov'))]).toEqual([false, true]);
    expect(sourcesOf(ring('pediatric'))).not.toContain('ped-colan-2006-boston');
    expect(sourcesOf(ring('pediatric'), activate('colan2006.aov'))).toContain('ped-colan-2006-boston');
  });
  it('of a site are inactive until a project activates them', () => {
    expect(isActive({ id: 'ours', status: 'local' }, NO_REFERENCE_CHOICE)).toBe(false);
  });
});

describe('the order of sources', () => {
  it('begins with the leading ones, then goes from the newest to the oldest', () => {
    expect(sourcesOf(ring('pediatric'))).toEqual([
      'ped-lopez-2017-phn',
      'ped-pettersen-2008-detroit',
      'ped-cantinotti-2017',
      'ped-gautier-2010-aortic-root',
      'ped-warren-2006-aortic-root',
      'ped-zilberman-2005-valves',
    ]);
  });
  it('begins with the choice of the project for the measurement and the kind of data', () => {
    const chosen = { ...NO_REFERENCE_CHOICE, sources: [{ ...ring('pediatric'), pack: 'ped-warren-2006-aortic-root' }] };
    expect(sourcesOf(ring('pediatric'), chosen)[0]).toBe('ped-warren-2006-aortic-root');
    expect(sourcesOf({ ...ring('pediatric'), name: 'Pulmonary ring' }, chosen)[0]).toBe('ped-pettersen-2008-detroit');
    expect(sourcesOf(ring('fetal'), chosen)).toEqual(['fetal-schneider-2005']);
  });
  it('keeps the order of predictors within a source', () => {
    const found = chosenRows(packs, NO_REFERENCE_CHOICE, ring('fetal'));
    expect(found.map(({ row }) => row.predictors)).toEqual([['fl_cm'], ['bpd_cm'], ['ga_weeks']]);
  });
});

describe('reference values of a study', () => {
  it('name the active rows of each measurement, and hold every row that is named', () => {
    const { rows, chosen, z_limit } = studyReferences(packs, activate('colan2006.aov'), 'pediatric');
    const rings = chosen.find(({ image_type, name }) => image_type === AORTIC_RING.image_type && name === AORTIC_RING.name);
    expect(rings?.rows).toEqual(chosenRows(packs, activate('colan2006.aov'), ring('pediatric')).map(({ row }) => row.id));
    expect(rings?.rows).toContain('colan2006.aov');
    const known = new Set(rows.map(({ id }) => id));
    expect(chosen.flatMap((one) => one.rows).filter((id) => !known.has(id))).toEqual([]);
    expect(z_limit).toBe(2);
  });
  it('have the tables of two sources, and others once they are activated', () => {
    const tables = (choice: ReferenceChoice) => studyReferences(packs, choice, 'adult').tables.map(({ id }) => id);
    expect(tables(NO_REFERENCE_CHOICE)).toEqual(['ase2016.normal_ef', 'ase2015.ra_pressure', 'esc2015.pulmonary_hypertension']);
    expect(tables(activate('ase2025.sinus'))).toContain('ase2025.sinus');
    expect(studyReferences(packs, NO_REFERENCE_CHOICE, 'fetal').tables).toEqual([]);
  });
});

describe('the standing that counts', () => {
  const without: Standing = {
    row: 'a',
    state: 'undefined',
    outcome: null,
    reason: { code: 'missing', facts: ['height_cm'] },
    low: null,
    high: null,
    expected: null,
    limits: null,
  };
  const found: Standing = { ...without, row: 'b', state: 'in_range', outcome: { kind: 'z', z: 0, percentile: 50 }, reason: null };
  it('is the first with an outcome', () => expect(leadingStanding([without, found, { ...found, row: 'c' }])?.row).toBe('b'));
  it('is the first, with its reason, where none has an outcome', () => expect(leadingStanding([without])?.reason?.code).toBe('missing'));
  it('is none without rows', () => expect(leadingStanding([])).toBeNull());
});
