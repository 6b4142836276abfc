import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import references from '../config/echo_references.json' with { type: 'json' };
import { ReferencePack } from '../records/reference-pack.ts';
import { claimedRows, ownPack, withPack } from './own-reference-pack.ts';

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
    const pack = ownPack('own.json', JSON.stringify(shipped[0]));
    expect(new Set(Value.Parse(ReferencePack, pack).rows.map(({ status }) => status))).toEqual(new Set(['local']));
    expect(ownPack('set.json', JSON.stringify(references))).toBeNull();
    expect(withPack(shipped, { ...shipped[0]! })).toHaveLength(shipped.length);
    expect(withPack(shipped, { id: 'another' })).toHaveLength(shipped.length + 1);
  });

  it('cannot claim sources: a changed row is local', () => {
    const [first, ...others] = structuredClone(shipped);
    expect(claimedRows([first!, ...others], shipped)).toEqual([]);
    first!.rows[0]!.quantity = 'changed';
    expect(claimedRows([first!, ...others], shipped).map(({ path }) => path)).toEqual([`row 1 (${first!.id}), ${first!.rows[0]!.id}`]);
    first!.rows[0]!.status = 'local';
    expect(claimedRows([first!, ...others], shipped)).toEqual([]);
  });
});
