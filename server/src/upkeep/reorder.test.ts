import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile, type Element } from '../../test/dicom-file.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { PROJECT } from '../../test/world.ts';
import type { DatabaseLocation } from '../db/connect.ts';
import { createProject } from '../db/projects.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { maskSamples } from '../imports/mask-samples.ts';
import { runImport } from '../imports/run-import.ts';
import { performMaintenance } from './perform.ts';
import { reorderAfterUpgrade } from './reorder.ts';

/** A file of a folder and the attributes that decide its position. Its number of rows identifies the image. */
interface Told {
  name: string;
  rows: number;
  /** Time of the acquisition, HHMMSS. */
  time?: string;
  series?: number;
  number?: number;
}

const text = (tag: [number, number], vr: string, value: string | number | undefined): Element[] =>
  value === undefined ? [] : [{ tag, vr, value: String(value) }];

const fileOf = ({ rows, time, series, number }: Told, study = 1): Uint8Array =>
  dicomFile({
    patientId: `P${study}`,
    uid: `1.2.3.${study}.${rows}`,
    studyUid: `1.2.9.${study}`,
    date: '20200101',
    rows,
    extra: [...text([0x0008, 0x0032], 'TM', time), ...text([0x0020, 0x0011], 'IS', series), ...text([0x0020, 0x0013], 'IS', number)],
  });

