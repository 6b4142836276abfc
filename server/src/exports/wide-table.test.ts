import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { csvRows } from '../../test/exported.ts';
import type { LeftOut } from './formats/source.ts';
import { LONG_HEADER, type LongRow } from './columns.ts';
import { WideTable } from './wide-table.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'echometry-wide-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTHING = Object.fromEntries(LONG_HEADER.map((column) => [column, null])) as unknown as LongRow;
const judged = (instance_id: string, value: number): LongRow => ({
  ...NOTHING,
  study_id: 'a study',
  instance_id,
  image_type: '4-chamber 2D',
  measurement: 'LV EDV',
  unit: 'ml',
  class: 'direct',
  aggregate_of: '1',
  value,
  z: value / 100,
  reference_source: 'a source',
});

describe('the wide table', () => {
  it('lists a value that several images have once, and not again for what follows it', async () => {
    const table = new WideTable(folder);
    await table.add([judged('one', 120)]);
    await table.add([judged('two', 140)]);
    await table.close();
    const leftOut: LeftOut[] = [];
    const lines: string[] = [];
    for await (const line of table.byStudy(false, (what) => leftOut.push(what))) lines.push(line);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'measurements_by_study.csv: several values of 4-chamber 2D: LV EDV [ml] and no single reference image',
    ]);
    const [row] = csvRows(lines.join(''));
    const following = ['', ' z', ' reference_source'].map((name) => row?.[`4-chamber 2D: LV EDV [ml]${name}`]);
    expect(following).toEqual(['', '', '']);
  });
});
