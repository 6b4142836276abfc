/** A release of traced work is made, moved to an empty folder and run there by Node only; every change to it is found. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Release, ReleaseRequest } from '@echometry/contract/records/release.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../../scripts/lib/python.mjs';
import { databases } from '../../test/databases.ts';
import { csvRows } from '../../test/exported.ts';
import { RELEASE_REQUEST } from '../../test/release-request.ts';
import { archiveOfRelease, makeRelease, recompute, unpack } from '../../test/released.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { TracedStudy } from '../../test/traced-study.ts';
import { findRelease, newestVersion } from '../db/releases.ts';
import { insertWebhook } from '../db/webhooks.ts';
import { backUp } from '../upkeep/backup/back-up.ts';
import { restoreBackup } from '../upkeep/backup/restore.ts';
import { verifyBackup } from '../upkeep/backup/verify.ts';
import { openWorkspace } from '../workspace/workspace.ts';

const PREPARING_MS = 900_000;
const AT = 1_795_000_000_000;
const run = promisify(execFile);

/** A copy of an unpacked release with one file changed. */
async function changed(folder: string, file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const copy = await temporaryFolder('changed-release');
  await cp(folder, copy, { recursive: true });
  await writeFile(path.join(copy, file), change(await readFile(path.join(folder, file))));
  return copy;
}

const flipped =
  (at: number, bit: number) =>
  (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = copy[at]! ^ bit;
    return copy;
  };

/** The same archive with hashes of the manifest that fit: only the values show the change. */
async function withManifest(folder: string, file: string): Promise<string> {
  const bytes = await readFile(path.join(folder, file));
  return changed(folder, 'manifest.json', (text) => {
    const manifest = JSON.parse(text.toString('utf8')) as { files: { path: string; size_bytes: number; sha256: string }[] };
    const entry = manifest.files.find((one) => one.path === file)!;
    entry.size_bytes = bytes.length;
    entry.sha256 = createHash('sha256').update(bytes).digest('hex');
    return Buffer.from(JSON.stringify(manifest));
  });
}

/** The first finished line of the apical clips is moved by a pixel, in the first cycle. */
const moved = (line: string) => {
  let done: { instance_id: string; event: string } | null = null;
  const change = (image: AnalysisImage): AnalysisImage => ({
    ...image,
    segmentation: image.segmentation.map((cycle, index) => {
      const lines = cycle.end_diastole?.lines ?? [];
      if (done !== null || index > 0 || !lines.some(({ name, finished }) => name === line && finished)) return cycle;
      done = { instance_id: image.instance_id, event: 'end_diastole' };
      const shifted = lines.map((one) =>
        one.name === line ? { ...one, points: one.points.map((point, at) => (at === 1 ? { ...point, x: point.x + 1 } : point)) } : one,
      );
      return { ...cycle, end_diastole: { lines: shifted } };
    }),
  });
  return { change, place: () => done! };
};

