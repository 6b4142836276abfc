import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { seedWorld } from '../../test/world.ts';
import { recordAct } from '../db/audit.ts';
import { BEGINNING, hashOf } from '../db/audit-hash.ts';
import { recordIdentities } from '../db/audit-identities.ts';
import { connect, type DatabaseLocation, type Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { openFolderStore } from '../objects/store.ts';
import { AUDIT_HEAD_FILE, faultsOfRecordedAudit, keepAuditHead, writeAuditHead } from './audit-head.ts';

describe.each(databases())('the audit on $name', ({ fresh }) => {
  let db: Db;
  let location: DatabaseLocation;
  let keysFolder: string;

  const record = (n: number) =>
    db.query.transaction().execute((query) =>
      recordAct(query, db.dialect, {
        at: n,
        actorId: 1,
        role: 'Admin',
        act: 'test',
        studyId: 1,
        subject: `thing ${n}`,
        detail: { n },
      }),
    );
  const faults = () => faultsOfRecordedAudit({ db, keysFolder });
  const entries = () => db.query.selectFrom('audit_entry').selectAll().orderBy('id').execute();

  beforeEach(async () => {
    location = await fresh();
    db = connect(location);
    await migrate(db);
    await seedWorld(db, await openFolderStore(await temporaryFolder('objects')));
    keysFolder = await temporaryFolder('keys');
    for (let n = 1; n <= 3; n += 1) await record(n);
    await writeAuditHead({ db, keysFolder });
  });
  afterEach(() => db.close());

  /** Writes as someone with the rights of the database's owner, whom foreign keys do not stop. */
  async function withoutForeignKeys(change: string): Promise<void> {
    if (location.kind === 'postgres') {
      await sql`alter table audit_entry drop constraint audit_entry_chain_id_fkey`.execute(db.query);
      await sql.raw(change).execute(db.query);
      return;
    }
    const handle = new DatabaseSync(location.file);
    handle.exec('PRAGMA foreign_keys=OFF');
    handle.exec(change);
    handle.close();
  }

  it('without a change has no faults', async () => {
    expect(await writeAuditHead({ db, keysFolder })).toBeNull();
    expect(await faults()).toEqual([]);
  });

  it('with all acts and chains deleted is reported', async () => {
    await db.query.deleteFrom('audit_entry').execute();
    await db.query.deleteFrom('audit_chain').execute();
    expect(await faults()).toEqual([expect.stringContaining('acts were removed or replaced')]);
  });

  it('whose table was removed is reported', async () => {
    await sql`drop table audit_entry`.execute(db.query);
    expect(await faults()).toEqual([expect.stringContaining('audit is missing')]);
  });

  it('replaced by another sound chain is reported, and the recorded act stays as evidence', async () => {
    const before = await readFile(path.join(keysFolder, AUDIT_HEAD_FILE), 'utf8');
    const forged = (await entries()).map((entry) => ({ ...entry, subject: 'something harmless' }));
    let previous_hash = BEGINNING;
    await db.query.deleteFrom('audit_entry').execute();
    for (const entry of forged) {
      const hash = hashOf({ ...entry, previous_hash });
      await db.query
        .insertInto('audit_entry')
        .values({ ...entry, previous_hash, hash })
        .execute();
      previous_hash = hash;
    }
    await db.query.updateTable('audit_chain').set({ last_hash: previous_hash }).execute();
    expect(await faults()).toEqual([expect.stringContaining('acts were removed or replaced')]);
    const logged: string[] = [];
    await (await keepAuditHead({ db, keysFolder }, (line) => void logged.push(line))).close();
    expect(logged).toEqual([expect.stringContaining('acts were removed or replaced')]);
    expect(await readFile(path.join(keysFolder, AUDIT_HEAD_FILE), 'utf8')).toBe(before);
  });

  it('with an act of a chain that does not exist is reported', async () => {
    const [entry] = await entries();
    await withoutForeignKeys(
      `insert into audit_entry (chain_id, at, act, detail, previous_hash, hash, format) values (77, 5, 'role-granted', '{}', '${entry!.previous_hash}', '${entry!.hash}', 2)`,
    );
    expect(await faults()).toEqual([expect.stringMatching(/^Audit entry \d+ belongs to chain 77, which does not exist/)]);
  });

  it('whose account or study became another one is reported for each act', async () => {
    await db.query.updateTable('user_account').set({ email: 'someone@else.example.org' }).where('id', '=', 1).execute();
    expect(await faults()).toHaveLength(3);
    expect((await faults())[0]).toMatch(/its account is now someone@else.example.org/);
    const { actor_email } = (await entries())[0]!;
    await db.query.updateTable('user_account').set({ email: actor_email! }).where('id', '=', 1).execute();
    await db.query.updateTable('study').set({ study_id: '1.2.3.4' }).where('id', '=', 1).execute();
    expect((await faults())[0]).toMatch(/its study is now 1.2.3.4/);
  });

  it('covers the identity itself by the hash', async () => {
    await db.query.updateTable('user_account').set({ email: 'someone@else.example.org' }).where('id', '=', 1).execute();
    await db.query.updateTable('audit_entry').set({ actor_email: 'someone@else.example.org' }).execute();
    expect(await faults()).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('does not follow the one before it')));
  });

  it('with an act that a server of an earlier version wrote during the upgrade has no faults', async () => {
    const last = (await entries()).at(-1)!;
    const older = { ...last, format: 1, actor_email: null, study_code: null };
    const hash = hashOf(older);
    await db.query
      .updateTable('audit_entry')
      .set({ ...older, hash })
      .where('id', '=', last.id)
      .execute();
    await db.query.updateTable('audit_chain').set({ last_hash: hash }).execute();
    await rm(path.join(keysFolder, AUDIT_HEAD_FILE));
    await writeAuditHead({ db, keysFolder });
    expect(await faults()).toEqual([]);
  });

  it('is recorded whole when many servers write at once', async () => {
    for (let n = 4; n < 24; n += 1) {
      await record(n);
      await Promise.all(Array.from({ length: 4 }, () => writeAuditHead({ db, keysFolder })));
    }
    expect(await faults()).toEqual([]);
    expect(await readdir(keysFolder)).toEqual([AUDIT_HEAD_FILE]);
  });

  it('without the record next to the keys, or with a damaged one, is reported', async () => {
    const file = path.join(keysFolder, AUDIT_HEAD_FILE);
    await writeFile(file, '{"entry_id": 1}');
    expect(await faults()).toEqual([expect.stringContaining('is damaged')]);
    await rm(file);
    expect(await faults()).toEqual([expect.stringContaining('cannot be detected')]);
  });

  it('of an earlier version gets its identities recorded once, and reports when they change later', async () => {
    // As an earlier version wrote them: hashes without identities.
    let previous_hash = BEGINNING;
    for (const entry of await entries()) {
      const older = { ...entry, format: 1, actor_email: null, study_code: null, previous_hash };
      const hash = hashOf(older);
      await db.query
        .updateTable('audit_entry')
        .set({ ...older, hash })
        .where('id', '=', entry.id)
        .execute();
      previous_hash = hash;
    }
    await db.query.updateTable('audit_chain').set({ last_hash: previous_hash }).execute();
    await rm(path.join(keysFolder, AUDIT_HEAD_FILE));
    await recordIdentities(db);
    await recordIdentities(db);
    await record(4);
    await writeAuditHead({ db, keysFolder });
    expect(await entries()).toHaveLength(5);
    expect(await faults()).toEqual([]);
    await db.query.updateTable('user_account').set({ email: 'someone@else.example.org' }).where('id', '=', 1).execute();
    await db.query.updateTable('audit_entry').set({ actor_email: 'someone@else.example.org' }).where('format', '=', 1).execute();
    expect(await faults()).toContainEqual(expect.stringMatching(/^The accounts or studies of audit entries before \d+ were changed/));
  });
});
