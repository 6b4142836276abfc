import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DeviceMask, PictureMask } from '@echometry/contract/records/device-mask.ts';
import type { ImportRecord } from '@echometry/contract/records/import.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile, type Element, us } from '../../test/dicom-file.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { DEID_KEY, emailOf, PROJECT, World } from '../../test/world.ts';
import { DEFAULT_CONFIG } from '../config.ts';
import { IMPORT_KIND } from '../db/imports.ts';
import { type Runner, startJobs } from '../jobs/runner.ts';
import { engineOnDemand } from './engine-on-demand.ts';
import { importWork } from './work-imports.ts';
import type { Workspace } from '../workspace/workspace.ts';

const ADMIN = emailOf('Admin');
const COLUMNS = 64;
const ROWS = 48;
const NOTHING: PictureMask = { shown: [], hidden: [] };
const ul = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
/** A region from (8, 10) to (39, 29), bounds inclusive. */
const REGION: Element = {
  tag: [0x18, 0x6011],
  vr: 'SQ',
  value: [
    [
      { tag: [0x18, 0x6012], vr: 'US', value: us(1) },
      { tag: [0x18, 0x6018], vr: 'UL', value: ul(8) },
      { tag: [0x18, 0x601a], vr: 'UL', value: ul(10) },
      { tag: [0x18, 0x601c], vr: 'UL', value: ul(39) },
      { tag: [0x18, 0x601e], vr: 'UL', value: ul(29) },
    ],
  ],
};
const text = (tag: [number, number], vr: string, value: string): Element => ({ tag, vr, value });
const fileOf = (n: number, model = 'EPIQ 7C', more: { columns?: number } = {}) =>
  dicomFile({
    patientId: 'MASKED',
    uid: `1.2.826.500.${n}`,
    studyUid: '1.2.826.501',
    date: '20260312',
    shade: 100 + n,
    frames: 3,
    extra: [text([0x8, 0x70], 'LO', 'Philips'), text([0x8, 0x1090], 'LO', model), text([0x28, 0x301], 'CS', 'YES'), REGION],
    ...more,
  });

