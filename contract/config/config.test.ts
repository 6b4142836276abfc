import { describe, expect, it } from 'vitest';
import { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { AdditionalLabelRow, CaliperRow, ImageTypeRow, MeasurementRow, QualityRow } from '../records/config-rows.ts';
import { BIOMETRY_TYPES } from '../rules/image-types.ts';
import additionalLabels from './echo_additional_labels.json' with { type: 'json' };
import caliper from './echo_caliper.json' with { type: 'json' };
import imageQuality from './echo_image_quality.json' with { type: 'json' };
import imageTypes from './echo_image_types.json' with { type: 'json' };
import measurements from './echo_measurements.json' with { type: 'json' };

const types = imageTypes.data as unknown as ImageTypeRow[];
const rows = measurements.data as unknown as MeasurementRow[];
const typeNames = new Set(types.map((t) => t.type));

const SETS: Array<[string, { name: string; version: number; data: unknown[] }, TSchema]> = [
  ['echo_image_types', imageTypes, ImageTypeRow],
  ['echo_measurements', measurements, MeasurementRow],
  ['echo_image_quality', imageQuality, QualityRow],
  ['echo_caliper', caliper, CaliperRow],
  ['echo_additional_labels', additionalLabels, AdditionalLabelRow],
];

describe.each(SETS)('%s', (name, set, schema) => {
  it('names itself and its version', () => expect(set).toMatchObject({ name, version: 1 }));
  it.each(set.data.map((row, index) => [index, row]))('row %i has the shape of its set', (_index, row) => {
    expect(Value.Errors(schema, row).slice(0, 3)).toEqual([]);
  });
});

describe('image types', () => {
  it('have unique names and abbreviations', () => {
    expect(typeNames.size).toBe(types.length);
    expect(new Set(types.map((t) => t.abbreviation)).size).toBe(types.length);
  });
  it('contain " 2D" in the names of 2D cardiac types and nowhere else', () => {
    const biometry = [...BIOMETRY_TYPES, 'Crown-rump'];
    for (const t of types) expect([t.type, t.type.includes(' 2D')]).toEqual([t.type, t.modalities.includes('2D') && !biometry.includes(t.type)]);
  });
  it('hold exactly the biometry types Head butterfly, Abdominal, Femur', () => {
    for (const name of ['Head butterfly', 'Abdominal', 'Femur']) expect(typeNames).toContain(name);
  });
  it('predict no cycles for the Umbilical Vein, and for all others', () => {
    expect(types.filter((t) => !t.cycle_prediction).map((t) => t.type)).toEqual(['Umbilical Vein']);
  });
  it('have normal as the first pattern', () => {
    for (const t of types) expect(t.patterns[0]?.name).toBe('normal');
  });
  it('trace Doppler as one line "flow" from an onset to an onset', () => {
    for (const t of types.filter((row) => row.modalities.some((m) => m.includes('Doppler')))) {
      for (const pattern of t.patterns) {
        expect(pattern.lines.map((l) => l.name)).toEqual(['flow']);
        const points = pattern.lines[0]?.control_points ?? [];
        expect([t.type, points[0]?.on_onset, points.at(-1)?.on_onset]).toEqual([t.type, true, true]);
      }
    }
  });
  it('write the example record of the specification out', () => {
    const mitral = types.find((t) => t.type === 'Mitral inflow');
    expect(mitral).toMatchObject({ abbreviation: 'MV', modalities: ['PW Doppler'], cycle_prediction: true });
    const points = mitral?.patterns[0]?.lines[0]?.control_points ?? [];
    expect(points.map((p) => [p.type, p.abbreviation, p.forced_to_zero, p.on_onset])).toEqual([
      ['onset start', '', false, true], ['valve opening', 'MVo', true, false], ['E', 'E', false, false], ['E end', 'Ee', false, false],
      ['A start', 'As', false, false], ['A', 'A', false, false], ['valve closure', 'MVc', true, false], ['onset end', '', false, true],
    ]);
    expect(points.filter((p) => p.show_label_in_image).map((p) => p.type)).toEqual(['E', 'A']);
  });
});

describe('measurements', () => {
  it('exist for every image type, once', () => expect(rows.map((r) => r.image_type).sort()).toEqual([...typeNames].sort()));

  it('name lines and points their image type has', () => {
    for (const row of rows) {
      const type = types.find((t) => t.type === row.image_type);
      const lines = type?.patterns.flatMap((p) => p.lines) ?? [];
      const lineNames = new Set(lines.map((l) => l.name));
      const pointNames = new Set(lines.flatMap((l) => l.control_points.map((p) => p.type)));
      for (const m of row.measurements) {
        const namedLines = [m.line, ...(m.lines ?? []), m.of?.line, ...(m.of?.lines ?? [])].filter((line) => line !== undefined);
        expect([row.image_type, m.name, namedLines.filter((line) => !lineNames.has(line))]).toEqual([row.image_type, m.name, []]);
        expect([row.image_type, m.name, [...(m.points ?? []), ...(m.named ?? [])].filter((point) => !pointNames.has(point))]).toEqual([row.image_type, m.name, []]);
      }
    }
  });

  it('take inputs that exist, without a loop', () => {
    const find = (type: string, name: string) => rows.find((r) => r.image_type === type)?.measurements.find((m) => m.name === name);
    const distances = new Set((caliper.data as unknown as CaliperRow[]).flatMap((c) => c.dists_name.map((distance) => `${c.type}/${distance}`)));
    const named: Array<[string, boolean]> = [];
    const visit = (type: string, name: string, path: string[]): void => {
      const key = `${type}/${name}`;
      expect([...path, key], 'no loop').toEqual([...new Set([...path, key])]);
      const definition = find(type, name);
      expect([...path, key, definition !== undefined]).toEqual([...path, key, true]);
      for (const input of definition?.inputs ?? []) {
        if (typeof input === 'string') visit(type, input, [...path, key]);
        else if ('caliper' in input) named.push([`${input.caliper}/${input.name}`, distances.has(`${input.caliper}/${input.name}`)]);
        else if (input.label === undefined) visit(input.image_type, input.name, [...path, key]);
        // The same measurement of an image with another label: no loop of the definition.
        else named.push([`${input.image_type}/${input.name}`, find(input.image_type, input.name) !== undefined]);
      }
    };
    for (const row of rows) for (const m of row.measurements) visit(row.image_type, m.name, []);
    expect(named.filter(([, there]) => !there)).toEqual([]);
  });

  it('are unique by name within an image type', () => {
    for (const row of rows) expect([row.image_type, new Set(row.measurements.map((m) => m.name)).size]).toEqual([row.image_type, row.measurements.length]);
  });
});

describe('templates', () => {
  it('begin with General and its Yes/No general score', () => {
    for (const row of imageQuality.data as unknown as QualityRow[]) {
      expect(row.sections[0]).toMatchObject({ name: 'General', items: [{ options: ['Yes', 'No'] }, {}, {}, {}, {}] });
    }
  });
  it('cover every image type, each data type once at most', () => {
    const quality = imageQuality.data as unknown as QualityRow[];
    for (const t of types) for (const dataType of t.data_types) {
      expect([t.type, dataType, quality.filter((q) => q.image_types.includes(t.type) && q.data_types.includes(dataType)).length]).toEqual([t.type, dataType, 1]);
    }
  });
  it('of calipers name as many points as they have', () => {
    for (const c of caliper.data as unknown as CaliperRow[]) expect([c.type, c.points_name.length]).toEqual([c.type, c.n_points]);
  });
  it('name image types that exist', () => {
    const named = [...(imageQuality.data as unknown as QualityRow[]).flatMap((q) => q.image_types), ...(caliper.data as unknown as CaliperRow[]).flatMap((c) => c.image_types), ...(additionalLabels.data as unknown as AdditionalLabelRow[]).flatMap((l) => l.image_types)];
    for (const name of named) expect(typeNames).toContain(name);
  });
});
