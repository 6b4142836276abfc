import { describe, expect, it } from 'vitest';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { AdditionalLabelRow, CaliperRow, ImageTypeRow, MeasurementRow, QualityRow } from '../records/config-rows.ts';
import { ReferencePack } from '../records/reference-pack.ts';
import { BIOMETRY_TYPES } from '../rules/image-types.ts';
import additionalLabels from './echo_additional_labels.json' with { type: 'json' };
import caliper from './echo_caliper.json' with { type: 'json' };
import imageQuality from './echo_image_quality.json' with { type: 'json' };
import imageTypes from './echo_image_types.json' with { type: 'json' };
import measurements from './echo_measurements.json' with { type: 'json' };
import references from './echo_references.json' with { type: 'json' };

const types = imageTypes.data as unknown as ImageTypeRow[];
const rows = measurements.data as unknown as MeasurementRow[];
const typeNames = new Set(types.map((t) => t.type));

/** Name, content, version that this content carries, and the shape of its rows. */
const SETS: Array<[string, { name: string; version: number; data: unknown[] }, number, TSchema]> = [
  ['echo_image_types', imageTypes, 2, ImageTypeRow],
  ['echo_measurements', measurements, 3, MeasurementRow],
  ['echo_image_quality', imageQuality, 1, QualityRow],
  ['echo_caliper', caliper, 1, CaliperRow],
  ['echo_additional_labels', additionalLabels, 1, AdditionalLabelRow],
  ['echo_references', references, 1, ReferencePack],
];

describe.each(SETS)('%s', (name, set, version, schema) => {
  it('names itself and its version', () => expect(set).toMatchObject({ name, version }));
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
    for (const t of types)
      expect([t.type, t.type.includes(' 2D')]).toEqual([t.type, t.modalities.includes('2D') && !biometry.includes(t.type)]);
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
      ['onset start', '', false, true],
      ['valve opening', 'MVo', true, false],
      ['E', 'E', false, false],
      ['E end', 'Ee', false, false],
      ['A start', 'As', false, false],
      ['A', 'A', false, false],
      ['valve closure', 'MVc', true, false],
      ['onset end', '', false, true],
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
        expect([row.image_type, m.name, [...(m.points ?? []), ...(m.named ?? [])].filter((point) => !pointNames.has(point))]).toEqual([
          row.image_type,
          m.name,
          [],
        ]);
      }
    }
  });

  it('take inputs that exist, without a loop', () => {
    const find = (type: string, name: string) => rows.find((r) => r.image_type === type)?.measurements.find((m) => m.name === name);
    const distances = new Set(
      (caliper.data as unknown as CaliperRow[]).flatMap((c) => c.dists_name.map((distance) => `${c.type}/${distance}`)),
    );
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
    for (const row of rows)
      expect([row.image_type, new Set(row.measurements.map((m) => m.name)).size]).toEqual([row.image_type, row.measurements.length]);
  });
});

/** Every unit, the base unit that its value is computed in, and how many of it make one. */
const BASE_UNITS: Record<string, [string, number]> = {
  mm: ['cm', 10],
  ms: ['s', 1000],
  'm/s': ['cm/s', 0.01],
  'l/min': ['ml/min', 0.001],
};
/** Unit of what each kind computes; kinds over inputs take theirs from the inputs. */
const KIND_UNITS: Record<string, string> = {
  'Cycle length': 's',
  'Heart rate': 'bpm',
  EF: '%',
  FS: '%',
  SV: 'ml',
  angle: 'deg',
  area: 'cm2',
  auc: 'cm',
  distance: 'cm',
  'event-time': 's',
  'line-distance': 'cm',
  'long-gls': '%',
  mass: 'g',
  'oval circ': 'cm',
  'oval diam': 'cm',
  'p2p-distance': 'cm',
  'pressure-gradient': 'mmHg',
  pulsatility: '',
  'reference-multiple': '',
  slope: 'cm/s2',
  thickness: 'cm',
  time: 's',
  'time-percentage': '%',
  velocity: 'cm/s',
  'velocity-curve': 'cm/s',
  volume: 'ml',
};
/** Keys of the report tree. */
const ANATOMY = new Set('LA MV LV AoV AAo Arch DAo RA TV RV PV PA SVC/IVC UA UV DV MCA UtA AoI Head Abdomen Femur Thorax Fetus'.split(' '));

