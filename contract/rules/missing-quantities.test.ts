import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import measurements from '../config/echo_measurements.json' with { type: 'json' };
import type { MeasurementRow, NormalRange } from '../records/config-rows.ts';
import { missingQuantities } from './missing-quantities.ts';

type Range = Static<typeof NormalRange>;
const rows = measurements.data as unknown as MeasurementRow[];
const rangesOf = (type: string, name: string): readonly Range[] =>
  rows.find((row) => row.image_type === type)?.measurements.find((one) => one.name === name)?.normal ?? [];

const UNKNOWN = { gestational_age_days: null, age_days: null, sex: null, height_cm: null, weight_kg: null };
const woman = { value: 'F', source: 'file' } as const;
const adult = { ...UNKNOWN, data_type: 'adult' } as const;
const fetus = { ...UNKNOWN, data_type: 'fetal' } as const;

describe('what a normal range waits for', () => {
  it('is the sex where men and women differ', () => {
    expect(rangesOf('LV M-Mode', 'LVIDd').length).toBe(2);
    expect(missingQuantities(rangesOf('LV M-Mode', 'LVIDd'), adult)).toEqual(['sex']);
    expect(missingQuantities(rangesOf('LV M-Mode', 'LVIDd'), { ...adult, sex: woman })).toEqual([]);
  });

  it('is height and weight where the range is that of body surface', () => {
    const volume = rangesOf('2-chamber 2D', 'LV EDV biplane');
    expect(missingQuantities(volume, adult)).toEqual(['sex', 'height_cm', 'weight_kg']);
    expect(missingQuantities(volume, { ...adult, sex: woman, height_cm: { value: 163, source: 'person' } })).toEqual(['weight_kg']);
  });

  it('is the gestational age where the range is an equation of it', () => {
    expect(missingQuantities(rangesOf('Umbilical artery', 'PI'), fetus)).toEqual(['gestational_age_days']);
    const known = { ...fetus, gestational_age_days: { value: 224, source: 'file' } as const };
    expect(missingQuantities(rangesOf('Umbilical artery', 'PI'), known)).toEqual([]);
  });

  it('is the gestational age where limits apply to some weeks only', () => {
    expect(missingQuantities(rangesOf('4-chamber 2D', 'Heart rate'), fetus)).toEqual(['gestational_age_days']);
  });

  it('is nothing for a range of another data type, one that is not checked, or none', () => {
    expect(missingQuantities(rangesOf('Umbilical artery', 'PI'), adult)).toEqual([]);
    const unchecked = rangesOf('Parasternal long axis 2D', 'LVIDs');
    expect(unchecked.every(({ checked }) => !checked)).toBe(true);
    expect(missingQuantities(unchecked, adult)).toEqual([]);
    expect(missingQuantities([], adult)).toEqual([]);
  });

  it('is also what the value itself waits for', () => {
    expect(missingQuantities([], adult, { reasons: [null, 'no-body-surface'] })).toEqual(['height_cm', 'weight_kg']);
    expect(missingQuantities([], fetus, { reasons: ['no-gestational-age'] })).toEqual(['gestational_age_days']);
  });
});