describe.each(databases())('the order of images on $name', ({ fresh }) => {
  let engine: EngineClient;
  let workspace: Workspace;
  let location: DatabaseLocation;

  beforeAll(async () => {
    engine = await createEngine({ workers: 1 });
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    location = await fresh();
    const folder = path.join(await temporaryFolder('ordered'), 'workspace');
    workspace = await openWorkspace({ folder, kindIfNew: 'real', ...(location.kind === 'postgres' ? { database: location } : {}) });
    await createProject(workspace.db.query, { ...PROJECT, cloud_system: workspace.mark.cloud });
    return () => workspace.close();
  });

  async function folderOf(files: readonly Told[], study?: number): Promise<string> {
    const incoming = await temporaryFolder('incoming');
    for (const file of files) await writeFile(path.join(incoming, file.name), fileOf(file, study));
    return incoming;
  }

  const importAll = async (files: readonly Told[], study?: number): Promise<string> => {
    const source = await folderOf(files, study);
    await runImport(
      workspace,
      engine,
      { command: 'import', source, project: PROJECT._id, data_type: null, into_demo: false },
      { signal: new AbortController().signal, pacs: [], samples: maskSamples() },
    );
    return source;
  };

  /** Rows of the images in their displayed order. */
  const shown = async (): Promise<number[]> =>
    (
      await workspace.db.query.selectFrom('image_file').select('height').orderBy('study_id').orderBy('position').orderBy('id').execute()
    ).map(({ height }) => height);

  const reorder = (place: string | null) =>
    performMaintenance(
      workspace,
      { command: 'maintain', action: 'reorder', place },
      { signal: new AbortController().signal, now: () => 1000, versionsKeptDays: 30, alone: true },
    );

  /** Gives the images, named by their rows, another order, as an import of an earlier version did. */
  async function scramble(order: readonly number[]): Promise<void> {
    for (const [position, height] of order.entries())
      await workspace.db.query.updateTable('image_file').set({ position }).where('height', '=', height).execute();
  }

  it('is by acquisition time, series and instance numbers, and names in natural order', async () => {
    await importAll([
      { name: 'IM1', rows: 20, time: '100200' },
      { name: 'IM2', rows: 21, time: '100100', series: 2, number: 1 },
      { name: 'IM3', rows: 22, time: '100100', series: 1, number: 10 },
      { name: 'IM4', rows: 23, time: '100100', series: 1, number: 9 },
      { name: 'IM10', rows: 24 },
      { name: 'IM9', rows: 25 },
      { name: 'IM5', rows: 26, time: '095959.9' },
    ]);
    expect(await shown()).toEqual([26, 23, 22, 21, 20, 25, 24]);
  });

  it('puts images that arrive later between those that are there, and keeps the order of these', async () => {
    await importAll([
      { name: 'b', rows: 20, number: 4 },
      { name: 'a', rows: 21, number: 2 },
      { name: 'c', rows: 22, number: 8 },
    ]);
    await importAll([
      { name: 'x', rows: 23, number: 9 },
      { name: 'y', rows: 24, number: 3 },
      { name: 'z', rows: 25, number: 1 },
      { name: 'w', rows: 26 },
    ]);
    expect(await shown()).toEqual([25, 21, 24, 20, 22, 23, 26]);
    // One that is there already stays where it is.
    await importAll([
      { name: 'a', rows: 26 },
      { name: 'b', rows: 27, number: 5 },
    ]);
    expect(await shown()).toEqual([25, 21, 24, 20, 27, 22, 23, 26]);
  });

  it('becomes right for images of earlier versions by their numbers, and for the others by the original files', async () => {
    const numbered = [9, 10, 11].map((number) => ({ name: `IM${number}`, rows: 20 + number, number }));
    await importAll(numbered);
    const timed = [1, 2, 3].map((n) => ({ name: `${n}`, rows: 40 + n, time: `10000${9 - n}` }));
    const originals = await importAll(timed, 2);
    await scramble([30, 31, 29, 41, 42, 43]);
    // A study of this version stays as it is.
    expect((await reorder(null)).data).toMatchObject({ studies: 0, changed: 0 });

    await workspace.db.query.updateTable('image_file').set({ placed: 0 }).execute();
    expect((await reorder(null)).data).toMatchObject({ studies: 2, changed: 1, undecided: 1 });
    expect(await shown()).toEqual([29, 30, 31, 41, 42, 43]);

    await writeFile(path.join(originals, 'report.txt'), 'no image');
    const answer = await reorder(originals);
    expect(answer.data).toMatchObject({ studies: 1, changed: 1, unreadable: 1 });
    expect(await shown()).toEqual([29, 30, 31, 43, 42, 41]);
    expect((await reorder(originals)).data).toMatchObject({ studies: 1, changed: 0 });
    // A decided order stays, also where the stored numbers are in another order.
    expect((await reorder(null)).data).toMatchObject({ studies: 0, changed: 0 });
    const acts = await workspace.db.query.selectFrom('audit_entry').select('act').where('act', '=', 'images-reordered').execute();
    expect(acts).toHaveLength(2);
    await rm(originals, { recursive: true });
  });

  it('becomes right once after an upgrade', async () => {
    await importAll([9, 10, 11].map((number) => ({ name: `IM${number}`, rows: 20 + number, number })));
    const earlier = async (order: readonly number[]): Promise<void> => {
      await scramble(order);
      await workspace.db.query.updateTable('image_file').set({ placed: 0 }).execute();
    };
    await earlier([30, 31, 29]);
    const lines: string[] = [];
    const cancelled = AbortSignal.abort();
    const after = (signal: AbortSignal) => reorderAfterUpgrade(workspace, { signal, now: () => 1000, log: (line) => lines.push(line) });
    expect(await after(cancelled)).toBe('undone');
    expect(await shown()).toEqual([30, 31, 29]);
    expect(await after(new AbortController().signal)).toBeUndefined();
    expect(await shown()).toEqual([29, 30, 31]);
    expect(lines).toEqual(['Order of images: 1 study checked; the images of 1 study are in a new order.']);

    await earlier([31, 30, 29]);
    await after(new AbortController().signal);
    expect(await shown()).toEqual([31, 30, 29]);
  });

  it('read from the original files outlasts a later run without them', async () => {
    const originals = await importAll([
      { name: 'late', rows: 20, time: '110000', number: 1 },
      { name: 'early', rows: 21, time: '100000', number: 2 },
    ]);
    await scramble([20, 21]);
    await workspace.db.query.updateTable('image_file').set({ placed: 0 }).execute();
    expect((await reorder(originals)).data).toMatchObject({ studies: 1, changed: 1 });
    expect((await reorder(null)).data).toMatchObject({ studies: 0, changed: 0 });
    expect(await shown()).toEqual([21, 20]);

    // The same where the order that was found is the present one.
    await workspace.db.query.updateTable('image_file').set({ placed: 0 }).execute();
    expect((await reorder(originals)).data).toMatchObject({ studies: 1, changed: 0 });
    await reorder(null);
    expect(await shown()).toEqual([21, 20]);
  });

  it('keeps an image that was made from a frame behind its source', async () => {
    await importAll([
      { name: 'a', rows: 20, number: 2 },
      { name: 'b', rows: 21, number: 1 },
    ]);
    const source = await workspace.db.query.selectFrom('image_file').selectAll().where('height', '=', 21).executeTakeFirstOrThrow();
    const { id: _, ...copied } = source;
    const made = { ...copied, instance_id: '2.25.1', filename: 'made.dcm', height: 90, snapshot_of: source.instance_id, snapshot_frame: 1 };
    await workspace.db.query.insertInto('image_file').values(made).execute();
    await scramble([20, 21, 90]);
    await workspace.db.query.updateTable('image_file').set({ placed: 0 }).execute();
    await reorder(null);
    expect(await shown()).toEqual([21, 90, 20]);
  });
});
