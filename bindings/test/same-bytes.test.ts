import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkoutRoot } from '../src/node/client.ts';
import { tinyDicom } from './tiny-dicom.ts';

const ROOT = checkoutRoot();
const NATIVE = path.join(ROOT, 'target', 'release', 'echometry-engine');
const WASM = path.join(ROOT, 'server', 'dist', 'engine-cli.js');
const REAL = path.join(process.env['ECHOMETRY_SHARED'] ?? path.join(ROOT, '..', 'shared'), 'real-dicom');
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

interface Run {
  status: number;
  output: string;
}

const run = (program: string, args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(program, args, { maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' }, (error, output) => {
      resolve({ status: error ? Number(error.code) : 0, output });
    });
  });

async function both(args: readonly string[]): Promise<[Run, Run]> {
  return Promise.all([run(NATIVE, args), run(process.execPath, [WASM, ...args])]);
}

const folder = mkdtempSync(path.join(tmpdir(), 'echometry-same-bytes-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('native and WebAssembly command lines', () => {
  it('return the same bytes and the same status, for files, refusals and wrong usage', async () => {
    const tiny = path.join(folder, 'a tiny file.dcm');
    const broken = path.join(folder, 'broken.dcm');
    writeFileSync(tiny, tinyDicom({ frames: 3, columns: 20, rows: 10 }));
    writeFileSync(broken, 'no picture');
    const cases: [string[], number][] = [
      [['info', tiny], 0],
      [['info', tiny, broken, path.join(folder, 'absent.dcm'), folder], 1],
      [['frame', tiny, '--frame', 'all'], 0],
      [['frame', tiny, '--frame', '4'], 1],
      [['frame', tiny, '--frame', 'last', '--as', 'rgb'], 0],
      [
        ['evaluate', path.join(folder, 'absent.json'), '--dicom', path.join(folder, 'no-images'), '--config', path.join(folder, 'no-sets')],
        1,
      ],
      [['nonsense'], 2],
      [['frame'], 2],
    ];
    for (const [args, status] of cases) {
      const [native, wasm] = await both(args);
      expect(wasm, args.join(' ')).toEqual(native);
      expect(native.status, args.join(' ')).toBe(status);
    }
  });

  it('hash the very pixels of the file', async () => {
    const tiny = path.join(folder, 'hash.dcm');
    const bytes = tinyDicom({ frames: 2, columns: 20, rows: 10 });
    writeFileSync(tiny, bytes);
    const [native] = await both(['frame', tiny, '--frame', 'last']);
    const sha256 = createHash('sha256')
      .update(bytes.subarray(bytes.length - 200))
      .digest('hex');
    expect(JSON.parse(native.output)).toMatchObject({ frame_number: 2, rows: 10, columns: 20, bytes: 200, sha256, partial: false });
  });

  it('return the same bytes for every real file', async () => {
    if (!existsSync(REAL)) {
      console.log('SKIPPED: real files are absent, so native and WebAssembly were compared on made files only');
      return;
    }
    const manifest = JSON.parse(readFileSync(path.join(REAL, 'manifest.json'), 'utf8')) as { files: { file: string }[] };
    const files = manifest.files.map(({ file }) => path.join(REAL, file));
    expect(
      files.filter((file) => !existsSync(file)),
      'files of the manifest that are not there',
    ).toEqual([]);
    expect(['us', 'syntaxes', 'malformed'].map((set) => readdirSync(path.join(REAL, set)).length).reduce((a, b) => a + b)).toBe(
      files.length,
    );
    for (const args of [
      ['info', ...files],
      ['frame', ...files, '--frame', 'first'],
      ['frame', ...files, '--frame', 'last', '--as', 'rgb'],
    ]) {
      const [native, wasm] = await both(args);
      expect(native.output.trimEnd().split('\n')).toHaveLength(files.length);
      const differing = native.output
        .split('\n')
        .filter((line, index) => line !== wasm.output.split('\n')[index])
        .map((line) => line.slice(0, 200));
      expect(differing).toEqual([]);
      expect(wasm.status).toBe(native.status);
    }
  });
});
