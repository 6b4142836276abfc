import { copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import type { DatabaseLocation } from '../db/connect.ts';
import { storeConfigSet } from '../db/config-sets.ts';
import { sortUnknownObjects } from '../objects/quarantine.ts';
import { SHIPPED_SETS } from './shipped-config.ts';
import { openWorkspace, type Workspace } from './workspace.ts';
import { readMark } from './mark.ts';

const folderIn = async (): Promise<string> => path.join(await temporaryFolder('identity'), 'workspace');
const fill = async (workspace: Workspace): Promise<void> => {
  for (const set of SHIPPED_SETS) await storeConfigSet(workspace.db.query, set, 1);
};
/** Content of a store, set apart or not. An object that came in a moment ago has a second name (docs/why/storage.md#objects-are-durable-under-a-second-name-first). */
const objectsIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(path.join(folder, 'objects'), { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name.replace(/\..*/, ''));
  return [...new Set(names)].sort();
};

describe.each(databases())('a workspace on $name', ({ fresh }) => {
  const openIn = (folder: string, location: DatabaseLocation, more: Partial<Parameters<typeof openWorkspace>[0]> = {}) =>
    openWorkspace({ folder, kindIfNew: 'real', onNew: fill, ...(location.kind === 'postgres' ? { database: location } : {}), ...more });

  it('opens with its own records, under one id', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const first = await openIn(folder, location);
    await first.close();
    const again = await openIn(folder, location);
    expect(again.mark).toMatchObject({ workspace_id: first.mark.workspace_id, records: location.kind });
    await again.close();
  });

  it('refuses the records of another workspace, and changes neither', async () => {
    const [mine, myRecords, other, otherRecords] = [await folderIn(), await fresh(), await folderIn(), await fresh()];
    const key = await (async () => {
      const workspace = await openIn(mine, myRecords);
      const stored = await workspace.objects.put(Buffer.from('an image'));
      await workspace.close();
      return stored;
    })();
    await (await openIn(other, otherRecords)).close();
    if (myRecords.kind === 'sqlite') await copyFile(path.join(other, 'records.sqlite'), path.join(mine, 'records.sqlite'));
    await expect(openIn(mine, otherRecords)).rejects.toThrow(
      /do not belong together: the folder is workspace .* the database holds .* Nothing was changed/,
    );
    expect(await objectsIn(mine)).toEqual([key]);
    await (await openIn(other, otherRecords)).close();
  });

  it('refuses an empty or missing database, and keeps every object', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const workspace = await openIn(folder, location);
    const key = await workspace.objects.put(Buffer.from('an image'));
    await workspace.close();
    if (location.kind === 'sqlite') await rm(path.join(folder, 'records.sqlite'));
    await expect(openIn(folder, await fresh())).rejects.toThrow(
      location.kind === 'sqlite'
        ? /its records.sqlite is missing. Nothing was changed/
        : /is empty or holds no workspace, but the folder is workspace/,
    );
    if (location.kind === 'sqlite') {
      await writeFile(path.join(folder, 'records.sqlite'), '');
      await expect(openIn(folder, location)).rejects.toThrow(/is empty or holds no workspace/);
    }
    expect(await objectsIn(folder)).toEqual([key]);
  });

  it('never becomes a new one in a database that holds another', async () => {
    const location = await fresh();
    if (location.kind === 'sqlite') return;
    await (await openIn(await folderIn(), location)).close();
    const folder = await folderIn();
    await expect(openIn(folder, location)).rejects.toThrow(/holds the records of another workspace .* Name an empty database/);
    expect(readMark(folder)).toBeNull();
  });

  it('whose making was interrupted is made again, in folder and database', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const interrupted = openIn(folder, location, {
      onNew: async (workspace) => {
        await fill(workspace);
        throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(readMark(folder)).toBeNull();
    const made = await openIn(folder, location);
    expect((await made.db.query.selectFrom('config_set').select('name').execute()).length).toBe(SHIPPED_SETS.length);
    await made.close();
    expect(await readdir(folder)).not.toContain('making');
  });

  it('whose making ended before the folder was marked is not made twice', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const made = await openIn(folder, location);
    const key = await made.objects.put(Buffer.from('an image'));
    await made.close();
    // The state between the last record and the mark of the folder.
    await copyFile(path.join(folder, 'workspace.json'), path.join(folder, 'making'));
    await rm(path.join(folder, 'workspace.json'));
    const again = await openIn(folder, location, {
      onNew: async () => {
        throw new Error('made twice');
      },
    });
    expect(again.mark).toEqual(made.mark);
    expect(await objectsIn(folder)).toEqual([key]);
    await again.close();
  });

  it('made before workspaces had ids gets one, and then refuses records of others', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const made = await openIn(folder, location);
    await made.db.query.deleteFrom('workspace_meta').execute();
    await made.close();
    const { kind, cloud, created_at } = made.mark;
    await writeFile(path.join(folder, 'workspace.json'), JSON.stringify({ format: 1, kind, cloud, created_at }));
    const again = await openIn(folder, location);
    expect(readMark(folder)).toMatchObject({ format: 2, kind, created_at, workspace_id: again.mark.workspace_id });
    await again.close();
    await writeFile(path.join(folder, 'workspace.json'), JSON.stringify({ format: 1, kind, cloud, created_at }));
    if (location.kind === 'sqlite') {
      await rm(path.join(folder, 'records.sqlite'));
      await writeFile(path.join(folder, 'records.sqlite'), '');
    }
    await expect(openIn(folder, location.kind === 'sqlite' ? location : await fresh())).rejects.toThrow(/is empty or holds no workspace/);
  });

  it('belongs to one process, also where two folders name one database', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const owner = await openIn(folder, location);
    const second = location.kind === 'sqlite' ? folder : await folderIn();
    await expect(openIn(second, location)).rejects.toThrow(/^Another Echometry already uses .*Stop it first/);
    await owner.close();
    await (await openIn(folder, location)).close();
  });

  it('sets unknown objects apart and brings back what the records name', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    const workspace = await openIn(folder, location);
    const { db, objects } = workspace;
    const [named, unknown] = [await objects.put(Buffer.from('named')), await objects.put(Buffer.from('unknown'))];
    expect(await sortUnknownObjects(db, objects, 1000)).toEqual({ setApart: 2, broughtBack: 0 });
    expect(await objects.size(named)).toBeNull();
    await db.query
      .insertInto('stored_object')
      .values({ sha256: named, size_bytes: 5, media_type: 'image/jpeg', deid_profile: null, created_at: 1 })
      .execute();
    expect(await sortUnknownObjects(db, objects, 2000)).toEqual({ setApart: 0, broughtBack: 1 });
    expect(await objects.isSound(named)).toBe(true);
    expect(await objects.quarantined()).toEqual([{ key: unknown, size_bytes: 7, since: 1000 }]);
    await workspace.close();
  });

  it('names the engine its records are in', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    await (await openIn(folder, location)).close();
    if (location.kind === 'postgres')
      await expect(openWorkspace({ folder, kindIfNew: 'real' })).rejects.toThrow(
        /are in PostgreSQL. Name the database with ECHOMETRY_DATABASE_URL/,
      );
    else
      await expect(openWorkspace({ folder, kindIfNew: 'real', database: { kind: 'postgres', url: 'postgres://nowhere' } })).rejects.toThrow(
        /are in its own records.sqlite, but ECHOMETRY_DATABASE_URL names PostgreSQL/,
      );
  });

  it('leaves its records in one file at a clean stop', async () => {
    const [folder, location] = [await folderIn(), await fresh()];
    if (location.kind === 'postgres') return;
    await (await openIn(folder, location)).close();
    const log = await stat(path.join(folder, 'records.sqlite-wal')).then(
      (s) => s.size,
      () => 0,
    );
    expect(log).toBe(0);
  });
});
