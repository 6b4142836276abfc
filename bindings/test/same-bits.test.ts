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
