import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import references from '../config/echo_references.json' with { type: 'json' };
import { ReferencePack } from '../records/reference-pack.ts';
import { claimedEntries, ownPack, sharedNames, withPack } from './own-reference-pack.ts';

const shipped = references.data as unknown as ReferencePack[];
const TABLE = `row,quantity,image_type,measurement,data_type,unit,sex,age_years_from,age_years_to,predictor,bsa_formula,at,mean,sd,low,high
own.ring,"ring, aortic",Valves 2D,Aortic ring,pediatric,mm,,0,18,bsa_m2,haycock,0.5,10,1,,
own.ring,"ring, aortic",Valves 2D,Aortic ring,pediatric,mm,,0,18,bsa_m2,haycock,1,14,1.2,,
own.ef,EF,4-chamber 2D,EF,adult; pediatric,%,male,,,,,,,,52,
own.e,E,Mitral inflow,E,adult,cm/s,,,,age_years,,20,,,50,100
own.e,E,Mitral inflow,E,adult,cm/s,,,,age_years,,60,,,40,90
`;

describe('own reference values', () => {
  it('are read from a table: a curve of means, a limit, and limits by age', () => {
    const pack = ownPack('folder/Our clinic 2026.csv', TABLE);
    expect(Value.Errors(ReferencePack, pack)).toEqual([]);
    const { id, source, rows } = Value.Parse(ReferencePack, pack);
    expect([id, source.name]).toEqual(['Our clinic 2026', 'Our clinic 2026']);
    expect(rows.map(({ model }) => model)).toEqual([
      {
        kind: 'mean_sd_table',
        index: 'bsa_m2',
        lookup: 'interpolate',
        rows: [
          [0.5, 10, 1],
          [1, 14, 1.2],
        ],
      },
      { kind: 'limits', low: 52 },
      {
        kind: 'limits_by',
        index: 'age_years',
        rows: [
          { from: 20, low: 50, high: 100 },
          { from: 60, low: 40, high: 90 },
        ],
      },
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['local', 'local', 'local']);
    expect(rows[1]?.population).toEqual({ data_types: ['adult', 'pediatric'], sex: 'male', range_checked: true });
  });

  it.each([
    ['row,quantity\n', 'lacks the columns image_type'],
    [TABLE.replace('quantity', 'quantity,colour'), 'unknown columns: colour'],
    [TABLE.replace(',10,1,,', ',ten,1,,'), 'Line 2: mean is ten, which is not a number.'],
    [TABLE.replace(',10,1,,', ',10,1,5,'), 'Line 2: give either mean and sd, or low, high or both.'],
    [TABLE.replace(',0,18,bsa_m2', ',0,,bsa_m2'), 'Line 2: age_years needs both ends.'],
    [TABLE.replace(',0.5,10', ',,10'), 'Line 2: at is empty'],
  ])('are refused with the line and the reason: %#', (table, message) => {
    expect(() => ownPack('own.csv', table)).toThrow(message);
  });

  it('in JSON are local whatever they claim, and a set is not a pack', () => {
    const withTables = shipped.find(({ tables }) => tables !== undefined)!;
    for (const one of [shipped[0]!, withTables]) {
      const { rows, tables = [] } = Value.Parse(ReferencePack, ownPack('own.json', JSON.stringify(one)));
      expect([rows.length, tables.length]).toEqual([one.rows.length, one.tables?.length ?? 0]);
      expect(new Set([...rows, ...tables].map(({ status }) => status))).toEqual(new Set(['local']));
    }
    expect(ownPack('set.json', JSON.stringify(references))).toBeNull();
    expect(withPack(shipped, { ...shipped[0]! })).toHaveLength(shipped.length);
    expect(withPack(shipped, { id: 'another' })).toHaveLength(shipped.length + 1);
  });

  it('cannot claim sources: a changed row or table is local', () => {
    const claimed = (packs: typeof shipped) => [...claimedEntries(packs, shipped)].flat();
    expect(claimed(shipped)).toEqual([]);
    const changed = structuredClone(shipped);
    const at = changed.findIndex(({ tables }) => tables !== undefined);
    const entries = [
      [0, changed[0]!.rows[0]!],
      [at, changed[at]!.tables![0]!],
    ] as const;
    for (const [, entry] of entries) entry.remarks.push('changed');
    const places = entries.map(([pack, { id }]) => `row ${pack + 1} (${changed[pack]!.id}), ${id}`);
    expect(claimed(changed).map(({ path }) => path)).toEqual(places);
    for (const [, entry] of entries) entry.status = 'local';
    expect(claimed(changed)).toEqual([]);
  });

  it('are refused with two rows, tables or sources of one name', () => {
    expect(sharedNames(shipped)).toEqual([]);
    const withTables = shipped.find(({ rows, tables }) => rows.length > 0 && tables !== undefined)!;
    const { rows, tables = [], source, id } = withTables;
    const at = shipped.indexOf(withTables) + 1;
    const again = { ...withTables, id: 'own', rows: rows.slice(0, 1), tables: tables.slice(0, 1) };
    const own = `row ${shipped.length + 1} (own)`;
    expect(sharedNames([...shipped, again])).toEqual(
      [...again.rows, ...again.tables]
        .map((entry) => ({ path: `${own}, ${entry.id}`, message: `has the name of row ${at} (${id}), ${entry.id}. Give it another one.` }))
        .concat({ path: `${own}, source`, message: `has the name of row ${at} (${id}), source. Give it another one.` }),
    );
    expect(sharedNames([...shipped, { ...again, rows: [], tables: [], source: { ...source, name: 'Own' } }])).toEqual([]);
  });
});
