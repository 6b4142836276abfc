import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, NOON, World } from '../../test/world.ts';
import { type Outputs, outputsOf } from './outputs.ts';
import { dropOldArchives } from './work-exports.ts';

const KEPT_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(databases())('archives on $name', ({ seeded }) => {
  let world: World;
  let folder: string;
  let outputs: Outputs;
  const archives = () => readdir(path.join(folder, 'exports'));
  const drop = (now: number) => dropOldArchives({ db: world.db, outputs }, KEPT_DAYS, now);

  beforeAll(async () => {
    world = await World.make(await seeded());
    folder = await temporaryFolder('workspace');
    await mkdir(path.join(folder, 'exports'));
    outputs = outputsOf({ kind: 'folder', root: folder }, path.join(folder, 'exports'));
    for (const id of ['export-old', 'export-new']) {
      await world.records.addFinishedExport(emailOf('Data scientist'), id);
      await writeFile(path.join(folder, 'exports', `${id}.zip`), id);
    }
    await world.db.query
      .updateTable('job')
      .set({ ended_at: NOON + DAY_MS })
      .where('id', '=', 'export-new')
      .execute();
  });
  afterAll(() => world.close());

  it('are kept for their days and removed after them; what they contained stays known', async () => {
    await drop(NOON + KEPT_DAYS * DAY_MS);
    expect((await archives()).sort()).toEqual(['export-new.zip', 'export-old.zip']);
    await drop(NOON + KEPT_DAYS * DAY_MS + 1);
    expect(await archives()).toEqual(['export-new.zip']);
    const jobs = await world.db.query.selectFrom('job').select(['id', 'state', 'removed_at', 'result']).orderBy('id').execute();
    expect(jobs.map(({ id, state, removed_at }) => [id, state, removed_at !== null])).toEqual([
      ['export-new', 'finished', false],
      ['export-old', 'finished', true],
    ]);
    expect(jobs.every(({ result }) => result !== null)).toBe(true);
  });
});