describe('structure of the measurements', () => {
  const all = rows.flatMap((row) => row.measurements.map((m) => ({ at: `${row.image_type}, ${m.name}`, m })));

  it('scales every value to its unit', () => {
    const kindUnit = ({ type, formula }: { type: string; formula?: string }): string | undefined => {
      if (type.startsWith('slope-derivative')) return 'cm/s2';
      if (type === 'slope' && formula === 'dpdt') return 'mmHg/s';
      if (type === 'time-combined') return formula?.startsWith('mpi') ? '' : 's';
      return KIND_UNITS[type];
    };
    const wrong = all.filter(({ m }) => {
      const expected = kindUnit(m);
      const [base, factor] = BASE_UNITS[m.units] ?? [m.units, 1];
      return expected !== undefined && (base !== expected || Math.abs(m.unit_scale ?? 1) !== factor);
    });
    expect(wrong.map(({ at }) => at)).toEqual([]);
    // Nothing is left out but what takes its unit from its inputs.
    const open = new Set(all.filter(({ m }) => kindUnit(m) === undefined).map(({ m }) => m.type));
    expect([...open].sort()).toEqual(['difference', 'mean', 'product', 'ratio', 'sum', 'surface-index']);
  });

  it('gives every range a unit, a source and a population, and limits or a distribution', () => {
    const ranges = all.flatMap(({ at, m }) => (m.normal ?? []).map((range) => ({ at, m, range })));
    expect(ranges.length).toBeGreaterThan(60);
    const convertible = ({ m, range }: (typeof ranges)[number]): boolean => {
      const base = (unit: string): string => (BASE_UNITS[unit] ?? [unit])[0];
      return range.unit !== undefined && base(range.unit.replace(/\/m2$/, '')) === base(m.units.replace(/\/m2$/, ''));
    };
    const limited = ({ range }: (typeof ranges)[number]): boolean =>
      [range.low, range.high, range.mean, range.M].some((limit) => limit !== undefined && limit !== null);
    const complete = (one: (typeof ranges)[number]): boolean => convertible(one) && limited(one) && one.range.source !== '';
    expect(ranges.filter((one) => !complete(one)).map(({ at }) => at)).toEqual([]);
    const indexed = ranges.filter(({ range }) => range.unit?.endsWith('/m2') !== (range.indexed_by !== undefined));
    expect(new Set(indexed.map(({ m }) => m.type))).toEqual(new Set(['surface-index']));
  });

  it('puts every value into the report tree', () => {
    expect(all.filter(({ m }) => !ANATOMY.has(m.anatomy)).map(({ at }) => at)).toEqual([]);
  });

  it('names patterns, points in them, formulas and second planes that exist', () => {
    for (const row of rows) {
      const type = types.find((t) => t.type === row.image_type);
      for (const m of row.measurements) {
        const at = `${row.image_type}, ${m.name}`;
        const patterns = type?.patterns ?? [];
        const known = new Set(patterns.map((p) => p.name));
        expect([at, (m.patterns ?? []).filter((name) => !known.has(name))]).toEqual([at, []]);
        const where = patterns.filter((p) => m.patterns === undefined || m.patterns.includes(p.name));
        const own = new Set([m.line, ...(m.lines ?? [])]);
        const points = new Set(
          where.flatMap((p) => p.lines.filter((l) => own.has(l.name)).flatMap((l) => l.control_points.map((c) => c.type))),
        );
        expect([at, [...(m.points ?? []), ...(m.named ?? [])].filter((name) => !points.has(name))]).toEqual([at, []]);
        expect([at, m.formulas === undefined || m.formulas.includes(m.formula ?? '')]).toEqual([at, true]);
        const other = types.find((t) => t.type === m.with_image_type);
        const lines = new Set(other?.patterns.flatMap((p) => p.lines.map((l) => l.name)));
        expect([at, m.with_image_type === undefined || lines.has(m.line ?? '')]).toEqual([at, true]);
        expect([at, (m.modalities ?? []).filter((name) => type?.modalities.includes(name) !== true)]).toEqual([at, []]);
        expect([at, (m.data_types ?? []).filter((name) => type?.data_types.includes(name) !== true)]).toEqual([at, []]);
      }
    }
  });

  const definition = (type: string, name: string): MeasurementRow['measurements'][number] | undefined =>
    rows.find((r) => r.image_type === type)?.measurements.find((m) => m.name === name);

  it('measures the abdomen along its drawn axes', () => {
    expect([definition('Abdominal', 'APAD')?.axis, definition('Abdominal', 'TAD')?.axis]).toEqual(['through', 'across']);
  });
  it('shows velocities of continuous wave types in m/s', () => {
    for (const type of ['Mitral regurgitation', 'Tricuspid regurgitation', 'Aortic stenosis'])
      expect(definition(type, 'Vmax')).toMatchObject({ units: 'm/s', unit_scale: 0.01 });
  });
  it("judges E/E' by its site, and the average by a limit of its own", () => {
    const high = (type: string, name: string): unknown => definition(type, name)?.normal?.map((range) => range.high);
    expect(high('LV tissue Doppler septal', "E/E'")).toEqual([15]);
    expect(high('LV tissue Doppler lateral', "E/E'")).toEqual([13]);
    expect(high('Mitral inflow', "E/E' average")).toEqual([14]);
  });
  it('judges indexed volumes of two planes alone', () => {
    const indexed = all.filter(({ m }) => m.type === 'volume' && m.normal !== undefined);
    expect(indexed.map(({ m }) => m.name).sort()).toEqual(['LA volume biplane', 'LV EDV biplane']);
  });
  it('takes the strain of the free wall from the free wall', () => {
    expect(definition('RV 4-chamber 2D', 'RV-GLS free wall')?.axis).toBe('free wall');
    expect(definition('RV 4-chamber 2D', 'RV-GLS 4-chamber')?.axis).toBeUndefined();
  });
  it('takes stroke volume and output from pulsed wave Doppler, of fetal data with the aortic ring', () => {
    for (const name of ['SV', 'CO', 'SV aortic ring', 'CO aortic ring'])
      expect(definition('Aortic outflow', name)?.modalities).toEqual(['PW Doppler']);
    expect(definition('Aortic outflow', 'SV aortic ring')).toMatchObject({
      data_types: ['fetal'],
      inputs: [{ image_type: 'Valves 2D', name: 'Aortic ring' }, 'VTI'],
    });
  });
  it('keeps the isovolumetric contraction apart from the pre-ejection time', () => {
    for (const type of ['LV tissue Doppler lateral', 'LV tissue Doppler septal', 'RV tissue Doppler']) {
      expect(definition(type, "IVCT'")?.points).toEqual(['IVC start', "S' start"]);
      expect(definition(type, "PEP'")?.points).toEqual(['onset start', "S' start"]);
      const points = types.find((t) => t.type === type)?.patterns[0]?.lines[0]?.control_points ?? [];
      const start = points.findIndex((p) => p.type === 'IVC start');
      expect([points[start]?.forced_to_zero, points[start + 1]?.type]).toEqual([true, 'IVC peak']);
    }
  });
  it('names the anatomy of the descending aorta and of the crown-rump length', () => {
    const anatomy = (type: string): Set<string> => new Set(rows.find((r) => r.image_type === type)?.measurements.map((m) => m.anatomy));
    expect([...anatomy('Descending aorta'), ...anatomy('Crown-rump')]).toEqual(['DAo', 'Fetus']);
  });
  it('holds mass and its index, relative wall thickness, and the heart rate of clips', () => {
    for (const type of ['Parasternal long axis 2D', 'LV M-Mode'])
      for (const name of ['LV mass', 'LV mass index', 'RWT'])
        expect([type, name, definition(type, name) !== undefined]).toEqual([type, name, true]);
    const limits = definition('LV M-Mode', 'LV mass index')?.normal?.map(({ sex, low, high, checked }) => [sex, low, high, checked]);
    expect(limits).toEqual([
      ['M', 49, 115, true],
      ['F', 43, 95, true],
    ]);
    expect(definition('Short axis 2D', 'LV mass area-length')?.formula).toBe('area_length');
    for (const t of types.filter((row) => row.type.includes(' 2D')))
      expect([t.type, definition(t.type, 'Heart rate')?.units]).toEqual([t.type, 'bpm']);
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
    for (const t of types)
      for (const dataType of t.data_types) {
        expect([t.type, dataType, quality.filter((q) => q.image_types.includes(t.type) && q.data_types.includes(dataType)).length]).toEqual(
          [t.type, dataType, 1],
        );
      }
  });
  it('of calipers name as many points as they have', () => {
    for (const c of caliper.data as unknown as CaliperRow[]) expect([c.type, c.points_name.length]).toEqual([c.type, c.n_points]);
  });
  it('name image types that exist', () => {
    const named = [
      ...(imageQuality.data as unknown as QualityRow[]).flatMap((q) => q.image_types),
      ...(caliper.data as unknown as CaliperRow[]).flatMap((c) => c.image_types),
      ...(additionalLabels.data as unknown as AdditionalLabelRow[]).flatMap((l) => l.image_types),
    ];
    for (const name of named) expect(typeNames).toContain(name);
  });
});
