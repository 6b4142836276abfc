import { describe, expect, it } from 'vitest';
import measurements from '../config/echo_measurements.json' with { type: 'json' };
import type { AnalysisImage, Line, Measurement } from '../generated/analysis-image.ts';
import type { Standing } from '../generated/references.ts';
import type { MeasurementRow } from '../records/config-rows.ts';
import { anatomyName, anatomyPlace, sidesOf, sidesOfValue } from './anatomies.ts';
import { blankImage } from './blank-image.ts';
import { anatomiesOf, reportImages, reportOf, shownIn, valuesOf, type MeasuredImage, type ReportFacts, type ReportView } from './report.ts';

const line: Line = { name: 'flow', finished: true, shape: 'curve', pattern: 'normal', frame_number: null, points: [] };
const image = (id: string, part: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  reference: true,
  segmentation: [{ lines: [line] }],
  ...part,
});
const value = (name: string, anatomy: string, part: Partial<Measurement> = {}): Measurement => ({
  name,
  type: 'velocity',
  units: 'cm/s',
  class: 'direct',
  anatomy,
  value: [80, null, 82],
  aggregate: 81,
  ...part,
});
const withoutValue = (measurement: Measurement): Measurement => {
  const { aggregate: _of, ...rest } = measurement;
  return { ...rest, value: [] };
};
const mitral: MeasuredImage = {
  image: image('mv', { type: 'Mitral inflow', view: 'A4C', modality: 'PW Doppler' }),
  measurements: [value('E', 'MV'), value('E/A', 'MV', { class: 'calculated', units: '' }), withoutValue(value('A', 'MV'))],
};
const tapse: MeasuredImage = {
  image: image('tapse', { type: 'TAPSE', view: 'A4C', modality: 'M-Mode' }),
  measurements: [value('TAPSE', 'RV', { normal: normalOf('out_of_range') })],
};
const spare: MeasuredImage = {
  image: image('spare', { type: '4-chamber 2D', view: 'A4C', modality: '2D', reference: false }),
  measurements: [value('LV EDV', 'LV'), withoutValue(value('curve', 'LV', { series: [[0, 1]] }))],
};
const untouched: MeasuredImage = { image: image('new', { type: 'TAPSE', segmentation: [] }), measurements: [value('TAPSE', 'RV')] };

function normalOf(state: 'in_range' | 'out_of_range'): NonNullable<Measurement['normal']> {
  return { state, low: 17, high: null, expected: null, z: null, indexed: null, source: 'ASE/EACVI 2015', reason: null };
}

const facts: ReportFacts = {
  dataType: 'adult',
  modalities: [{ type: 'PW Doppler', color: '#ffa94d' }],
  sidesOfType: () => [],
};
const COMPLETE: ReportView = { form: 'complete', side: 'Left heart', types: ['direct', 'calculated'], anatomies: [] };
const SUMMARY: ReportView = { ...COMPLETE, form: 'summary' };
const namesIn = (report: ReturnType<typeof reportOf>) => valuesOf(report).map(({ name }) => name);

