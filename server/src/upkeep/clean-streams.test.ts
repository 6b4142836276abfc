import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile, encapsulated } from '../../test/dicom-file.ts';
import { filesOf, findsOf, rowsOf } from '../../test/held.ts';
import { plantedVideos } from '../../test/planted-streams.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { PROJECT } from '../../test/world.ts';
import type { DatabaseLocation } from '../db/connect.ts';
import { createProject } from '../db/projects.ts';
import { readBytes } from '../objects/read-bytes.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { maskSamples } from '../imports/mask-samples.ts';
import { runImport } from '../imports/run-import.ts';
import { scrub } from './scrub/scrub.ts';
import { performMaintenance } from './perform.ts';

const SECRET = 'KANARI';
const JPEG = '1.2.840.10008.1.2.4.50';
const NOW = 1000;
const STEM = Buffer.from('Echometry allow-list ');

/** A comment of JPEG, and a user data unit of MPEG-2: what earlier rules left, or never saw. */
const COMMENT = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + SECRET.length]), Buffer.from(SECRET)]);

/** The file as other rules might have stored it: with a text in its stream, and the name of those rules. */
function asStoredBy(rules: string, file: Uint8Array, change: (stream: Buffer) => Buffer): Buffer {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf(encapsulated(new Uint8Array(0)).subarray(0, 12));
  const method = bytes.indexOf(STEM);
  bytes.write(rules, method, 'latin1');
  // After the header and the offset table, one fragment.
  const table = at + 12;
  const fragment = table + 8 + bytes.readUInt32LE(table + 4);
  const stream = bytes.subarray(fragment + 8, fragment + 8 + bytes.readUInt32LE(fragment + 4));
  return Buffer.concat([bytes.subarray(0, at), encapsulated(change(stream))]);
}

