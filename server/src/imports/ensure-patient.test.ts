import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { PROJECT } from '../../test/world.ts';
import { connect, type Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { createProject } from '../db/projects.ts';
import { ensurePatient } from './records.ts';

const named = (key: string) => ({ key, spelledKey: null });

describe.each(databases())('patients made known on $name', ({ fresh }) => {
  let db: Db;
  let projectId: number;
  beforeAll(async () => {
    db = connect(await fresh());
    await migrate(db);
    projectId = await createProject(db.query, PROJECT);
  });
  afterAll(() => db.close());

  it('are one each, however many of their files come at once', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `key-${n}`);
    const rows = await Promise.all(keys.flatMap((key) => [1, 2, 3, 4].map(() => ensurePatient(db, projectId, named(key), -3, null))));
    const stored = await db.query.selectFrom('patient').select(['id', 'patient_key', 'patient_show']).execute();
    expect(stored.map((row) => row.patient_key).sort()).toEqual([...keys].sort());
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(stored.map((row) => row.id)));
    for (const row of stored) expect(row.patient_show).toBe(`P${String(row.id).padStart(6, '0')}`);
  });

  it('with a chosen code too, which belongs to one of them', async () => {
    const rows = await Promise.all([1, 2, 3, 4].map(() => ensurePatient(db, projectId, named('chosen'), -3, 'CASE 7')));
    expect(new Set(rows.map((row) => row.id)).size).toBe(1);
    await expect(ensurePatient(db, projectId, named('other'), -3, 'CASE 7')).rejects.toThrow(/code CASE 7 is another patient's already/);
  });

  it('are numbered around a chosen code', async () => {
    const next = (await ensurePatient(db, projectId, named('before'), -3, null)).id + 2;
    await ensurePatient(db, projectId, named('taken'), -3, `P${String(next).padStart(6, '0')}`);
    expect(await ensurePatient(db, projectId, named('after'), -3, null)).toMatchObject({
      id: next,
      patient_show: `P${String(next).padStart(6, '0')}B`,
    });
  });

  it('that are known wait for no other import', async () => {
    const known = await ensurePatient(db, projectId, named('waits'), -3, null);
    await db.query.transaction().execute(async (query) => {
      await query.updateTable('project').set({ bucket: null }).where('id', '=', projectId).execute();
      expect(await ensurePatient(db, projectId, named('waits'), -3, null)).toEqual(known);
    });
  });

  it('known as they are spelled are found again under the rule, and keep code and shift', async () => {
    const before = await ensurePatient(db, projectId, named('spelled'), -77, null);
    const after = await ensurePatient(db, projectId, { key: 'normalised', spelledKey: 'spelled' }, -3, null);
    expect(after).toEqual(before);
    expect(await ensurePatient(db, projectId, { key: 'normalised', spelledKey: 'another spelling' }, -3, null)).toEqual(before);
  });
});
