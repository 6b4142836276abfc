/** Dictionary and records as a checker in Python reads them, which was written from REDCap's rules. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '@echometry/contract/config/echo_measurements.json' with { type: 'json' };
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { LONG_HEADER, type LongRow } from './columns.ts';
import type { LeftOut } from './formats/source.ts';
import { redcapFiles } from './redcap.ts';
import { WideTable } from './wide-table.ts';

interface Field {
  form: string;
  type: string;
  label: string;
  note: string;
  section: string;
  validation: string;
  choices: Record<string, string> | null;
}
interface Read {
  errors: string[];
  fields: Record<string, Field>;
  forms: string[];
  system: string[];
  records: Record<string, string>[];
}

const PREPARING_MS = 600_000;
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-redcap-'));
const SCRIPT = path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_redcap.py');
let python = '';
beforeAll(async () => void (python = await ensureReaders()), PREPARING_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOTHING = Object.fromEntries(LONG_HEADER.map((column) => [column, null])) as unknown as LongRow;
const row = (of: Partial<LongRow>): LongRow => ({
  ...NOTHING,
  project: 'demo',
  study_id: '17_20260321',
  patient: 'P017',
  study_date: '2026-03-21',
  data_type: 'adult',
  editor: 'ann@example.org',
  study_state: 'Not valid',
  role: 'Editor',
  blind: false,
  pass: 1,
  version: '42',
  sex: 'F',
  height_cm: 168.5,
  instance_id: '2.25.1',
  image_type: '4-chamber 2D',
  measurement: 'LV EDV',
  unit: 'mL',
  class: 'direct',
  kind: 'volume',
  formula: 'simpson',
  aggregate_of: '1',
  value: 304 / 3,
  ...of,
});

async function made(images: readonly LongRow[][]): Promise<Read & { left_out: LeftOut[]; texts: string[] }> {
  const table = new WideTable(mkdtempSync(path.join(folder, 'table-')));
  for (const rows of images) await table.add(rows);
  await table.close();
  const left_out: LeftOut[] = [];
  const texts: string[] = [];
  const paths: string[] = [];
  for (const { path: name, content } of redcapFiles(table, (what) => left_out.push(what))) {
    const file = path.join(folder, path.basename(name));
    const bytes = await buffer(content);
    writeFileSync(file, bytes);
    texts.push(bytes.toString('utf8'));
    paths.push(file);
  }
  const read = JSON.parse(execFileSync(python, [SCRIPT, ...paths], { encoding: 'utf8', maxBuffer: 1 << 26 })) as Read;
  return { ...read, left_out, texts };
}

const variable = ({ fields }: Read, label: string): string => Object.entries(fields).find(([, field]) => field.label === label)?.[0] ?? '';

describe('REDCap', () => {
  it('takes a dictionary and records in which a patient has one row', async () => {
    const read = await made([[row({}), row({ measurement: 'EF', unit: '%', kind: 'EF', formula: null, value: 60.25 })]]);
    expect(read.errors).toEqual([]);
    expect([read.forms, read.system]).toEqual([['patient', 'echo_study'], []]);
    const name = variable(read, 'LV EDV, 4-chamber 2D');
    expect(name).toMatch(/^lv_edv_4_chamber_/);
    expect(read.fields[name]).toMatchObject({ type: 'text', validation: 'number', note: 'Unit: mL. Mean of the cycles; volume simpson.' });
    expect(Object.values(read.fields).flatMap(({ section }) => section || [])).toEqual(['4-chamber 2D']);
    const [record] = read.records;
    expect(record).toMatchObject({
      record_id: 'P017',
      study_date: '2026-03-21',
      study_state: 'not_valid',
      blind: '0',
      sex: 'f',
      height_cm: '168.5',
    });
    expect([Number(record?.[name]), Number(record?.[variable(read, 'EF, 4-chamber 2D')])]).toEqual([304 / 3, 60.25]);
  });

  it('takes several studies of a patient as instances of a repeated form', async () => {
    const read = await made([
      [row({})],
      [row({ study_id: '17_20260401', study_date: '2026-04-01', version: '43', value: -1.5e-7 })],
      [row({ patient: 'P018', study_id: '18_20260401', version: '44', blind: true, value: 99 })],
    ]);
    expect(read.errors).toEqual([]);
    const name = variable(read, 'LV EDV, 4-chamber 2D');
    expect(
      read.records.map((one) => [
        one['record_id'],
        one['redcap_repeat_instrument'],
        one['redcap_repeat_instance'],
        Number(one[name]),
        one['blind'],
      ]),
    ).toEqual([
      ['P017', 'echo_study', '1', 304 / 3, '0'],
      ['P017', 'echo_study', '2', -1.5e-7, '0'],
      ['P018', 'echo_study', '1', 99, '1'],
    ]);
  });

  it('takes every measurement of the configuration: names fit, are unique, and are the same in another export', async () => {
    const all = configuration.data.flatMap(({ image_type, measurements }, place) =>
      measurements
        .filter(({ type }) => type !== 'velocity-curve')
        .map(({ name, type, units }) =>
          row({ instance_id: `2.25.${place}`, image_type, measurement: name, kind: type, unit: units, value: place + 0.5 }),
        ),
    );
    const strange = ["E'", 'E', '3D "mass", <b>', '=Übermaß'].map((measurement) =>
      row({ measurement, class: 'caliper', kind: 'caliper-distance' }),
    );
    const read = await made([all, strange]);
    expect(read.errors).toEqual([]);
    const values = Object.values(read.fields).filter(({ note }) => note.startsWith('Unit: '));
    expect(values.length).toBe(all.length + strange.length);
    const few = await made([[all[5]!, all[90]!], [strange[1]!]]);
    for (const [name, { label }] of Object.entries(few.fields)) expect(read.fields[name]?.label).toBe(label);
    expect(read.fields[variable(read, 'E, 4-chamber 2D')]?.note).toBe('Unit: mL. Value of a caliper; caliper-distance simpson.');
  });

  it('leaves a cell empty that several images could fill, and lists it once', async () => {
    const read = await made([[row({})], [row({ instance_id: '2.25.2', value: 5 })]]);
    expect(read.errors).toEqual([]);
    expect(read.records.map((one) => one[variable(read, 'LV EDV, 4-chamber 2D')])).toEqual(['']);
    expect(read.left_out).toMatchObject([
      {
        study_id: '17_20260321',
        version: '42',
        format: 'redcap',
        reason: 'redcap/import.csv: several values of 4-chamber 2D: LV EDV [mL] and no single reference image',
      },
    ]);
  });

  it('has the dictionary and no record where nothing is measured', async () => {
    const read = await made([]);
    expect([read.errors, read.records, Object.keys(read.fields)[0]]).toEqual([[], [], 'record_id']);
  });
});