describe.each(databases())('images of earlier versions on $name', ({ fresh }) => {
  let engine: EngineClient;
  let folder: string;
  let location: DatabaseLocation;
  /** Keys of the objects that this version stores, and of one under foreign rules. */
  let right: string[];
  let stranger: string;

  const open = (): Promise<Workspace> =>
    openWorkspace({ folder, kindIfNew: 'real', ...(location.kind === 'postgres' ? { database: location } : {}) });

  async function perform(workspace: Workspace, stopAfter?: number) {
    const stop = new AbortController();
    return performMaintenance(
      workspace,
      { command: 'maintain', action: 'clean-streams' },
      {
        signal: stop.signal,
        now: () => NOW,
        versionsKeptDays: 30,
        alone: true,
        onProgress: ({ done }) => {
          if (done === stopAfter) stop.abort();
        },
      },
    );
  }

  const objectOf = async ({ db }: Workspace, position: number) =>
    db.query.selectFrom('image_file').select(['object_sha256', 'size_bytes']).where('position', '=', position).executeTakeFirstOrThrow();

  /** Replaces the object of an image. */
  async function age({ db, objects }: Workspace, position: number, rules: string, change: (stream: Buffer) => Buffer): Promise<string[]> {
    const { object_sha256: now } = await objectOf({ db } as Workspace, position);
    const bytes = asStoredBy(rules, await readBytes(objects, now), change);
    const sha256 = await objects.put(bytes);
    const row = { sha256, size_bytes: bytes.length, media_type: 'application/dicom', deid_profile: rules, created_at: 1 };
    await db.query.insertInto('stored_object').values(row).execute();
    await db.query
      .updateTable('image_file')
      .set({ object_sha256: sha256, size_bytes: bytes.length })
      .where('object_sha256', '=', now)
      .execute();
    await db.query.deleteFrom('stored_object').where('sha256', '=', now).execute();
    await objects.remove(now);
    return [now, sha256];
  }

  beforeAll(async () => {
    engine = await createEngine({ workers: 1 });
    folder = path.join(await temporaryFolder('earlier'), 'workspace');
    location = await fresh();
    const workspace = await open();
    await createProject(workspace.db.query, { ...PROJECT, cloud_system: workspace.mark.cloud });
    let imports = 0;
    const imported = async (files: readonly Uint8Array[]) => {
      const incoming = await temporaryFolder('incoming');
      for (const [index, file] of files.entries()) await writeFile(path.join(incoming, `${(imports += 1)}-${index}.dcm`), file);
      return runImport(
        workspace,
        engine,
        { command: 'import', source: incoming, project: PROJECT._id, data_type: null, into_demo: false },
        { signal: new AbortController().signal, pacs: [], samples: maskSamples() },
      );
    };
    const about = (n: number) => ({ patientId: 'P1', uid: `1.2.3.${n}`, studyUid: `1.2.9.${n}`, date: `2020010${n}` });
    await imported([dicomFile(about(1))]);
    const { small_icon_sha256 } = await workspace.db.query.selectFrom('image_file').select('small_icon_sha256').executeTakeFirstOrThrow();
    const jpeg = Buffer.from(await readBytes(workspace.objects, small_icon_sha256));
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const size = { rows: jpeg.readUInt16BE(frame + 5), columns: jpeg.readUInt16BE(frame + 7) };
    const samples = jpeg[frame + 9] === 3 ? 3 : 1;
    const stream = { syntax: JPEG, photometric: samples === 3 ? 'YBR_FULL_422' : 'MONOCHROME2', samples, bytes: jpeg } as const;
    const [video] = (await plantedVideos(() => 'NOTHING')).filter(({ name }) => name === 'mpeg2.m2v');
    const report = await imported([
      dicomFile({ ...about(2), ...size, stream }),
      dicomFile({ ...about(3), ...video! }),
      dicomFile({ ...about(4), ...size, stream }),
    ]);
    if (report.imported !== 3) throw new Error(`not imported: ${JSON.stringify(report)}`);
    const rows = await workspace.db.query.selectFrom('image_file').select('id').orderBy('id').execute();
    for (const [index, { id }] of rows.entries())
      await workspace.db.query.updateTable('image_file').set({ position: index }).where('id', '=', id).execute();
    const commented = (stream: Buffer): Buffer => Buffer.concat([stream.subarray(0, 2), COMMENT, stream.subarray(2)]);
    const unit = Buffer.concat([Buffer.from([0, 0, 1, 0xb0]), Buffer.from(SECRET)]);
    const isVideo = (stream: Buffer): boolean => stream[0] === 0;
    const plant = (stream: Buffer): Buffer => (isVideo(stream) ? Buffer.concat([unit, stream]) : commented(stream));
    right = [];
    for (const position of [1, 2]) {
      const [key] = await age(workspace, position, 'Echometry allow-list 3', plant);
      right.push(key ?? '');
    }
    const other = await age(workspace, 3, 'Somebody elses rules 3', plant);
    stranger = other[1] ?? '';
    await workspace.close();
  });
  afterAll(() => engine.close());

  it('lose what their streams carry besides the picture, one after the other, and what cannot be cleaned stays and is named', async () => {
    const workspace = await open();
    try {
      expect(findsOf(await filesOf(path.join(folder, 'objects')), [SECRET])).toHaveLength(3);
      const stopped = await perform(workspace, 1);
      expect(stopped.failed).toBe(true);
      expect(stopped.lines).toContainEqual(expect.stringMatching(/^Cancelled/));
      const { cleaned, left } = stopped.data as { cleaned: number; left: unknown[] };
      expect(cleaned + left.length).toBe(1);

      const rest = await perform(workspace);
      expect(rest.failed).toBe(true);
      expect(rest.data).toMatchObject({ left: [{ sha256: stranger, reason: expect.stringMatching(/cannot-deidentify/) as string }] });
      // The objects are now the ones that this version stores of the originals.
      const found = [await objectOf(workspace, 1), await objectOf(workspace, 2)];
      expect(found.map(({ object_sha256 }) => object_sha256)).toEqual(right);
      for (const { object_sha256, size_bytes } of found) expect(await workspace.objects.size(object_sha256)).toBe(size_bytes);
      expect((await objectOf(workspace, 3)).object_sha256).toBe(stranger);
      const finds = findsOf([...(await rowsOf(workspace)), ...(await filesOf(path.join(folder, 'objects')))], [SECRET]);
      expect(finds).toEqual([expect.stringContaining(stranger)]);
      expect((await scrub(workspace, { signal: new AbortController().signal })).faults).toEqual([]);

      const again = await perform(workspace);
      expect(again.data).toMatchObject({ cleaned: 0, left: [{ sha256: stranger }] });

      // An object that earlier rules left clean keeps its bytes, and is recorded under the current rules.
      const [first = ''] = right;
      const earlier = { deid_profile: 'Echometry allow-list 7' };
      await workspace.db.query.updateTable('stored_object').set(earlier).where('sha256', '=', first).execute();
      expect((await perform(workspace)).data).toMatchObject({ cleaned: 1, left: [{ sha256: stranger }] });
      expect((await objectOf(workspace, 1)).object_sha256).toBe(first);
      expect((await perform(workspace)).data).toMatchObject({ cleaned: 0, left: [{ sha256: stranger }] });
      const acts = await workspace.db.query.selectFrom('audit_entry').select('act').where('act', '=', 'streams-cleaned').execute();
      expect(acts.length).toBeGreaterThan(0);
    } finally {
      await workspace.close();
    }
  });
});
