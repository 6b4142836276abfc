import { describe, expect, it } from 'vitest';
import shipped from '../config/echo_references.json' with { type: 'json' };
import type { ReferencePack } from '../records/reference-pack.ts';
import { cutOffs, thresholdsOf } from './cut-offs.ts';

const TABLES = (shipped.data as unknown as ReferencePack[]).flatMap(({ tables }) => tables ?? []);
const NORMAL = { state: 'in_range', low: 52, high: null, expected: null, z: null, indexed: null, source: 'test', reason: null } as const;

describe('cut-offs of a value', () => {
  it('are the limits of its normal range', () => {
    const value = { name: 'EF', units: '%', aggregate: 60 };
    expect(cutOffs('4-chamber 2D', { ...value, normal: { ...NORMAL, high: 72 } }, new Map(), 'M')).toEqual([52, 72]);
    expect(cutOffs('4-chamber 2D', value, new Map(), 'M')).toEqual([]);
  });

  it('are in the unit of the value where the range is per square metre', () => {
    // 60 ml of a surface of 2 m²: 34 ml/m² are 68 ml.
    const value = { name: 'LA volume biplane', units: 'ml', aggregate: 60, normal: { ...NORMAL, low: null, high: 34, indexed: 30 } };
    expect(cutOffs('2-chamber 2D', value, new Map(), null)).toEqual([68]);
  });

  it('are thresholds of guidelines in the same unit, by sex where they depend on it', () => {
    const thresholds = thresholdsOf(TABLES);
    expect(cutOffs('Tricuspid regurgitation', { name: 'Vmax', units: 'm/s', aggregate: 2.7 }, thresholds, null)).toContain(2.8);
    expect(cutOffs('Tricuspid regurgitation', { name: 'Vmax', units: 'cm/s', aggregate: 270 }, thresholds, null)).toEqual([]);
    const mass = { name: 'LV mass index', units: 'g/m2', aggregate: 100 };
    expect(cutOffs('LV M-Mode', mass, thresholds, 'M')).toEqual([115]);
    expect(cutOffs('LV M-Mode', mass, thresholds, 'F')).toEqual([95]);
    expect(cutOffs('LV M-Mode', mass, thresholds, 'O')).toEqual([]);
  });
});