describe.each(databases())('a release, on $name', ({ name: database, fresh }) => {
  let study: TracedStudy;
  let release: Release;
  let files: Map<string, Buffer>;
  let folder: string;

  const make = (id: string, request: ReleaseRequest): Promise<Release> => makeRelease(study.workspace, { id, request, at: AT });
  const archiveOf = (one: Release): Promise<Map<string, Buffer>> => archiveOfRelease(study.workspace, one);
  const valueLines = (): Record<string, unknown>[] =>
    files
      .get('values.ndjson')!
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    study = await TracedStudy.make('C01', database === 'SQLite' ? undefined : await fresh());
    release = await make('release-one', RELEASE_REQUEST);
    files = await archiveOf(release);
    folder = await unpack(files);
  }, PREPARING_MS);
  afterAll(() => study.close());

  it('is the first version of its name, and the manifest lists all its files', () => {
    expect(release).toMatchObject({ version: 1, made_by: 'data@demo', differences: null, made_at: AT });
    const manifest = JSON.parse(files.get('manifest.json')!.toString('utf8')) as {
      files: { path: string; sha256: string; size_bytes: number }[];
    };
    expect(manifest.files.map((file) => file.path).sort()).toEqual([...files.keys()].filter((name) => name !== 'manifest.json').sort());
    for (const { path: name, sha256, size_bytes } of manifest.files) {
      const bytes = files.get(name)!;
      expect({ name, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') }).toEqual({
        name,
        size: size_bytes,
        hash: sha256,
      });
    }
    expect(createHash('sha256').update(files.get('manifest.json')!).digest('hex')).toBe(release.contents.manifest_sha256);
    const records = [...files.keys()].filter((name) => name.startsWith('records/'));
    expect(records.length).toBe(release.contents.works);
    for (const name of records) expect(name).toBe(`records/${createHash('sha256').update(files.get(name)!).digest('hex')}.json`);
    expect(files.get('LICENCE.txt')!.toString('utf8')).toContain('SPDX-License-Identifier: CC-BY-4.0');
  });

  it('leaves an act with version, figures and hash when it is made', async () => {
    const { query } = study.workspace.db;
    const [act, ...further] = await query.selectFrom('audit_entry').selectAll().where('subject', '=', 'release-one').execute();
    expect(further).toEqual([]);
    expect(act).toMatchObject({ act: 'release-finished', actor_email: 'data@demo', role: 'Data scientist' });
    const { size_bytes, sha256, contents } = release;
    const figures = { studies: contents.studies, values: contents.values, size_bytes, sha256 };
    expect(JSON.parse(act!.detail)).toMatchObject({ name: 'ventricles', version: 1, ...figures });
  });

  it('computes all values again in an empty folder, bit for bit, and changes nothing there', async () => {
    const { code, lines } = await recompute(folder);
    const { values, files: count, manifest_sha256 } = release.contents;
    expect(lines).toEqual([
      `${count - 1} files checked. SHA-256 of manifest.json: ${manifest_sha256}`,
      `${values} of ${values} values equal, bit for bit`,
    ]);
    expect(code).toBe(0);
    expect(values).toBeGreaterThan(100);
  });

  it('has the values of the exported CSV, and their 64 bits', async () => {
    const exported = csvRows((await study.exported('measurements')).files.get('measurements.csv')!.toString('utf8'))
      // Numbers that are stored and that no definition gives were not computed by the engine.
      .filter((row) => row['reason'] !== 'only-stored');
    const cell = (value: unknown): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));
    const named = (row: Record<string, unknown>): string =>
      ['study_id', 'editor', 'instance_id', 'measurement', 'cycle', 'cardiac_event', 'aggregate_of', 'value', 'unit', 'reason']
        .map((part) => cell(row[part]).replace(/^'/, ''))
        .join('|');
    const values = valueLines();
    expect(values.map(named).sort()).toEqual(exported.map(named).sort());
    for (const { value, bits } of values) {
      const double = Buffer.alloc(8);
      if (typeof value === 'number') double.writeDoubleBE(value);
      expect(bits).toBe(typeof value === 'number' ? double.toString('hex') : null);
    }
  });

  it('reports one bit that is flipped in a value, also where the manifest was made to fit', async () => {
    const index = valueLines().findIndex(({ value }) => typeof value === 'number' && value > 1);
    const text = files.get('values.ndjson')!.toString('latin1');
    const line = text.split('\n')[index]!;
    // The last of the 64 bits.
    const at = text.indexOf(line) + line.indexOf('"bits":"') + '"bits":"'.length + 15;
    const digit = Number.parseInt(text[at]!, 16);
    const other = changed(folder, 'values.ndjson', (bytes) =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from((digit ^ 1).toString(16)), bytes.subarray(at + 1)]),
    );
    const { code, lines } = await recompute(await other);
    expect(code).toBe(1);
    expect(lines).toContainEqual('CHANGED values.ndjson: its SHA-256 is not the one of the manifest');
    expect(lines.filter((one) => one.startsWith('DIFFERENT'))).toHaveLength(1);
    const { values } = release.contents;
    expect(lines.at(-1)).toBe(`${values - 1} of ${values} values equal, bit for bit`);
    const fitting = await recompute(await withManifest(await other, 'values.ndjson'));
    expect(fitting.code).toBe(1);
    expect(fitting.lines.filter((one) => one.startsWith('DIFFERENT'))).toHaveLength(1);
  });

  it('reports one bit that is flipped in a record, and values that follow from it', async () => {
    const name = [...files.keys()].find((one) => one.startsWith('records/') && files.get(one)!.includes('"name":"LV endo"'))!;
    const text = files.get(name)!.toString('latin1');
    // The first digit of a coordinate of a contour: a digit with another last bit is a digit.
    const at = text.indexOf('"x":', text.indexOf('"name":"LV endo"')) + '"x":'.length;
    expect(text[at]).toMatch(/[0-9]/);
    const other = await changed(folder, name, flipped(at, 1));
    const { code, lines } = await recompute(other);
    expect(code).toBe(1);
    expect(lines).toContainEqual(`CHANGED ${name}: its SHA-256 is not the one of the manifest`);
    expect(lines.some((line) => line.startsWith('DIFFERENT'))).toBe(true);
  });

  it('does not run an engine of which one bit was flipped', async () => {
    const { code, lines } = await recompute(await changed(folder, 'engine/engine_bg.wasm', flipped(1_000_000, 4)));
    expect(code).toBe(1);
    expect(lines).toContainEqual('CHANGED engine/engine_bg.wasm: its SHA-256 is not the one of the manifest');
    expect(lines.at(-1)).toBe(`0 of ${release.contents.values} values equal, bit for bit`);
  });

  it('reports a changed file, and a file without an entry in the manifest', async () => {
    const other = await changed(folder, 'README.md', () => Buffer.from(''));
    await writeFile(path.join(other, 'extra.txt'), 'x');
    const { code, lines } = await recompute(other);
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^CHANGED README\.md: 0 bytes instead of \d+$/));
    expect(lines).toContainEqual('UNKNOWN extra.txt: the manifest does not name it');
  });

  it('lists every value that another engine computes otherwise, with the cause', async () => {
    // Numbers of formulas are other ones in this engine: 9 bytes of WebAssembly each, f64.const and the number.
    const patched = await temporaryFolder('engine');
    const wasm = Buffer.from(files.get('engine/engine_bg.wasm')!);
    for (const number of [Math.PI / 4, 0.85, 60, 100, 1000]) {
      const constant = Buffer.alloc(9, 0x44);
      constant.writeDoubleLE(number, 1);
      for (let at = wasm.indexOf(constant); at !== -1; at = wasm.indexOf(constant, at + 9)) wasm.writeDoubleLE(number * (1 + 1e-9), at + 1);
    }
    await writeFile(path.join(patched, 'engine_bg.wasm'), wasm);
    const same = await recompute(folder, ['--engine', 'engine/engine_bg.wasm']);
    expect(same).toMatchObject({ code: 0 });
    const { code, lines } = await recompute(folder, ['--engine', path.join(patched, 'engine_bg.wasm')], [patched]);
    const different = lines.filter((line) => line.startsWith('DIFFERENT'));
    expect(lines.at(-1)).toMatch(new RegExp(`: ${different.length} differences in ${release.contents.values} values$`));
    expect(different.length).toBeGreaterThan(0);
    expect(code).toBe(1);
    for (const line of different) expect(line).toMatch(/another build of engine \d+\.\d+\.\d+$/);
  });

  it('names both versions where the other engine states another one', async () => {
    const patched = await temporaryFolder('engine');
    const wasm = Buffer.from(files.get('engine/engine_bg.wasm')!);
    const version = release.contents.engine_version;
    // As many characters as before, so that nothing moves.
    const newer = `${version.slice(0, -1)}9`;
    expect(newer).not.toBe(version);
    for (let at = wasm.indexOf(version); at !== -1; at = wasm.indexOf(version, at + 1)) wasm.write(newer, at);
    await writeFile(path.join(patched, 'engine_bg.wasm'), wasm);
    const { values } = release.contents;
    const { code, lines } = await recompute(folder, ['--engine', path.join(patched, 'engine_bg.wasm')], [patched]);
    expect(lines.at(-1)).toBe(`Engine ${version} of the release, engine ${newer} compared: 0 differences in ${values} values`);
    expect(code).toBe(0);
  });

  it('lists what the configuration of another release changes, with its version', async () => {
    const name = 'configuration/echo_measurements.json';
    type Definitions = { version: number; data: { measurements: { name: string }[] }[] };
    const { version, data } = JSON.parse(files.get(name)!.toString('utf8')) as Definitions;
    const isMeasured = ({ measurement }: Record<string, unknown>): boolean => measurement === 'EF';
    const gone = valueLines().filter(isMeasured);
    expect(gone.length).toBeGreaterThan(0);
    const other = await changed(folder, name, (bytes) => {
      const set = JSON.parse(bytes.toString('utf8')) as Definitions;
      const fewer = data.map((one) => ({ ...one, measurements: one.measurements.filter((of) => !isMeasured({ measurement: of.name })) }));
      return Buffer.from(JSON.stringify({ ...set, version: version + 1, data: fewer }));
    });
    const { code, lines } = await recompute(folder, ['--engine', other], [other]);
    const different = lines.filter((line) => line.startsWith('DIFFERENT'));
    expect(different).toHaveLength(gone.length);
    for (const line of different) {
      expect(line).toContain('-> no line');
      expect(line).toMatch(new RegExp(`; configuration: echo_measurements ${version} -> ${version + 1}$`));
    }
    expect(code).toBe(1);
    // A release with the same configuration adds nothing to what its engine changes.
    const alike = await changed(folder, 'README.md', () => Buffer.from(''));
    expect(await recompute(folder, ['--engine', alike], [alike])).toMatchObject({ code: 0 });
  });

  it('has metadata that readers of other projects accept', { timeout: PREPARING_MS }, async () => {
    const python = await ensureReaders();
    const { stdout } = await run(python, [path.join(checkoutRoot(), 'server', 'test', 'readers', 'read_release.py'), folder]);
    expect(JSON.parse(stdout)).toEqual({
      datacite: [],
      title: 'ventricles, version 1: echocardiographic measurements of Demo cycles adult',
      files: [...files.keys()].filter((name) => !['manifest.json', 'ro-crate-metadata.json'].includes(name)).sort(),
      licence: 'https://creativecommons.org/licenses/by/4.0/',
    });
  });

  it('makes a second version with exactly the line that was changed and the values that follow from it', async () => {
    const { change, place } = moved('LV endo');
    await study.change(change);
    const { query } = study.workspace.db;
    const projectId = (await findRelease(query, 'release-one'))!.projectId;
    const fields = { name: 'Registry', url: 'https://hooks.example.org/in', events: ['release-made' as const], active: true };
    await insertWebhook(query, { id: 'abcdef0123456789', projectId, fields, sealedSecret: Buffer.alloc(1), now: AT });
    const second = await make('release-two', RELEASE_REQUEST);
    expect(second.version).toBe(2);
    const { differences } = second;
    expect(differences).toMatchObject({ to: 1, studies_added: { total: 0 }, studies_removed: { total: 0 } });
    expect(differences!.lines.first).toEqual([expect.objectContaining({ ...place(), line: 'LV endo', cycle: 1, change: 'changed' })]);
    expect(differences!.lines.total).toBe(1);
    expect(differences!.values.total).toBeGreaterThan(0);
    for (const value of differences!.values.first) expect(value.causes).toEqual(['work']);
    expect(differences!.values.first.map(({ measurement }) => measurement)).toContain('LV EDV');
    const archive = await archiveOf(second);
    expect(archive.get('README.md')!.toString('utf8')).toContain('## Differences to version 1');
    const unpacked = await unpack(archive);
    expect((await recompute(unpacked)).code).toBe(0);
    const { body } = await query.selectFrom('webhook_delivery').select('body').executeTakeFirstOrThrow();
    const event = { event: 'release-made', project: second.project, release: 'release-two', version: 2, state: 'finished' };
    expect(JSON.parse(body)).toEqual({ ...event, delivery: expect.any(String) as string, time: new Date(AT).toISOString() });
    // The first version is as it was.
    expect((await archiveOf(release)).get('manifest.json')).toEqual(files.get('manifest.json'));
    expect(await newestVersion(query, projectId, 'no such name')).toBeNull();
  });

  it('is in a backup, and comes back from it', async () => {
    const backup = path.join(await temporaryFolder('backup'), 'made');
    await backUp(study.workspace, backup, { signal: new AbortController().signal, now: () => AT });
    expect((await verifyBackup(backup)).faults).toEqual([]);
    const restoredTo = path.join(await temporaryFolder('restored'), 'workspace');
    await restoreBackup({ backup, folder: restoredTo, database: null, now: () => AT });
    const restored = await openWorkspace({ folder: restoredTo, kindIfNew: 'demo' });
    try {
      expect((await findRelease(restored.db.query, 'release-one'))!.release).toEqual(release);
      expect(await restored.objects.isSound(release.sha256)).toBe(true);
    } finally {
      await restored.close();
    }
  });
});
