import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import schema from '../generated/analysis-image.schema.json' with { type: 'json' };
import { blankImage } from './blank-image.ts';
import { type ConflictPart, FIELDS_WITHOUT_PART, IMAGE_PARTS, mergeImage, sameWork, takeTheirs } from './merge-image.ts';

const blank = blankImage({ instance_id: '1', filename: 'a.dcm', active: true, metadata: null }, 'adult');
const base: AnalysisImage = {
  ...blank,
  type: '4-chamber 2D',
  view: 'A4C',
  modality: '2D',
  cardiac_events: [{ id: 'c0', end_diastole: 1 }],
};
const line = (x: number) => ({
  lines: [
    {
      name: 'l',
      finished: true,
      shape: 'curve' as const,
      pattern: 'normal',
      frame_number: null,
      points: [],
      spline: [[x, x] as [number, number]],
    },
  ],
});

const caliper = (dist: number | null) => ({
  id: 'k',
  type: 'Length',
  cycle: null,
  event: null,
  frame_number: 1,
  points: { real: [], pixel: [{ x: 1, y: 2 }] },
  points_name: ['A', 'B'],
  dists: [dist],
  dists_name: ['AB'],
  angles: [],
  angles_name: [],
  provenance: null,
});

/** A change of each part, in two ways. */
const CHANGES: Record<keyof typeof IMAGE_PARTS, [Partial<AnalysisImage>, Partial<AnalysisImage>]> = {
  labels: [{ view: 'A2C' }, { reference: true }],
  quality: [{ accepted: 'yes' }, { accepted: 'no' }],
  timing: [
    { segmentation: [line(1)], is_segmented: true },
    { cardiac_events: [{ id: 'c0', end_diastole: 2 }], is_annotated: true },
  ],
  calibration: [{ correct_aliasing: { up: 1, down: 0 } }, { correct_aliasing: { up: 2, down: 0 } }],
};
const PARTS = Object.keys(CHANGES) as Array<keyof typeof IMAGE_PARTS>;

describe('two people on one image', () => {
  it.each(PARTS.flatMap((a) => PARTS.filter((b) => b !== a).map((b) => [a, b] as const)))(
    'who change %s and %s do not meet: both changes stay',
    (a, b) => {
      const [mine] = CHANGES[a];
      const [theirs] = CHANGES[b];
      expect(mergeImage(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({
        image: { ...base, ...mine, ...theirs },
        conflicts: [],
      });
    },
  );

  it.each(PARTS)('who both change %s differently conflict only there; mine stays until theirs is taken', (part) => {
    const [one, other] = CHANGES[part];
    const elsewhere = part === 'quality' ? { view: 'PLAX' } : { accepted: 'yes' as const };
    const theirs = { ...base, ...other, ...elsewhere };
    const merged = mergeImage(base, { ...base, ...one }, theirs);
    expect(merged).toEqual({ image: { ...base, ...elsewhere, ...one }, conflicts: [part] });
    expect(takeTheirs(merged.image, theirs, merged.conflicts)).toEqual(theirs);
  });

  it('whose images differ only in computed values do not conflict: values go with their lines', () => {
    const area = (value: number) => ({ name: 'LV area', type: 'area', value: [value] });
    const before = { ...base, measurements: [area(1)], measurements_caliper: [caliper(null)] };
    const mine = { ...before, measurements: [area(2)], is_measured: true, measurements_caliper: [caliper(3)] };
    const theirs = { ...before, segmentation: [line(1)], measurements: [area(4)] };
    expect(mergeImage(before, mine, theirs)).toEqual({ image: theirs, conflicts: [] });
    const traced = { ...mine, segmentation: [line(2)] };
    const calibrated = { ...before, measurements: [area(5)], correct_aliasing: { up: 1, down: 0 } };
    const merged = mergeImage(before, traced, calibrated);
    expect(merged).toEqual({ image: { ...traced, correct_aliasing: { up: 1, down: 0 } }, conflicts: [] });
  });

  it('of whom one renames a caliper and the other evaluates the image: both changes stay', () => {
    const before = { ...base, measurements_caliper: [caliper(3)] };
    const renamed = { ...before, measurements_caliper: [{ ...caliper(3), name: 'Annulus' }] };
    expect(sameWork(before, renamed)).toBe(false);
    expect(mergeImage(before, renamed, { ...before, accepted: 'yes' })).toEqual({
      image: { ...renamed, accepted: 'yes' },
      conflicts: [],
    });
  });

  it('who make the same change agree', () => {
    const [mine] = CHANGES.timing;
    const both = { ...base, ...mine };
    expect(mergeImage(base, both, { ...both, accepted: 'yes' })).toEqual({ image: { ...both, accepted: 'yes' }, conflicts: [] });
  });

  it('of whom one gives it another type while the other traces it meet: lines mean nothing in another type', () => {
    const typed = { ...base, type: 'Parasternal long axis 2D', view: 'PLAX', cardiac_events: [] };
    const traced = { ...base, segmentation: [line(1)] };
    const merged = mergeImage(base, typed, { ...traced, accepted: 'yes' });
    expect(merged.image).toEqual({ ...typed, accepted: 'yes' });
    expect(new Set(merged.conflicts)).toEqual(new Set<ConflictPart>(['labels', 'timing']));
    expect(takeTheirs(merged.image, { ...traced, accepted: 'yes' }, merged.conflicts)).toEqual({ ...traced, accepted: 'yes' });
  });

  it('of whom one removes it while the other works on it meet as a whole', () => {
    const theirs = { ...base, view: 'A2C' };
    expect(mergeImage(base, null, theirs)).toEqual({ image: null, conflicts: ['image'] });
    expect(mergeImage(base, theirs, null)).toEqual({ image: theirs, conflicts: ['image'] });
    expect(takeTheirs(null, theirs, ['image'])).toEqual(theirs);
    expect(mergeImage(base, null, base)).toEqual({ image: null, conflicts: [] });
    expect(mergeImage(base, base, null)).toEqual({ image: null, conflicts: [] });
  });

  it('who both begin it join what they set', () => {
    const mine = { ...blank, accepted: 'yes' as const };
    const theirs = { ...blank, correct_aliasing: { up: 3, down: 0 } };
    expect(mergeImage(null, mine, theirs)).toEqual({ image: { ...theirs, accepted: 'yes' }, conflicts: [] });
  });

  it("see no change in what the server fills in, nor in a reviewer's approval", () => {
    const filled = { ...base, urls: { small_icon: 'a', big_icon: null, DICOM_url: null }, validated: true };
    expect(sameWork(base, filled)).toBe(true);
    const [mine] = CHANGES.labels;
    expect(mergeImage(base, { ...base, ...mine }, filled)).toEqual({ image: { ...filled, ...mine }, conflicts: [] });
  });
});

it('every field of an image belongs to one part, or is named as one of none', () => {
  const named = [...Object.values(IMAGE_PARTS).flat(), ...FIELDS_WITHOUT_PART];
  expect([...named].sort()).toEqual(Object.keys(schema.properties).sort());
});
