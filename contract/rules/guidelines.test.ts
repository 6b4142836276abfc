import { describe, expect, it } from 'vitest';
import references from '../config/echo_references.json' with { type: 'json' };
import type { CriterionResult, GuidelineResult } from '../generated/references.ts';
import type { ReferencePack } from '../records/reference-pack.ts';
import { factsNeeded, gradedTables, hasAnyValue, isClassed, isOneSubject, measuredInputs, tablesOf } from './guidelines.ts';

const packs = references.data as unknown as ReferencePack[];
const tables = tablesOf(packs);
const tableOf = (id: string) => {
  const found = tables.find(({ table }) => table.id === id);
  if (found === undefined) throw new Error(`No table ${id}`);
  return found.table;
};

/** A result as the engine lists it: the comparisons of every group, one after the other. */
function resultOf(id: string, values: Readonly<Record<string, number>>, met: Readonly<Record<string, boolean>>): GuidelineResult {
  const criteria = tableOf(id).criteria.map(({ name, title, groups }): CriterionResult => {
    const comparisons = groups.flat().map(({ input, op, value }) => {
      const given = values[input] ?? null;
      const threshold = typeof value === 'number' ? value : null;
      return { input, value: given, op, threshold, met: given === null || threshold === null ? null : (met[name] ?? null) };
    });
    return { name, title, met: met[name] ?? null, comparisons, if_met: null, if_not_met: null, decides: false };
  });
  return { table: id, grade: null, class: null, possible: [], criteria, missing: [] };
}
const graded = (...result: Parameters<typeof resultOf>) => gradedTables(tables, [resultOf(...result)])[0]!;

describe('a graded table', () => {
  it('shows the comparisons that count: the first group that is known, otherwise those of all groups', () => {
    // In 2016 the mean E/e' comes first; septal and lateral E/e' count without it.
    const shown = (values: Record<string, number>) =>
      graded('ase2016.normal_ef', values, Object.keys(values).length === 0 ? {} : { "E/e' raised": true }).criteria[0]?.compared.map(
        ({ input }) => input,
      );
    expect(shown({ "E/e' mean": 16, "E/e' septal": 16 })).toEqual(["E/e' mean"]);
    expect(shown({ "E/e' septal": 16 })).toEqual(["E/e' septal", "E/e' lateral"]);
    expect(shown({})).toEqual(["E/e' mean", "E/e' septal", "E/e' lateral"]);
  });

  it('counts what is known and met, and names the quantity of each value', () => {
    const one = graded('ase2016.normal_ef', { 'TR velocity': 3 }, { 'TR fast': true });
    expect([one.known, one.met, one.criteria.length]).toEqual([1, 1, 4]);
    expect(one.criteria[2]?.compared[0]?.quantity).toMatchObject({ quantity: 'peak tricuspid regurgitation velocity', unit: 'm/s' });
    expect([hasAnyValue(one), hasAnyValue(graded('ase2016.normal_ef', {}, {}))]).toEqual([true, false]);
  });

  it('needs the sex for a threshold by sex, height and weight for a value per square metre, and nothing that is known', () => {
    const nobody = { sex: null, height_cm: null, weight_kg: null };
    const geometry = graded('ase2015.lv_geometry', { 'LV mass index': 105, RWT: 0.5 }, { 'walls thick': true });
    expect(factsNeeded(geometry, nobody)).toEqual(['sex']);
    expect(factsNeeded(geometry, { ...nobody, sex: { value: 'F' } })).toEqual([]);
    const diastole = graded('ase2016.normal_ef', { 'TR velocity': 3 }, { 'TR fast': true });
    expect(factsNeeded(diastole, nobody)).toEqual(['height_cm', 'weight_kg']);
    expect(factsNeeded(diastole, { ...nobody, weight_kg: 60 })).toEqual(['height_cm']);
    // The valve area per square metre is not measured: a body surface would not give it.
    expect(factsNeeded(graded('eacvi2017.aortic_stenosis', { 'AV velocity': 4.2 }, { 'velocity severe': true }), nobody)).toEqual([]);
  });
});

describe('two tables', () => {
  it('are of one subject where they share inputs: diastolic function with itself, pulmonary hypertension with nothing', () => {
    const pairs = tables.flatMap(({ table: a }, at) =>
      tables.slice(at + 1).flatMap(({ table: b }) => (isOneSubject(a, b) ? [[a.id, b.id].toSorted()] : [])),
    );
    const diastole = ['ase2016.disease', 'ase2016.normal_ef', 'ase2025.fibrillation', 'ase2025.sinus'];
    for (const [a, b] of pairs) expect([diastole.includes(a ?? ''), diastole.includes(b ?? '')]).toEqual([true, true]);
    expect(pairs).toContainEqual(['ase2016.normal_ef', 'ase2025.sinus']);
    expect(pairs).toContainEqual(['ase2016.disease', 'ase2025.sinus']);
  });

  it('share classes where every rule has one', () => {
    const classed = tables.filter(({ table }) => isClassed(table)).map(({ table }) => table.id);
    expect(classed).toEqual(expect.arrayContaining(['ase2016.disease', 'ase2025.sinus', 'ase2025.fibrillation']));
    expect(classed).not.toContain('ase2016.normal_ef');
  });

  it('ask for measurements of the configuration', () => {
    expect(measuredInputs(packs)).toContainEqual({ image_type: 'Tricuspid regurgitation', name: 'Vmax' });
  });
});