describe.each(databases())('masks of devices on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  let runner: Runner;
  let incoming: string;
  const engine = engineOnDemand(() => createEngine({ workers: 1 }));

  beforeAll(async () => {
    incoming = await temporaryFolder('masked');
    const config = { ...DEFAULT_CONFIG, importFolders: [{ name: 'ward', path: incoming }] };
    world = await World.make(await seeded(), { config });
    token = await world.tokenOf(ADMIN, 'Admin');
    const { db, objects, secrets } = world.services;
    const { uploads, samples } = world.services.imports;
    const workspace = { db, objects, mark: { kind: 'demo' }, deidKey: DEID_KEY } as unknown as Workspace;
    runner = await startJobs({
      db,
      work: { [IMPORT_KIND]: importWork({ workspace, config, secrets, uploads, engine, samples }) },
      now: Date.now,
      onEnd: () => undefined,
      complain: (line) => expect.unreachable(line),
    });
    Object.assign(world.services.jobs, { wake: runner.wake, stop: runner.stop });
    await blackOut(true);
  });
  afterAll(async () => {
    await runner.close();
    await engine.close();
    await world.close();
  });

  const blackOut = async (on: boolean): Promise<void> => {
    const { answer } = await world.call(CALLS.projectsList, { token, body: {} });
    const found = answer.projects.find(({ project }) => project._id === PROJECT._id)!;
    const project: Project = { ...found.project, black_out: on };
    const saved = await world.call(CALLS.projectsSave, { token, body: { project, base_version: found.version, accepted: [] } });
    expect(saved.answer).toMatchObject({ outcome: 'saved' });
  };
  const importFolder = async (name: string, files: readonly Uint8Array[]): Promise<ImportRecord> => {
    await mkdir(path.join(incoming, name), { recursive: true });
    for (const [n, bytes] of files.entries()) await writeFile(path.join(incoming, name, `${n}.dcm`), bytes);
    const id = randomUUID();
    const source = { kind: 'folder' as const, folder: 'ward', path: name };
    const order = { project: PROJECT._id, source, data_type: null, patients: { kind: 'refuse' as const }, mapping: [], into_demo: true };
    expect((await world.call(CALLS.importsCreate, { token, body: { id, order } })).answer).toMatchObject({ accepted: true });
    return ended(id);
  };
  const ended = async (id: string): Promise<ImportRecord> => {
    for (;;) {
      const { answer } = await world.call(CALLS.importsReport, { token, body: { id, outcome: null, offset: 0, limit: 10 } });
      if (!['queued', 'running'].includes(answer.import.status)) return answer.import;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const masks = async (): Promise<DeviceMask[]> => (await world.call(CALLS.importsMasks, { token, body: {} })).answer.masks;
  const decide = (one: DeviceMask, decision: DeviceMask['state'], mask: PictureMask, version = one.version) =>
    world.call(CALLS.importsDecideMask, { token, body: { project: one.project, device: one.device, version, decision, mask } });
  const countImages = async (): Promise<number> => {
    const row = await world.db.query
      .selectFrom('image_file')
      .select((fn) => fn.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    return Number(row.n);
  };

  it('hold files of a device until its mask is approved, and take them then with every frame blacked out', async () => {
    const before = await countImages();
    const held = await importFolder('first', [fileOf(1), fileOf(2)]);
    expect(held).toMatchObject({ status: 'finished', counts: { held: 2, imported: 0, skipped: 0 } });
    expect(await countImages()).toBe(before);
    const [waiting, ...others] = await masks();
    if (waiting === undefined) throw new Error('no device waits');
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      project: PROJECT._id,
      manufacturer: 'Philips',
      columns: COLUMNS,
      rows: ROWS,
      regions: [{ x: 8, y: 10, width: 32, height: 20 }],
      state: 'waiting',
      mask: NOTHING,
      decided_by: null,
      // The first, the middle and the last frame of two files.
      samples: 6,
    });
    const body = { project: PROJECT._id, device: waiting.device, sample: 1 };
    const { answer: sample } = await world.call(CALLS.importsMaskSample, { token, body });
    expect(sample.frame_number).toBe(2);
    expect(Buffer.from(sample.jpeg ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

    const continuing = (await world.call(CALLS.importsList, { token, body: {} })).answer.imports.find((one) => one.continues === held.id);
    expect(continuing).toMatchObject({ status: 'queued', waits_for_mask: true, source: 'folder', source_name: 'ward', by: ADMIN });

    const mask = { shown: [{ x: 50, y: 40, width: 4, height: 3 }], hidden: [{ x: 8, y: 10, width: 5, height: 2 }] };
    const approved = await decide(waiting, 'approved', mask);
    expect(approved.answer).toMatchObject({ decided: true, mask: { state: 'approved', mask, decided_by: ADMIN, version: 1, samples: 0 } });
    // A decision on an earlier state changes nothing.
    expect((await decide(waiting, 'refused', NOTHING)).answer).toMatchObject({ decided: false, mask: { state: 'approved' } });

    // It continues automatically: the two files are taken by the import that waited.
    const taken = await ended(continuing?.id ?? '');
    expect(taken).toMatchObject({ status: 'finished', total: 2, waits_for_mask: false });
    expect(taken.counts).toMatchObject({ held: 0, imported: 2, blacked_out: 2, may_carry_burned_in_text: 0 });
    expect((await importFolder('first', [])).counts).toMatchObject({ imported: 0, already_there: 2 });
    const acts = await world.db.query.selectFrom('audit_entry').select('subject').where('act', '=', 'import-continued').execute();
    expect(acts).toEqual([{ subject: taken.id }]);
    // A later file of the same device is not asked about.
    expect((await importFolder('second', [fileOf(3)])).counts).toMatchObject({ held: 0, imported: 1, blacked_out: 1 });

    const rows = await world.db.query.selectFrom('image_file').selectAll().where('may_carry_burned_in_text', '=', 0).execute();
    const stored = rows.find((row) => row.width === COLUMNS && row.height === ROWS && row.number_of_frames === 3);
    expect(stored).toBeDefined();
    await checkPixels(await objectBytes(stored?.object_sha256 ?? ''), mask);
  });

  const objectBytes = async (key: string): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for await (const part of world.objects.read(key)) parts.push(part as Uint8Array);
    return Buffer.concat(parts);
  };
  /** The rule pixel by pixel: the region with a pixel around it and what is shown, but for what is hidden; the source's pattern there. */
  const checkPixels = (bytes: Uint8Array, mask: PictureMask): Promise<void> =>
    engine.during(async (lent) => {
      const opened = await lent.open(bytes);
      if (!opened.ok) throw new Error(opened.error.message);
      const within = (x: number, y: number, r: { x: number; y: number; width: number; height: number }, margin = 0) =>
        x >= r.x - margin && x < r.x + r.width + margin && y >= r.y - margin && y < r.y + r.height + margin;
      let shown = 0;
      for (const frame_number of [1, 2, 3]) {
        const frame = await lent.storedFrame(opened.value, frame_number);
        if (!frame.ok) throw new Error(frame.error.message);
        const first = frame.value.bytes[11 * COLUMNS + 20] ?? 0;
        for (let y = 0; y < ROWS; y += 1)
          for (let x = 0; x < COLUMNS; x += 1) {
            const isShown =
              (within(x, y, { x: 8, y: 10, width: 32, height: 20 }, 1) || mask.shown.some((r) => within(x, y, r))) &&
              !mask.hidden.some((r) => within(x, y, r));
            const pattern = (first + (y - 11) * COLUMNS + (x - 20)) & 0xff;
            if ((frame.value.bytes[y * COLUMNS + x] ?? -1) !== (isShown ? pattern : 0)) throw new Error(`${x} ${y} of ${frame_number}`);
            if (isShown) shown += 1;
          }
      }
      // 34 x 22 pixels of the region with its margin and 4 x 3 more, less 5 x 2.
      expect(shown).toBe(3 * (34 * 22 + 12 - 10));
      lent.release(opened.value);
    });

  it('are remembered by maker, model, size and regions: another model waits again, and a refused one is left out', async () => {
    expect((await importFolder('other', [fileOf(4, 'EPIQ CVx')])).counts).toMatchObject({ held: 1 });
    const [waiting] = await masks();
    if (waiting === undefined) throw new Error('no device waits');
    expect(waiting.state).toBe('waiting');
    const { answer } = await decide(waiting, 'refused', NOTHING);
    expect((await importFolder('other', [])).counts).toMatchObject({ held: 0, skipped: 1 });
    await decide(answer.mask, 'waiting', NOTHING);
    expect((await importFolder('other', [])).counts).toMatchObject({ held: 1, skipped: 0 });
    expect((await importFolder('wider', [fileOf(5, 'EPIQ 7C', { columns: 80 })])).counts).toMatchObject({ held: 1 });
  });

  it('are in the audit with their rectangles', async () => {
    const entries = await world.db.query.selectFrom('audit_entry').selectAll().where('act', 'like', 'mask-%').orderBy('id').execute();
    expect(entries.map(({ act }) => act)).toEqual(['mask-approved', 'mask-refused', 'mask-withdrawn']);
    const detail = JSON.parse(entries[0]?.detail ?? '') as { project: string; mask: string };
    expect(detail.project).toBe(PROJECT._id);
    expect(JSON.parse(detail.mask)).toMatchObject({ shown: [{ x: 50 }], hidden: [{ x: 8 }] });
  });

  it('have no more rectangles than the engine takes, and belong to a project that is there', async () => {
    const [one] = await masks();
    if (one === undefined) throw new Error('no device');
    const many = Array.from({ length: 40 }, (_, n) => ({ x: n, y: 0, width: 1, height: 1 }));
    expect((await decide(one, 'approved', { shown: many, hidden: many })).status).toBe(400);
    expect((await decide({ ...one, project: 'nowhere' }, 'approved', NOTHING)).status).toBe(400);
    expect((await decide({ ...one, device: 'e'.repeat(64) }, 'approved', NOTHING)).status).toBe(400);
  });

  it('ask nothing where the project does not black out', async () => {
    await blackOut(false);
    expect((await importFolder('plain', [fileOf(6, 'Vivid E95')])).counts).toMatchObject({
      imported: 1,
      held: 0,
      blacked_out: 0,
      may_carry_burned_in_text: 1,
    });
  });
});