describe('the report of a study', () => {
  const report = reportOf([tapse, mitral, spare, untouched], facts);

  it('colours a value by the reference value that counts, otherwise by its normal range', () => {
    const standing = (row: string, part: Partial<Standing>): Standing => ({
      row,
      state: 'undefined',
      outcome: null,
      reason: { code: 'missing', facts: ['height_cm'] },
      low: null,
      high: null,
      expected: null,
      limits: null,
      ...part,
    });
    const of = (...standings: Standing[]) =>
      valuesOf(reportOf([{ ...tapse, standings: [{ name: 'TAPSE', standings }] }], { ...facts, sourceOf: (row) => `source of ${row}` }))[0];
    const waits = standing('first', {});
    const found = standing('second', { state: 'in_range', outcome: { kind: 'z', z: -1.5, percentile: 7 }, reason: null });
    expect(of(waits, found)).toMatchObject({ color: 'in_range', judged: { source: 'source of second' } });
    // The normal range is exceeded.
    const graded = standing('graded', { outcome: { kind: 'grade', label: 'very severe' }, reason: null });
    expect(of(graded)).toMatchObject({ color: 'out_of_range', judged: { source: 'source of graded' } });
    expect(of(waits)).toMatchObject({ color: 'out_of_range', judged: null, standings: [waits] });
    expect(of()).toMatchObject({ color: 'out_of_range', judged: null });
  });

  it('names every image that a value was computed from, through its inputs too', () => {
    const provenance = (part: object) => ({ provenance: { inputs: [], other_image: null, ...part } }) as unknown as Partial<Measurement>;
    const a4c = { image: image('a4c', { type: '4-chamber 2D', view: 'A4C', modality: '2D' }), measurements: [] };
    const a2c = {
      image: image('a2c', { type: '2-chamber 2D', view: 'A2C', modality: '2D' }),
      measurements: [
        value('LV EDV biplane', 'LV', provenance({ other_image: 'a4c' })),
        value('EF biplane', 'LV', provenance({ inputs: [{ name: 'LV EDV biplane', image: 'a2c', value: null }] })),
        value('LV EDV', 'LV', provenance({})),
      ],
    };
    expect(valuesOf(reportOf([a2c, a4c], facts)).map(({ name, also }) => [name, also])).toEqual([
      ['LV EDV biplane', [{ from: '4-chamber 2D', view: 'A4C' }]],
      ['EF biplane', [{ from: '4-chamber 2D', view: 'A4C' }]],
      ['LV EDV', []],
    ]);
  });

  it('has sides Flow and Morphology for fetal data, otherwise Right heart and Left heart', () => {
    expect(sidesOf('fetal')).toEqual(['Flow', 'Morphology']);
    expect(sidesOf('adult')).toEqual(['Right heart', 'Left heart']);
    expect(sidesOf('pediatric')).toEqual(['Right heart', 'Left heart']);
  });

  it('goes by anatomy and modality, with name, values, units, type, source, image and colour', () => {
    expect(report.map(({ name_short, name_long, sides }) => [name_short, name_long, sides])).toEqual([
      ['MV', 'Mitral valve', ['Left heart']],
      ['LV', 'Left ventricle', ['Left heart']],
      ['RV', 'Right ventricle', ['Right heart']],
    ]);
    expect(report[0]?.modalities).toMatchObject([
      { name: 'PW Doppler', color: '#ffa94d', measurements: [{ name: 'E' }, { name: 'E/A' }, { name: 'A' }] },
    ]);
    expect(report[2]?.modalities[0]?.measurements).toMatchObject([
      { name: 'TAPSE', value: [80, null, 82], units: 'cm/s', type: 'direct', from: 'TAPSE', image_id: 'tapse', color: 'out_of_range' },
    ]);
  });

  it('leaves out series and images without work', () => {
    expect(namesIn(report)).toEqual(['E', 'E/A', 'A', 'LV EDV', 'TAPSE']);
  });

  it('as a summary has the values of references that could be computed', () => {
    expect(namesIn(shownIn(report, SUMMARY, facts))).toEqual(['E', 'E/A', 'TAPSE']);
  });

  it('as a whole goes by side, type and anatomy', () => {
    expect(namesIn(shownIn(report, COMPLETE, facts))).toEqual(['E', 'E/A', 'A', 'LV EDV']);
    expect(namesIn(shownIn(report, { ...COMPLETE, side: 'Right heart' }, facts))).toEqual(['TAPSE']);
    expect(namesIn(shownIn(report, { ...COMPLETE, types: ['calculated'] }, facts))).toEqual(['E/A']);
    expect(shownIn(report, { ...COMPLETE, types: [] }, facts)).toEqual([]);
    expect(namesIn(shownIn(report, { ...COMPLETE, anatomies: ['LV'] }, facts))).toEqual(['LV EDV']);
    // An anatomy of the other side was left chosen: it limits nothing here.
    expect(namesIn(shownIn(report, { ...COMPLETE, side: 'Right heart', anatomies: ['LV'] }, facts))).toEqual(['TAPSE']);
    expect(anatomiesOf(report, COMPLETE).map(({ name_short }) => name_short)).toEqual(['MV', 'LV']);
  });

  it('shows Reviewers only validated images', () => {
    const validated = image('a', { validated: true });
    const images = [validated, image('b', {}), image('c', { validated: true, reference: false })];
    expect(reportImages(images, 'Reviewer')).toEqual([validated]);
    for (const role of ['Viewer', 'Editor', 'Ground-truth generator', 'Admin'] as const) expect(reportImages(images, role)).toEqual(images);
  });
});

describe('the sides of a value', () => {
  it('of a fetus are Flow for every Doppler type and Morphology for every other', () => {
    const fetal = (modality: string) => sidesOfValue({ anatomy: 'LV', modality }, 'fetal', []);
    expect(['PW Doppler', 'CW Doppler', 'Tissue Doppler', '2D', 'M-Mode'].map(fetal)).toEqual([
      ['Flow'],
      ['Flow'],
      ['Flow'],
      ['Morphology'],
      ['Morphology'],
    ]);
    const uterine = { ...mitral.image, instance_id: 'lv', modality: '2D' as const };
    const fetalFacts: ReportFacts = { ...facts, dataType: 'fetal' };
    const both = reportOf(
      [
        { ...mitral, measurements: [value('E', 'LV')] },
        { image: uterine, measurements: [value('EDV', 'LV')] },
      ],
      fetalFacts,
    );
    expect(both.map(({ sides }) => sides)).toEqual([['Flow', 'Morphology']]);
    expect(namesIn(shownIn(both, { ...COMPLETE, side: 'Flow' }, fetalFacts))).toEqual(['E']);
    expect(namesIn(shownIn(both, { ...COMPLETE, side: 'Morphology' }, fetalFacts))).toEqual(['EDV']);
  });

  it('follow the anatomy tree: left heart LA, MV, LV, AoV, AAo, Arch; right heart RA, TV, RV, PV, PA, SVC/IVC', () => {
    const side = (anatomy: string) => sidesOfValue({ anatomy, modality: '2D' }, 'adult', []);
    for (const key of ['LA', 'MV', 'LV', 'AoV', 'AAo', 'Arch']) expect(side(key), key).toEqual(['Left heart']);
    for (const key of ['RA', 'TV', 'RV', 'PV', 'PA', 'SVC/IVC']) expect(side(key), key).toEqual(['Right heart']);
  });

  it('of an anatomy of the project come from its image type, else all', () => {
    expect(sidesOfValue({ anatomy: 'Shunt', modality: '2D' }, 'adult', ['Right heart'])).toEqual(['Right heart']);
    expect(sidesOfValue({ anatomy: 'Shunt', modality: '2D' }, 'adult', [])).toEqual(['Right heart', 'Left heart']);
    expect(anatomyName('Shunt')).toBe('Shunt');
  });

  it('cover every anatomy of the shipped definitions', () => {
    const keys = new Set(
      (measurements.data as unknown as MeasurementRow[]).flatMap((row) => row.measurements.map(({ anatomy }) => anatomy)),
    );
    const unplaced = [...keys].filter((key) => anatomyPlace(key) === anatomyPlace('no such anatomy'));
    expect(unplaced).toEqual([]);
  });
});
