import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { MachineReport } from '@echometry/contract/records/machine.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { emailOf, PROJECT, type Seeded, seedWorld } from '../../../test/world.ts';
import { saveAnalysis } from '../../analyses/save.ts';
import { recordAct } from '../../db/audit.ts';
import type { DatabaseLocation, Db } from '../../db/connect.ts';
import { pack } from '../../db/document.ts';
import { machineReportsOf, recordMachineReport } from '../../db/machine-reports.ts';
import { storeToken } from '../../db/personal-tokens.ts';
import { startSession } from '../../db/sessions.ts';
import { DATABASE_TABLES } from '../../db/schema.ts';
import { findUser } from '../../db/users.ts';
import { objectPath } from '../../objects/store.ts';
import { scrub } from '../scrub/scrub.ts';
import { pruneVersions } from '../pruning/prune.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import { readMark } from '../../workspace/mark.ts';
import { backUp } from './back-up.ts';
import { restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 24 * 60 * 60 * 1000;
const job = () => ({ signal: new AbortController().signal, now: () => NOW });
/** Tables whose rows a restore ends on purpose, or recomputes: how often lists changed. */
const ENDED = new Set<string>(['session', 'personal_token', 'one_time_link', 'login_flow', 'login_code', 'study_open', 'list_revision']);

/** Columns for lists are computed from the rest when a workspace is opened. */
const isOfLists = (column: string): boolean => column === 'listed' || column.startsWith('list_');

type Rows = Record<string, unknown[]>;
const plain = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
const sorted = (rows: object[]): unknown[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([key]) => !isOfLists(key))
          .map(([key, value]) => [key, plain(value)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
    .sort();

/** Where a workspace is kept, which a restore may change. */
const HOME = new Set(['mark', 'keys']);
const withoutHome = (rows: Rows): Rows => ({
  ...rows,
  workspace_meta: rows['workspace_meta']!.filter(
    (row) => !HOME.has(String(new Map(JSON.parse(row as string) as Array<[string, unknown]>).get('key'))),
  ),
});

async function rowsOf({ query }: Db): Promise<Rows> {
  const all: Rows = {};
  for (const table of DATABASE_TABLES) if (!ENDED.has(table)) all[table] = sorted(await query.selectFrom(table).selectAll().execute());
  return all;
}

/** Content of the SQLite file of a backup, read without this program. */
function rowsOfFile(file: string): Rows {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Object.fromEntries(
      DATABASE_TABLES.filter((table) => !ENDED.has(table)).map((table) => [
        table,
        sorted(db.prepare(`select * from ${table}`).all() as object[]),
      ]),
    );
  } finally {
    db.close();
  }
}

const REPORT: MachineReport = {
  template: '5300',
  is_ours: false,
  numbers: [
    {
      code: { value: '79999-9', scheme: 'LN' },
      meaning: 'LV EDV single plane 4C (MOD)',
      value: 152 / 3,
      unit: { value: 'mL', scheme: 'UCUM' },
      modifiers: [],
      image: null,
      tracking_uid: null,
      container: 1,
    },
  ],
  left_out: [],
};

/** A report of a machine with its study, and a second one, whose images are missing. */
async function storeReports(db: Db, studyId: string): Promise<void> {
  const study = await db.query
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['study.project_id', 'study.study_instance_uid', 'patient.patient_key'])
    .where('study.study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  const patientKeys = { key: study.patient_key, spelledKey: null };
  for (const [instanceId, studyInstanceUid] of [
    ['2.25.70', study.study_instance_uid],
    ['2.25.71', '2.25.72'],
  ] as const)
    await recordMachineReport(db, { projectId: study.project_id, instanceId, studyInstanceUid, patientKeys, content: REPORT, now: NOW });
}

const engines = databases();

describe.each(engines)('a backup of a workspace on $name', ({ fresh }) => {
  let workspace: Workspace;
  let location: DatabaseLocation;
  let world: Seeded;
  let backup: string;
  const postgres = (at: DatabaseLocation) => (at.kind === 'postgres' ? at : null);

  async function save(n: number): Promise<number> {
    const { query } = workspace.db;
    const study = await query.selectFrom('study').select('id').where('study_id', '=', world.studyId).executeTakeFirstOrThrow();
    const author = await findUser(query, emailOf('Editor'));
    const saved = await saveAnalysis(workspace.db, {
      studyId: study.id,
      dataType: 'adult',
      project: PROJECT,
      author: author!,
      role: 'Editor',
      scope: { see: 'shared' },
      content: { kind: 'all', images: world.images.map((image) => ({ ...image, view: `V${n}` })) },
      missingImages: [],
      imagesSelected: 3,
      totalImages: 3,
      configVersions: {},
      engineVersion: null,
      saveId: null,
      requestSha256: null,
      baseVersion: undefined,
      now: NOW + n,
    });
    if (saved.kind !== 'saved') throw new Error('a conflict');
    return saved.version;
  }

  beforeAll(async () => {
    const folder = path.join(await temporaryFolder('drill'), 'workspace');
    location = await fresh();
    const database = postgres(location);
    workspace = await openWorkspace({
      folder,
      kindIfNew: 'real',
      ...(database === null ? {} : { database }),
      onNew: async (made) => {
        world = await seedWorld(made.db, made.objects);
      },
    });
    await writeFile(path.join(folder, 'config.json'), '{}');
    const user = await findUser(workspace.db.query, emailOf('Editor'));
    await startSession(workspace.db.query, { userId: user!.id, role: null, signInHash: null, createdAt: NOW, expiresAt: NOW + 1e9 });
    const token = { name: 'A program', role: 'Editor' as const, projects: null, mayWrite: true, createdAt: NOW, expiresAt: NOW + 1e9 };
    await storeToken(workspace.db.query, { userId: user!.id, ...token });
    // The number of a patient who is gone again is never given to another one.
    const gone = await workspace.db.query
      .insertInto('patient')
      .values({ project_id: 1, patient_key: 'gone', patient_show: 'GONE', date_shift_days: -1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await workspace.db.query.deleteFrom('patient').where('id', '=', gone.id).execute();
    await storeReports(workspace.db, world.studyId);
    backup = path.join(await temporaryFolder('backup'), 'first');
    return async () => workspace.close();
  });

  it('is made while people save, and holds one moment', async () => {
    await save(0);
    let stop = false;
    const saving = (async () => {
      const made: number[] = [];
      for (let n = 1; !stop && n < 500; n += 1) made.push(await save(n));
      return made;
    })();
    await backUp(workspace, backup, job());
    stop = true;
    await saving;
    const rows = rowsOfFile(path.join(backup, 'records.sqlite'));
    const ids = rows['analysis_version']!.map((row) =>
      Number(new Map(JSON.parse(row as string) as Array<[string, unknown]>).get('id')),
    ).sort((a, b) => a - b);
    const head = new Map(JSON.parse(rows['analysis_head']![0] as string) as Array<[string, unknown]>).get('version_id');
    expect(ids).toEqual(ids.map((_, n) => ids[0]! + n));
    expect(head).toBe(ids.at(-1));
    expect((await verifyBackup(backup)).faults).toEqual([]);
  });

  it('is refused where something lies already', async () => {
    await expect(backUp(workspace, backup, job())).rejects.toThrow(/is not empty. A backup needs its own empty folder/);
  });

  it.each(engines)('becomes the same workspace on $name', async ({ fresh: target }) => {
    const folder = path.join(await temporaryFolder('restored'), 'workspace');
    const into = postgres(await target());
    await restoreBackup({ backup, folder, database: into, now: () => NOW });
    const restored = await openWorkspace({ folder, kindIfNew: 'real', ...(into === null ? {} : { database: into }) });
    try {
      expect(restored.mark).toEqual({ ...workspace.mark, records: into === null ? 'sqlite' : 'postgres' });
      expect(withoutHome(await rowsOf(restored.db))).toEqual(withoutHome(rowsOfFile(path.join(backup, 'records.sqlite'))));
      expect(Buffer.from(restored.deidKey)).toEqual(Buffer.from(workspace.deidKey));
      for (const { sha256 } of await restored.db.query.selectFrom('stored_object').select('sha256').execute())
        expect(await restored.objects.isSound(sha256)).toBe(true);
      expect(await readFile(path.join(folder, 'config.json'), 'utf8')).toBe('{}');
      const { query } = restored.db;
      const reports = await query.selectFrom('machine_report').select(['instance_id', 'study_id']).orderBy('instance_id').execute();
      const study = await query.selectFrom('study').select('id').where('study_id', '=', world.studyId).executeTakeFirstOrThrow();
      expect(reports).toEqual([
        { instance_id: '2.25.70', study_id: study.id },
        { instance_id: '2.25.71', study_id: null },
      ]);
      expect(await machineReportsOf(query, study.id)).toEqual([REPORT]);
      expect(await query.selectFrom('session').select('token_hash').where('revoked_at', 'is', null).execute()).toEqual([]);
      expect(await query.selectFrom('personal_token').select('revoked_at').execute()).toEqual([{ revoked_at: NOW }]);
      const before = await query
        .selectFrom('patient')
        .select((e) => e.fn.max('id').as('id'))
        .executeTakeFirstOrThrow();
      const next = await query
        .insertInto('patient')
        .values({ project_id: 1, patient_key: 'next', patient_show: 'NEXT', date_shift_days: -1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(next.id).toBe(Number(before.id) + 2);
    } finally {
      await restored.close();
    }
  });

  it('is never restored over a workspace', async () => {
    await expect(restoreBackup({ backup, folder: workspace.folder, database: null, now: () => NOW })).rejects.toThrow(
      /Another Echometry already uses/,
    );
    const folder = path.join(await temporaryFolder('other'), 'workspace');
    const target = postgres(await fresh());
    await (await openWorkspace({ folder, kindIfNew: 'real', ...(target === null ? {} : { database: target }) })).close();
    await expect(restoreBackup({ backup, folder, database: target, now: () => NOW })).rejects.toThrow(
      /is a workspace. .*never restored over a workspace/,
    );
    if (target === null) return;
    const empty = path.join(await temporaryFolder('other'), 'workspace');
    await expect(restoreBackup({ backup, folder: empty, database: target, now: () => NOW })).rejects.toThrow(
      /holds the records of another workspace/,
    );
  });

  it.each([
    [
      'an object',
      async (copy: string) => objectPath(path.join(copy, 'objects'), (await verifyBackup(copy)).manifest.objects[0]!.sha256),
      /^The object [0-9a-f]{64} is missing or damaged/,
    ],
    ['a key', async (copy: string) => path.join(copy, 'keys', 'deid.key'), /^keys\/deid.key is missing or damaged/],
    ['the records', async (copy: string) => path.join(copy, 'records.sqlite'), /^records.sqlite is missing or damaged/],
  ])('with %s damaged or missing is named, and not restored', async (_what, placeIn, message) => {
    const copy = path.join(await temporaryFolder('damaged'), 'backup');
    await backUp(workspace, copy, job());
    const place = await placeIn(copy);
    const bytes = await readFile(place);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    for (const damage of [() => writeFile(place, bytes), () => rm(place)]) {
      await damage();
      expect((await verifyBackup(copy)).faults.filter((fault) => message.test(fault))).toHaveLength(1);
      const folder = path.join(await temporaryFolder('nothing'), 'workspace');
      await expect(restoreBackup({ backup: copy, folder, database: null, now: () => NOW })).rejects.toThrow(
        /of the backup is missing or damaged. Nothing was restored/,
      );
      expect(readMark(folder)).toBeNull();
    }
  });

  it('whose audit was changed or replaced is reported', async () => {
    const act = (n: number) => ({ at: NOW + n, actorId: 1, role: 'Admin', act: 'test', studyId: 1, subject: null, detail: {} }) as const;
    for (let n = 0; n < 3; n += 1)
      await workspace.db.query.transaction().execute((query) => recordAct(query, workspace.db.dialect, act(n)));
    const copy = path.join(await temporaryFolder('audit'), 'backup');
    await backUp(workspace, copy, job());
    expect((await verifyBackup(copy)).faults).toEqual([]);
    const records = path.join(copy, 'records.sqlite');
    const tampered = async (change: string): Promise<string[]> => {
      const db = new DatabaseSync(records);
      db.exec('PRAGMA foreign_keys=OFF');
      db.exec('begin');
      db.exec(change);
      db.exec('commit');
      db.close();
      return (await verifyBackup(copy)).faults.filter((fault) => /audit/i.test(fault));
    };
    const bytes = await readFile(records);
    expect(await tampered(`update audit_entry set act = 'another' where act = 'test'`)).toHaveLength(3);
    await writeFile(records, bytes);
    expect(await tampered('delete from audit_entry; delete from audit_chain')).toEqual([
      expect.stringContaining('acts were removed or replaced'),
    ]);
  });

  it('is given up at once, at any moment', async () => {
    const folder = await temporaryFolder('cancelled');
    for (const [n, delayMs] of [0, 5, 20, 40].entries()) {
      const cancelled = new AbortController();
      const copy = path.join(folder, `backup-${n}`);
      const made = backUp(workspace, copy, { ...job(), signal: cancelled.signal }).then(
        () => 'made',
        (error: Error) => error.message,
      );
      setTimeout(() => cancelled.abort(), delayMs);
      expect(await made).toMatch(/^(?:Cancelled\. .* holds no backup: remove it\.|made)$/);
    }
  });

  it('that was cut off is not a backup, and an interrupted restore starts again', async () => {
    const copy = path.join(await temporaryFolder('cut'), 'backup');
    await backUp(workspace, copy, job());
    const folder = path.join(await temporaryFolder('cut'), 'workspace');
    const target = postgres(await fresh());
    const cut = restoreBackup({
      backup: copy,
      folder,
      database: target,
      now: () => NOW,
      onProgress: () => {
        throw new Error('cut off');
      },
    });
    await expect(cut).rejects.toThrow('cut off');
    expect(readMark(folder)).toBeNull();
    // A start does not make an empty workspace here, and names the command that repeats the restore.
    const there = await readdir(folder);
    const start = openWorkspace({ folder, kindIfNew: 'real', ...(target === null ? {} : { database: target }) });
    const where = target === null ? '' : ', with ECHOMETRY_DATABASE_URL as before';
    await expect(start).rejects.toThrow(`Repeat it${where}: ECHOMETRY_DATA=${folder} npm run admin -- restore ${copy}`);
    expect([readMark(folder), await readdir(folder)]).toEqual([null, there]);
    await restoreBackup({ backup: copy, folder, database: target, now: () => NOW });
    expect(await readdir(folder)).not.toContain('restoring');
    await (await openWorkspace({ folder, kindIfNew: 'real', ...(target === null ? {} : { database: target }) })).close();
    await rm(path.join(copy, 'manifest.json'));
    await expect(verifyBackup(copy)).rejects.toThrow(/is not a backup: it has no manifest.json, which is written last/);
  });

  it.each([
    [
      'damaged',
      async ({ query }: Db, sha256: string) =>
        query
          .updateTable('image_document')
          .set({ document: Buffer.from('x') })
          .where('sha256', '=', sha256)
          .execute(),
    ],
    ['missing', async ({ query }: Db, sha256: string) => query.deleteFrom('image_document').where('sha256', '=', sha256).execute()],
  ])('names the versions an image of which is %s', async (_what, damage) => {
    const { query } = workspace.db;
    const version = await save(1000);
    const row = await query
      .selectFrom('image_document')
      .selectAll()
      .orderBy('facts', 'desc')
      .where('facts', 'like', '%V1000%')
      .executeTakeFirstOrThrow();
    await damage(workspace.db, row.sha256);
    const copy = path.join(await temporaryFolder('documents'), 'backup');
    await backUp(workspace, copy, job());
    const { faults } = await verifyBackup(copy);
    expect(faults).toContain(`Version ${version} of study ${world.studyId} is damaged: image ${row.instance_id}.`);
    expect(faults.every((fault) => fault.endsWith(`is damaged: image ${row.instance_id}.`))).toBe(true);
    await query.deleteFrom('image_document').where('sha256', '=', row.sha256).execute();
    await query.insertInto('image_document').values(row).execute();
  });

  it.each(engines)('of a workspace whose older versions went is whole, and becomes one on $name', async ({ fresh: target }) => {
    const { query } = workspace.db;
    const [base, last] = [await save(2000), await save(2001)];
    const review = await query.selectFrom('analysis_version').selectAll().where('id', '=', base).executeTakeFirstOrThrow();
    const manifest = await pack({ format: 1, images: [], missing_images: [], originals: [], original_missing_images: [] });
    const version = (saveId: string, parent: number | null) => ({
      study_id: review.study_id,
      editor_id: review.editor_id,
      blind: 0 as const,
      reviewer_id: review.editor_id,
      parent_id: parent,
      base_version: last,
      created_at: NOW,
      save_id: saveId,
      config_versions: '{}',
      study_state: 'Valid' as const,
      format: 1,
      document: manifest.bytes,
      sha256: manifest.sha256,
      without_head: 0 as const,
    });
    const insert = async (into: Db, saveId: string, parent: number | null): Promise<number> =>
      (await into.query.insertInto('review_version').values(version(saveId, parent)).returning('id').executeTakeFirstOrThrow()).id;
    const first = await insert(workspace.db, `first ${base}`, null);
    const newest = await insert(workspace.db, `newest ${base}`, first);
    const pruned = await pruneVersions(workspace.db, { ...job(), now: () => NOW + 100 * DAY_MS, keptDays: 30, dryRun: false });
    expect([pruned.versions > 0, pruned.reviewVersions > 0, pruned.damaged]).toEqual([true, true, []]);
    const copy = path.join(await temporaryFolder('pruned'), 'backup');
    await backUp(workspace, copy, job());
    expect((await verifyBackup(copy)).faults).toEqual([]);
    const folder = path.join(await temporaryFolder('pruned'), 'workspace');
    const into = postgres(await target());
    await restoreBackup({ backup: copy, folder, database: into, now: () => NOW });
    const restored = await openWorkspace({ folder, kindIfNew: 'real', ...(into === null ? {} : { database: into }) });
    try {
      expect((await scrub(restored, job())).faults).toEqual([]);
      expect(await insert(restored.db, `next ${base}`, newest)).toBe(newest + 1);
    } finally {
      await restored.close();
    }
  });

  it('leaves out what is damaged, by name', async () => {
    const { sha256 } = await workspace.db.query.selectFrom('stored_object').select('sha256').executeTakeFirstOrThrow();
    const place = objectPath(path.join(workspace.folder, 'objects'), sha256);
    const bytes = await readFile(place);
    await writeFile(place, Buffer.concat([bytes, Buffer.from('x')]));
    const copy = path.join(await temporaryFolder('left-out'), 'backup');
    expect((await backUp(workspace, copy, job())).left_out).toEqual([sha256]);
    expect((await verifyBackup(copy)).faults).toEqual([`The object ${sha256} was damaged or missing when the backup was made.`]);
    await writeFile(place, bytes);
  });
});
