import { describe, expect, it } from 'vitest';
import points from '../../fixtures/reference-values/points.json' with { type: 'json' };
import imageTypes from './echo_image_types.json' with { type: 'json' };
import measurements from './echo_measurements.json' with { type: 'json' };
import references from './echo_references.json' with { type: 'json' };
import type { ImageTypeRow, MeasurementRow } from '../records/config-rows.ts';
import type { ReferencePack, ReferenceRow } from '../records/reference-pack.ts';

const packs = references.data as unknown as ReferencePack[];
const rows = packs.flatMap((pack) => pack.rows);
const types = imageTypes.data as unknown as ImageTypeRow[];
const definitions = new Map<string, MeasurementRow['measurements'][number]>(
  (measurements.data as unknown as MeasurementRow[]).flatMap(({ image_type, measurements: all }) =>
    all.map((one) => [`${image_type}, ${one.name}`, one] as const),
  ),
);
const links = rows.flatMap((row) =>
  row.measurements.map((one) => ({ row, image_type: one.image_type, at: `${one.image_type}, ${one.name}` })),
);

/** What each unit measures: units of one kind convert into each other. */
const KIND_OF_UNIT: Record<string, string> = { mm: 'length', cm: 'length', 'm/s': 'velocity', 'cm/s': 'velocity', ms: 'time', s: 'time' };
const kindOf = (unit: string): string => KIND_OF_UNIT[unit] ?? unit;

/** Forms of a predictor in another unit, as equations use them. */
const FORMS: Record<string, string> = { age_days: 'age_years', height_m: 'height_cm', ga_days: 'ga_weeks', fl_mm: 'fl_cm', ac_m: 'ac_cm' };

/** Variables of a model: of factors, of indices of tables, and of what pieces are chosen by. */
function variablesOf(value: unknown, key = ''): string[] {
  if (key === 'x') return (value as [string, string, number][]).map(([, variable]) => FORMS[variable] ?? variable);
  if (key === 'index' || key === 'on') return [FORMS[value as string] ?? (value as string)];
  if (Array.isArray(value)) return value.flatMap((one) => variablesOf(one));
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, one]) => variablesOf(one, name)) : [];
}

/** Every low and high end of a range, wherever it is in the row. */
function ends(value: unknown): [number, number][] {
  if (Array.isArray(value)) return value.flatMap(ends);
  if (typeof value !== 'object' || value === null) return [];
  const { low, high } = value as { low?: number; high?: number };
  return [...(low === undefined || high === undefined ? [] : [[low, high] as [number, number]]), ...Object.values(value).flatMap(ends)];
}

