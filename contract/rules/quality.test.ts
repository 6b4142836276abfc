import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { QualityRow } from '../records/config-rows.ts';
import { blankImage } from './blank-image.ts';
import { allGood, answered, generalScore, hasQc, isPositiveQc, itemsOf, qualityRefusal, qualityTemplate, scoreText } from './quality.ts';

const item = (name: string, ...options: string[]) => ({ name, options, value: null });
const ROWS: QualityRow[] = [
  {
    image_types: ['4-chamber 2D'],
    data_types: ['adult'],
    sections: [
      { name: 'Anatomy', items: [item('Apex visible', 'Yes', 'Partly', 'No')] },
      { name: 'General', items: [item('Adequate for analysis', 'Yes', 'No'), item('Gain', 'Good', 'Fair', 'Poor')] },
    ],
  },
];
const template = qualityTemplate(ROWS, '4-chamber 2D', 'adult')!;
const image = (more: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult'),
  ...more,
});

describe('a template of quality', () => {
  it("has General first and 'N/A' as a further option of every item", () => {
    expect(template.sections.map(({ name }) => name)).toEqual(['General', 'Anatomy']);
    expect(itemsOf(template).map(({ options }) => options)).toEqual([
      ['Yes', 'No', 'N/A'],
      ['Good', 'Fair', 'Poor', 'N/A'],
      ['Yes', 'Partly', 'No', 'N/A'],
    ]);
    expect(itemsOf(template).every(({ value }) => value === null)).toBe(true);
  });

  it('belongs to the type and the kind of data, and is absent where none is configured', () => {
    expect(qualityTemplate(ROWS, '4-chamber 2D', 'fetal')).toBeNull();
    expect(qualityTemplate(ROWS, 'Mitral inflow', 'adult')).toBeNull();
    expect(qualityTemplate(ROWS, null, 'adult')).toBeNull();
  });

  it('of the shipped configuration has the general score first in every row', () => {
    const shipped = JSON.parse(readFileSync(new URL('../config/echo_image_quality.json', import.meta.url), 'utf8')) as {
      data: QualityRow[];
    };
    for (const { image_types, data_types } of shipped.data) {
      const [first] = qualityTemplate(shipped.data, image_types[0]!, data_types[0]!)!.sections;
      expect(first?.name).toBe('General');
      expect(first?.items[0]?.options).toEqual(['Yes', 'No', 'N/A']);
    }
  });
});

describe('a score', () => {
  it('takes only an option of the item, and clears it again', () => {
    const one = answered(template, 1, 'Fair');
    expect(itemsOf(one).map(({ value }) => value)).toEqual([null, 'Fair', null]);
    expect(answered(one, 1, 'Splendid')).toEqual(one);
    expect(answered(one, 1, null)).toEqual(template);
    expect(itemsOf(template)[1]?.value).toBeNull();
  });

  it("'all good' is the first option of every item", () => {
    expect(itemsOf(allGood(answered(template, 0, 'No'))).map(({ value }) => value)).toEqual(['Yes', 'Good', 'Yes']);
  });

  it('has the first General item as its general score', () => {
    expect(generalScore({ score: answered(template, 0, 'No') })).toBe('No');
    expect(generalScore({ score: template })).toBeNull();
    expect(generalScore({ score: null })).toBeNull();
  });

  it('is a line of words among the comments', () => {
    expect(scoreText(answered(answered(template, 0, 'Yes'), 2, 'N/A'))).toBe(
      'General: Adequate for analysis Yes, Gain -; Anatomy: Apex visible N/A',
    );
  });

  it('or an accepted flag is quality control; refused is not positive whatever the score', () => {
    const good = allGood(template);
    expect([
      hasQc({ score: null, accepted: null }),
      hasQc({ score: null, accepted: 'no' }),
      hasQc({ score: good, accepted: null }),
    ]).toEqual([false, true, true]);
    expect([isPositiveQc({ score: good, accepted: 'no' }), isPositiveQc({ score: good, accepted: null })]).toEqual([false, true]);
  });
});

describe('who may assess', () => {
  const ready = image({ type: '4-chamber 2D', view: 'A4C', reference: true });

  it('an image without type or reference is refused with the given text', () => {
    const first = 'Please, label and reference this image first to assess its quality.';
    expect(qualityRefusal('Editor', undefined)).toBe(first);
    expect(qualityRefusal('Editor', image({ reference: true }))).toBe(first);
    expect(qualityRefusal('Ground-truth generator', { ...ready, reference: false })).toBe(first);
    expect(qualityRefusal('Editor', ready)).toBeNull();
  });

  it('an evaluation is updated only on a labelled reference image', () => {
    const update = 'Please, label and reference this image first to update the evaluation.';
    expect(qualityRefusal('Editor', { ...ready, reference: false, accepted: 'yes' })).toBe(update);
    expect(qualityRefusal('Editor', { ...ready, accepted: 'yes' })).toBeNull();
  });

  it('Viewers and others who save nothing create no QCs', () => {
    // A Reviewer assesses on the review's own copy.
    expect(qualityRefusal('Reviewer', ready)).toBeNull();
    for (const role of ['Viewer', 'Admin', 'Data scientist'] as const)
      expect(qualityRefusal(role, ready)).toBe('Sorry, you do not have permissions to create QCs');
  });
});
