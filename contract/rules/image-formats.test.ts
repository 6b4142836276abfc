import { describe, expect, it } from 'vitest';
import type { LinePoint } from '../generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '../generated/document-format.ts';
import { blankImage } from './blank-image.ts';
import { imageFault } from './image-faults.ts';
import { completeImage, imageOfFormat, type OlderImage } from './image-formats.ts';

const blank = blankImage({ instance_id: '1', filename: 'a.dcm', active: true, metadata: null }, 'adult');
const point = (id: string): LinePoint => ({
  id,
  x: 1,
  y: 2,
  type: 't',
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
});
const line = (points: LinePoint[] = [point('p')]) => ({
  name: 'LV endo',
  finished: true,
  shape: 'curve' as const,
  pattern: 'normal',
  points,
});
const { config_versions: _none, ...unversioned } = blank;
const older: OlderImage = {
  ...unversioned,
  cardiac_events: [{ end_diastole: 4, end_systole: 9 }, { end_diastole: false }],
  segmentation: [{ end_diastole: { lines: [line()] } }, {}, { lines: [line()] }],
  measurements_caliper: [
    {
      type: 'Wall',
      cycle: 1,
      event: null,
      points: { real: [], pixel: [] },
      points_name: [],
      dists: [],
      dists_name: [],
      angles: [],
      angles_name: [],
      provenance: null,
    },
  ],
};

describe('a record of an older format', () => {
  it('gets ids by place, for cycles that are only drawn too, and knows no frames', () => {
    const image = imageOfFormat(1, older);
    expect(image.cardiac_events).toEqual([{ id: 'c0', end_diastole: 4, end_systole: 9 }, { id: 'c1', end_diastole: false }, { id: 'c2' }]);
    expect(image.segmentation[0]?.end_diastole?.lines[0]).toEqual({ ...line(), frame_number: null });
    expect(image.segmentation[2]?.lines?.[0]?.frame_number).toBeNull();
    expect(image.measurements_caliper[0]).toMatchObject({ id: 'k0', cycle: 1, frame_number: null });
    expect(imageFault(image)).toBeNull();
  });

  it('becomes the same record every time, and a complete one stays what it is', () => {
    const image = imageOfFormat(1, older);
    expect(imageOfFormat(1, older)).toEqual(image);
    expect(completeImage(image)).toEqual(image);
    expect(imageOfFormat(DOCUMENT_FORMAT, image)).toBe(image);
  });

  it('keeps the ids it has, and gives none twice', () => {
    const image = completeImage({ ...older, segmentation: [], cardiac_events: [{}, { id: 'c0' }, { id: 'own' }, {}] });
    expect(image.cardiac_events.map(({ id }) => id)).toEqual(['c1', 'c0', 'own', 'c2']);
  });

  it('that is newer is refused by its number', () => {
    expect(() => imageOfFormat(DOCUMENT_FORMAT + 1, older)).toThrow(`Image format ${DOCUMENT_FORMAT + 1} is newer`);
  });
});

describe('faults of a record beyond its schema', () => {
  const whole = imageOfFormat(1, older);
  const placed = (more: Partial<LinePoint>) => ({
    ...whole,
    segmentation: [{ lines: [{ ...line([point('a'), { ...point('b'), ...more }]), frame_number: null }] }],
  });
  const AT = 'segmentation.0.lines.0.points.1.origin';

  it.each([
    ['a point by hand that names a method', { method: 'm' }, AT],
    ['a copied point without its proposed position', { origin: 'copied' as const, method: 'm', method_version: '1' }, AT],
    ['a proposed point without a method', { origin: 'proposed' as const, proposed: { x: 1, y: 1 } }, AT],
  ])('refuses %s', (_what, more, path) => {
    expect(imageFault(placed(more))?.path).toBe(path);
  });

  it('accepts a point that names all of it', () => {
    expect(imageFault(placed({ origin: 'imported', method: 'm', method_version: '2', proposed: { x: 1, y: 1 } }))).toBeNull();
  });

  it.each([
    ['a cycle twice', { cardiac_events: [{ id: 'a' }, { id: 'a' }] }, 'cardiac_events.1.id'],
    ['an exclusion without a reason', { cardiac_events: [{ id: 'a', excluded: { reason: '' } }] }, 'cardiac_events.0.excluded.reason'],
    [
      'a mark by hand that names a method',
      { cardiac_events: [{ id: 'a', origins: { onset_end: { origin: 'hand' as const, method: 'm', method_version: '1', proposed: 3 } } }] },
      'cardiac_events.0.origins.onset_end.origin',
    ],
    [
      'frame 0 of a line',
      { segmentation: [{ end_systole: { lines: [{ ...line(), frame_number: 0 }] } }] },
      'segmentation.0.end_systole.lines.0.frame_number',
    ],
    [
      'frame 0 of a caliper',
      { measurements_caliper: [{ ...whole.measurements_caliper[0]!, frame_number: 0 }] },
      'measurements_caliper.0.frame_number',
    ],
    [
      'a caliper twice',
      { measurements_caliper: [whole.measurements_caliper[0]!, whole.measurements_caliper[0]!] },
      'measurements_caliper.1.id',
    ],
  ])('refuses %s by its path', (_what, more, path) => {
    expect(imageFault({ ...whole, ...more })?.path).toBe(path);
  });
});