describe('reference values', () => {
  it('are 586 rows of 57 sources, 204 of them seen in two', () => {
    const of = (status: ReferenceRow['status']): number => rows.filter((row) => row.status === status).length;
    expect([packs.length, rows.length, of('two sources'), of('one source'), of('local')]).toEqual([57, 586, 204, 382, 0]);
  });

  it('have unique names', () => {
    const all = [packs.map(({ id }) => id), packs.map(({ source }) => source.name), rows.map(({ id }) => id)];
    for (const names of all) expect(new Set(names).size).toBe(names.length);
  });

  it('judge measurements that exist, of kinds of data that their image type has', () => {
    expect(links.filter(({ at }) => !definitions.has(at))).toEqual([]);
    const never = links.filter(({ row, image_type, at }) => {
      const known = definitions.get(at)?.data_types ?? types.find(({ type }) => type === image_type)?.data_types ?? [];
      return !row.population.data_types.some((one) => known.includes(one));
    });
    expect(never.map(({ row, at }) => [row.id, at])).toEqual([]);
    expect(new Set(links.map(({ at }) => at)).size).toBe(118);
  });

  it('have a unit that values of their measurements convert to, at most divided by body surface', () => {
    const wrong = links.filter(({ row, at }) => {
      const unit = definitions.get(at)?.units ?? '';
      const direct = kindOf(row.unit) === kindOf(unit);
      const indexed = row.unit.endsWith('/m2') && kindOf(row.unit.slice(0, -'/m2'.length)) === kindOf(unit);
      return !direct && !(indexed && row.predictors.includes('bsa_m2'));
    });
    expect(wrong.map(({ row, at }) => [row.id, at])).toEqual([]);
  });

  it('name the variables of their equations as predictors, and the formula of body surface', () => {
    for (const row of rows) {
      const used = new Set(variablesOf(row.model));
      const indexing = row.unit.endsWith('/m2') ? ['bsa_m2'] : [];
      expect([row.id, row.predictors.filter((one) => !used.has(one) && !indexing.includes(one))]).toEqual([row.id, []]);
      expect([row.id, [...used].filter((one) => !row.predictors.includes(one as never))]).toEqual([row.id, []]);
      expect([row.id, row.bsa_formula === null && row.predictors.includes('bsa_m2')]).toEqual([row.id, false]);
    }
  });

  it('have ranges in order: of populations, limits, tables and percentiles', () => {
    for (const { id, population, model } of rows) {
      const ranges = [...Object.values(population).filter((one) => Array.isArray(one) && typeof one[0] === 'number'), ...ends(model)];
      expect([id, (ranges as [number, number][]).filter(([from, to]) => from > to)]).toEqual([id, []]);
      const table =
        'lookup' in model
          ? model.rows.map(([index]) => index as number)
          : model.kind === 'limits_by'
            ? model.rows.map(({ from }) => from)
            : [];
      const percentiles =
        model.kind === 'percentiles' ? model.curves.map(({ percentile }) => percentile) : 'percentiles' in model ? model.percentiles : [];
      for (const list of [table, percentiles]) expect([id, list]).toEqual([id, [...new Set(list)].toSorted((a, b) => a - b)]);
    }
  });

  it('carry both findings and the choice where sources disagree, and are not active by themselves', () => {
    const disagreeing = rows.filter(({ disagreement }) => disagreement !== null);
    expect(disagreeing).toHaveLength(27);
    expect(new Set(disagreeing.map(({ status }) => status))).toEqual(new Set(['one source']));
  });

  it('cite a verified DOI, or state that it is not verified', () => {
    const cited = packs.filter(({ source }) => source.doi !== null);
    expect([cited.length, cited.filter(({ source }) => source.doi_verified).length]).toEqual([32, 10]);
    expect(packs.filter(({ source }) => source.doi === null && source.doi_verified)).toEqual([]);
  });

  it('have points that check them, and points have a row', () => {
    const known = new Set(rows.map(({ id }) => id));
    const pointed = new Set(points.map(({ row }) => row));
    expect([...pointed].filter((id) => !known.has(id))).toEqual([]);
    expect([...known].filter((id) => !pointed.has(id))).toEqual([]);
    expect(points.reduce((sum, { expect: values }) => sum + Object.keys(values).length, 0)).toBe(1252);
  });
});

describe('decision tables', () => {
  const tables = packs.flatMap((pack) => pack.tables ?? []);
  const inputs = tables.flatMap((table) => table.inputs.map((input) => ({ table: table.id, ...input })));

  it('are nine, with unique names', () => {
    expect(tables).toHaveLength(9);
    expect(new Set(tables.map(({ id }) => id)).size).toBe(9);
  });

  it('give an input of one name the same unit and measurements in every table', () => {
    const meaning = new Map(inputs.map(({ name, quantity, unit, measurements: links }) => [name, { quantity, unit, links }]));
    for (const { name, quantity, unit, measurements: links } of inputs)
      expect([name, { quantity, unit, links }]).toEqual([name, meaning.get(name)]);
  });

  it('take inputs from measurements that exist, in a unit that converts', () => {
    for (const { table, unit, measurements: links } of inputs)
      for (const { image_type, name } of links) {
        const found = definitions.get(`${image_type}, ${name}`)?.units;
        expect([table, name, found === undefined]).toEqual([table, name, false]);
        expect([table, name, [unit, unit.replace('/m2', '')].map(kindOf)]).toEqual([
          table,
          name,
          expect.arrayContaining([kindOf(found ?? '')]),
        ]);
      }
  });

  it('name inputs and criteria that they have, and use all of them', () => {
    for (const { id, inputs: own, criteria, rules } of tables) {
      const compared = new Set(criteria.flatMap(({ groups }) => groups.flat().map(({ input }) => input)));
      expect([id, [...compared].sort()]).toEqual([id, own.map(({ name }) => name).sort()]);
      const used = new Set(
        rules.flatMap(({ when = {} }) => [
          ...(when.met ?? []),
          ...(when.not_met ?? []),
          ...[when.at_least, when.at_most, when.share].flatMap((part) => part?.of ?? []),
        ]),
      );
      expect([id, [...used].sort()]).toEqual([id, criteria.map(({ name }) => name).sort()]);
    }
  });
});
