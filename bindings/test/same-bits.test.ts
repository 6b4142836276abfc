/** Native and WebAssembly compute the same bits: every golden case, and seeded random inputs of every formula. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkoutRoot } from '../src/node/client.ts';
import { drawnDemo } from './drawn-demo.ts';

const ROOT = checkoutRoot();
const NATIVE = path.join(ROOT, 'target', 'release', 'echometry-engine');
const WASM = path.join(ROOT, 'server', 'dist', 'engine-cli.js');
const GOLDEN = path.join(ROOT, 'fixtures', 'golden');
/** Inputs of each formula; the whole comparison is run with ECHOMETRY_RANDOM_INPUTS=100000. */
const INPUTS = Number(process.env['ECHOMETRY_RANDOM_INPUTS'] ?? 2000);
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

const run = (program: string, args: readonly string[]): Promise<string[]> =>
  new Promise((resolve) => {
    execFile(program, args, { maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' }, (_, output) => resolve(output.trimEnd().split('\n')));
  });
const both = (args: readonly string[]): Promise<[string[], string[]]> =>
  Promise.all([run(NATIVE, args), run(process.execPath, [WASM, ...args])]);

const folder = mkdtempSync(path.join(tmpdir(), 'echometry-same-bits-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The cases with an expectation nothing meets, so that every result is printed in full. */
function asked(file: string): { file: string; cases: number } {
  const golden = JSON.parse(readFileSync(file, 'utf8')) as { cases: { expected: unknown }[] };
  const copy = path.join(folder, path.basename(file));
  writeFileSync(copy, JSON.stringify({ cases: golden.cases.map((each) => ({ ...each, expected: { values: 'everything' } })) }));
  return { file: copy, cases: golden.cases.length };
}

describe('native and WebAssembly', () => {
  it('return the same bytes for every golden measurement, with provenance', async () => {
    const own = path.join(GOLDEN, 'measure');
    const files = [
      path.join(GOLDEN, 'golden-measurements.json'),
      ...readdirSync(own)
        .filter((name) => name.endsWith('.json'))
        .map((name) => path.join(own, name)),
    ].map(asked);
    const [native, wasm] = await both(['measure', ...files.map(({ file }) => file)]);
    expect(wasm).toEqual(native);
    expect(native).toHaveLength(files.reduce((sum, { cases }) => sum + cases + 1, 0));
  });

  it('return the same bytes for every golden curve', async () => {
    const text = readFileSync(path.join(GOLDEN, 'golden-splines.json'), 'utf8');
    const copy = path.join(folder, 'splines.json');
    // The first digit of every expected length, area and integral is changed, so that what was computed is printed.
    writeFileSync(
      copy,
      text.replace(
        /("(?:pchip_integral|catmull_rom_length|catmull_rom_area|chord_length|chord_area)": -?)(\d)/g,
        (_, key: string, digit: string) => `${key}${(Number(digit) % 8) + 1}${digit}`,
      ),
    );
    const [native, wasm] = await both(['splines', copy]);
    expect(wasm).toEqual(native);
    expect(native.length).toBeGreaterThan(20);
  });

  it('agree on the agreement of readers to the same bytes', async () => {
    const { cases } = JSON.parse(readFileSync(path.join(GOLDEN, 'agreement', 'cases.json'), 'utf8')) as { cases: { request: unknown }[] };
    const requests = path.join(folder, 'agreement.json');
    writeFileSync(requests, JSON.stringify(cases.map(({ request }) => request)));
    const [native, wasm] = await both(['agree', requests]);
    expect(wasm).toEqual(native);
    expect(native).toHaveLength(cases.length);
  });

  const references = () => {
    const set = JSON.parse(readFileSync(path.join(ROOT, 'contract', 'config', 'echo_references.json'), 'utf8')) as {
      data: { rows: { unit: string; population: { sex: string; data_types: string[] } }[]; tables?: { id: string }[] }[];
    };
    return { rows: set.data.flatMap((pack) => pack.rows), tables: set.data.flatMap((pack) => pack.tables ?? []) };
  };
  /** A fraction that differs from case to case, and is the same in every run. */
  const share = (place: number, of: number) => (place * of) % 1;

  it('grade a cohort of 10,000 studies by two guidelines to the same bytes', async () => {
    const tables = ['ase2016.disease', 'ase2025.sinus'].map((id) => references().tables.find((table) => table.id === id));
    const studies = Array.from({ length: 10_000 }, (_, place) => {
      const part = (of: number) => share(place, of);
      const values = {
        'E/A': 0.4 + 2.2 * part(0.618_033_988_75),
        E: 30 + 100 * part(0.754_877_666_25),
        "E/e' mean": 5 + 15 * part(0.569_840_290_99),
        "e' septal": 3 + 9 * part(0.819_172_513_4),
        'TR velocity': 1.8 + 1.8 * part(0.671_043_606_7),
        'LA volume index': 18 + 32 * part(0.549_700_477_9),
      };
      // Every seventh study lacks the velocity, as most cohorts do for some.
      const { 'TR velocity': velocity, ...others } = values;
      return { id: `study ${place}`, given: { values: place % 7 === 0 ? others : { ...others, 'TR velocity': velocity } } };
    });
    const request = path.join(folder, 'cohort.json');
    writeFileSync(request, JSON.stringify({ cohort: { tables, studies } }));
    const [native, wasm] = await both(['judge', request]);
    expect(wasm).toEqual(native);
    const { counts, changed } = JSON.parse(native[0] ?? '') as { counts: { studies: number }[]; changed: unknown[] };
    expect(counts.reduce((sum, count) => sum + count.studies, 0)).toBe(studies.length);
    expect(changed.length).toBeGreaterThan(studies.length / 20);
  });

  it('place patients among reference values to the same bytes', async () => {
    const { rows } = references();
    const cases = Array.from({ length: 20 * rows.length }, (_, place) => {
      const row = place % rows.length;
      const grown = share(place, 0.618_033_988_75);
      const { unit, population } = rows[row]!;
      const facts = {
        data_type: population.data_types[0],
        sex: population.sex === 'female' ? 'F' : 'M',
        gestational_age_days: 100 + 180 * grown,
        age_days: population.data_types[0] === 'adult' ? 7000 + 20_000 * grown : 6500 * grown * grown,
        height_cm: 48 + 130 * grown,
        weight_kg: 3 + 80 * grown * grown,
      };
      const fetus = { femur_length_cm: 1.5 + 5.5 * grown, biparietal_diameter_cm: 3 + 6.5 * grown, fetal_weight_g: 150 + 3300 * grown };
      const value = 60 * share(place, 0.754_877_666_25) ** 2;
      return { row, unit, value, patient: { facts, fetus }, z_limit: 2 };
    });
    const request = path.join(folder, 'references.json');
    const values = {
      z_limit: 2,
      rows: rows.filter(({ population }) => population.data_types[0] === 'pediatric'),
      unit: 'cm',
      points: 40,
      values: cases.map(({ value, patient: { facts } }) => ({ value: value / 10, facts })),
    };
    writeFileSync(request, JSON.stringify({ rows, cases, values }));
    const [native, wasm] = await both(['judge', request]);
    expect(wasm).toEqual(native);
    expect(native.filter((line) => line.includes('"kind":"z"')).length).toBeGreaterThan(cases.length / 3);
    expect((native.at(-1)?.match(/"outcome":\{/g) ?? []).length).toBeGreaterThan(100);
  });

  it('follow lines through a clip to the same bytes', async () => {
    const clips = drawnDemo({ projects: ['demo-cycles-fetal'] });
    const points = Array.from({ length: 12 }, (_, step) => [330 + 7.3 * step, 200 + 2.1 * step * (11 - step)]);
    const request = {
      frame_number: 5,
      alike: [25],
      first: 1,
      last: 40,
      lines: [
        { points, form: 'open' },
        {
          points: [
            [330, 260],
            [420, 250],
            [378, 290],
          ],
          form: 'oval',
        },
      ],
    };
    const [native, wasm] = await both([
      'track',
      path.join(clips, 'demo-cycles-fetal', 'D01', '01-a4c.dcm'),
      '--request',
      JSON.stringify(request),
    ]);
    expect(wasm).toEqual(native);
    const { tracks } = JSON.parse(native[0] ?? '') as { tracks: { frames: unknown[] } };
    expect(tracks.frames).toHaveLength(40);
  }, 120_000);

  it(`hash ${INPUTS} random inputs of every formula alike`, async () => {
    const request = path.join(folder, 'hashes.json');
    writeFileSync(request, JSON.stringify({ inputs: INPUTS, seed: 20_261_121 }));
    const [native, wasm] = await both(['formula-hashes', request]);
    expect(wasm).toEqual(native);
    const lines = native.map((line) => JSON.parse(line) as { kind: string; inputs: number; valid: number });
    expect(lines.length).toBeGreaterThanOrEqual(61);
    // A hash of only nulls would compare nothing.
    for (const line of lines) expect(line.valid, line.kind).toBeGreaterThan(line.inputs / 20);
  }, 1_800_000);
});
