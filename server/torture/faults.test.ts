import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { databases } from '../test/databases.ts';
import { databaseName } from '../test/postgres.ts';
import { seeded } from '../test/random-record.ts';
import { freshBucket, hasS3 } from '../test/s3.ts';
import { temporaryFolder } from '../test/temporary.ts';
import { isRoot, mountSmallDisk, NOBODY, openFolder } from './faults/places.ts';
import { slowDisk, SLOWER_MS } from './faults/slow-disk.ts';
import { isClear, nothingIsLost, Persistence } from './faults/suffering.ts';
import { Victim } from './kill-rounds.ts';
import { IS_LONG, RECOVERY_MS, SEED } from './limits.ts';
import { pause } from './pause.ts';
import { Relay } from './relay.ts';
import { killed, startOn, stopped } from './server.ts';
import { makeSite, type Site } from './site.ts';
import { Tally } from './tally.ts';
import { exportRequest, verifyExport } from './activities/exporting.ts';
import { importEnded, importOrder, writeFiles } from './activities/importing.ts';

/** Drawn studies of these sites: exports are not what is tried most. */
const DRAWN = 3;
/** Times that a fault comes and goes. */
const TIMES = IS_LONG ? 12 : 2;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIMEOUT_MS = IS_LONG ? 900_000 : 120_000;

const random = seeded(SEED);
const upTo = (ms: number): Promise<void> => pause(random() * ms);

/** Ends a trial: the server goes, the books are compared once more, and the line of the table is written. */
async function concluded(victim: Victim, tally: Tally, name: string, met: boolean, recoveryMs: number): Promise<void> {
  const before = victim.ledger.faults.length;
  await nothingIsLost(victim);
  await victim.end();
  const { faults, saves } = victim.ledger;
  tally.add(name, { met, acknowledged: saves.length, lost: faults.filter((fault) => fault.startsWith('LOST')).length, recoveryMs });
  expect(faults, `${before} before the end`).toEqual([]);
  expect(met, `${name} met the server`).toBe(true);
}

/** A site whose server reaches PostgreSQL over a network that can fail; SQLite has none. */
async function relayed(location: DatabaseLocation, options: { within?: string } = {}): Promise<{ relay: Relay | null; site: Site }> {
  const site = await makeSite(location, { drawn: DRAWN, ...options });
  if (location.kind === 'sqlite') return { relay: null, site };
  const { hostname, port } = new URL(location.url);
  const relay = await Relay.before({ host: hostname, port: Number(port) });
  const url = `postgres://echometry@127.0.0.1:${relay.port}/${databaseName(location.url)}`;
  return { relay, site: { ...site, env: { ECHOMETRY_DATABASE_URL: url } } };
}

/** Saves until the server refuses one; returns the refusal. */
async function refusalOf(victim: Victim, mark: string) {
  const suffering = new Persistence(victim, random, mark);
  const [saver] = victim.people.savers;
  for (let n = 0; n < 5000 && suffering.refusals.length === 0; n += 1) await suffering.save(saver!, n, 0);
  victim.ledger.faults.length = 0;
  return suffering.refusals[0] ?? null;
}

const engines = databases();

describe.each(engines)('a server on $name', ({ name, fresh }) => {
  const tally = new Tally(name);

  it(
    'on a full disk refuses in words, keeps what it acknowledged, and goes on when there is room',
    { timeout: TIMEOUT_MS },
    async (context) => {
      if (!isRoot('A full disk')) return context.skip();
      const disk = path.join(await openFolder(), 'disk');
      await mkdir(disk);
      const location = await fresh();
      if (!mountSmallDisk(disk, location.kind === 'sqlite' ? 32 : 64, location.kind === 'sqlite' ? '0' : 'postgres')) return context.skip();
      const space = `small_${process.pid}`;
      const database = location.kind === 'postgres' ? databaseName(location.url) : '';
      const administer = async (...statements: string[]): Promise<void> => {
        if (location.kind !== 'postgres') return;
        const client = new pg.Client({ connectionString: location.url.replace(`/${database}`, '/postgres') });
        await client.connect();
        for (const statement of statements) await client.query(statement);
        await client.end();
      };
      // PostgreSQL's own disk is not ours to fill: the tables of this workspace are on a small one.
      await administer(`create tablespace ${space} location '${disk}'`, `alter database ${database} set tablespace ${space}`);
      const ballast = path.join(disk, 'ballast');
      const site = await makeSite(location, { drawn: DRAWN, ...(location.kind === 'sqlite' ? { within: disk } : {}) });
      const victim = await Victim.start(site);
      let [met, recoveryMs] = [true, 0];
      for (let time = 0; time < TIMES; time += 1) {
        spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'], { stdio: 'ignore' });
        const refusal = await refusalOf(victim, `full-${time}`);
        met &&= refusal?.status === 507 && refusal.code === 'storage-full';
        await nothingIsLost(victim);
        await rm(ballast);
        const begun = performance.now();
        await new Persistence(victim, random, `room-${time}`).save(victim.people.savers[0]!, 0);
        recoveryMs = Math.max(recoveryMs, performance.now() - begun);
      }
      await concluded(victim, tally, 'full disk', met, recoveryMs);
      await administer(`drop database ${database} with (force)`, `drop tablespace ${space}`);
    },
  );

  it('in a folder that became read-only reports it, and works again when it may write', { timeout: TIMEOUT_MS }, async (context) => {
    if (!isRoot('A read-only folder')) return context.skip();
    const place = await openFolder();
    const { site, relay } = await relayed(await fresh(), { within: place });
    const own = (mode: string): void => void spawnSync('chmod', ['-R', mode, place]);
    spawnSync('chown', ['-R', String(NOBODY), place, path.dirname(site.incoming)]);
    // The folder of the test file is closed to others; imports are read from below it.
    site.incoming = path.join(place, 'incoming');
    await mkdir(site.incoming, { mode: 0o755 });
    await writeFile(path.join(site.folder, 'config.json'), JSON.stringify({ import_folders: [{ name: 'incoming', path: site.incoming }] }));
    const victim = await Victim.start(site, { uid: NOBODY });
    const { admin, savers } = victim.people;
    await writeFiles(path.join(site.incoming, 'a'), 1, 6);
    own('a-w');
    await admin.ask(CALLS.importsCreate, importOrder('read-only-import', 'a'));
    await pause(1500);
    const during = await admin.ask(CALLS.importsReport, { id: 'read-only-import', outcome: null, offset: 0, limit: 10 });
    const suffering = new Persistence(victim, random, 'read-only');
    await suffering.save(savers[0]!, 0, 0);
    expect(suffering.refusals.filter((refusal) => !isClear(refusal))).toEqual([]);
    victim.ledger.faults.length = 0;
    await stopped(victim.server.child);
    await expect(startOn(site, { uid: NOBODY })).rejects.toThrow(/may not be written|read-only/i);
    own('u+w');
    await victim.restart();
    const done = await importEnded(admin, 'read-only-import');
    const again =
      done?.record.status === 'finished'
        ? done
        : (await admin.ask(CALLS.importsCreate, importOrder('writable-import', 'a')), await importEnded(admin, 'writable-import'));
    expect(again?.record.counts).toMatchObject({ skipped: 0, conflict: 0 });
    await new Persistence(victim, random, 'writable').save(savers[0]!, 0);
    await concluded(victim, tally, 'read-only folder', during.import.status !== 'finished', victim.server.readyMs);
    relay?.close();
  });

  it('whose clock jumps loses nothing, shows the newest work and ends its jobs', { timeout: TIMEOUT_MS }, async () => {
    const clock = path.join(await temporaryFolder('clock'), 'offset');
    const jumpTo = async (ms: number): Promise<void> => {
      await writeFile(clock, String(ms));
      await pause(100);
    };
    await writeFile(clock, '0');
    const site = await makeSite(await fresh(), { drawn: DRAWN });
    const preload = path.join(import.meta.dirname, 'faults', 'clock-preload.mjs');
    const victim = await Victim.start(site, { node: ['--import', preload], env: { ECHOMETRY_TORTURE_CLOCK: clock } });
    const jumps = [HOUR_MS, -HOUR_MS, 5 * DAY_MS, 0, -400 * DAY_MS, 0, 40 * DAY_MS, 0];
    let longest = 0;
    for (const [turn, jump] of jumps.slice(0, IS_LONG ? jumps.length : 5).entries()) {
      await jumpTo(jump);
      const suffering = new Persistence(victim, random, `clock-${turn}`);
      for (let n = 0; n < 4; n += 1) for (const saver of victim.people.savers) await suffering.save(saver, n);
      longest = Math.max(longest, suffering.longestMs);
      // A session that ended by the clock is the only thing that may be refused.
      expect(suffering.refusals.filter(({ status }) => status !== 401)).toEqual([]);
      const { scientist } = victim.people;
      await scientist.signIn(victim.server.url);
      await scientist.ask(CALLS.exportsCreateMeasurements, exportRequest(`export-at-${turn}`, scientist.email));
      await verifyExport(victim, `export-at-${turn}`);
      expect(victim.ledger.faults).toEqual([]);
    }
    await jumpTo(0);
    for (const person of [...victim.people.savers, victim.people.viewer]) await person.signIn(victim.server.url);
    await concluded(victim, tally, 'clock jumps', true, longest);
  });

  it.runIf(name === 'SQLite')('on a slow disk saves slowly, and loses nothing', { timeout: TIMEOUT_MS }, async (context) => {
    if (spawnSync('strace', ['-V']).status !== 0) {
      process.stdout.write('SKIPPED: strace is not installed, so a slow disk was not tried\n');
      return context.skip();
    }
    const site = await makeSite(await fresh(), { drawn: DRAWN });
    const victim = await Victim.start(site);
    const fast = new Persistence(victim, random, 'fast');
    for (let n = 0; n < 6; n += 1) await fast.save(victim.people.savers[0]!, n);
    const end = await slowDisk(victim.server.child);
    const slow = new Persistence(victim, random, 'slow');
    let over = false;
    const saving = slow.until(() => over);
    await pause(TIMES * 2500);
    // A kill while a commit waits for the disk.
    await killed(victim.server.child);
    over = true;
    await end();
    await victim.restart();
    await saving;
    expect(slow.refusals).toEqual([]);
    await concluded(victim, tally, 'slow disk', slow.longestMs > SLOWER_MS && slow.longestMs > fast.longestMs, victim.server.readyMs);
  });

  it.runIf(name === 'PostgreSQL')(
    'whose database is slow, cut off or silent says so, and goes on without a hand',
    { timeout: TIMEOUT_MS },
    async () => {
      const { relay, site } = await relayed(await fresh());
      if (relay === null) throw new Error('PostgreSQL is reached over a network');
      const victim = await Victim.start(site);
      const { scientist } = victim.people;
      // The claim of a job that lost its database runs out after a minute, which the short form does not wait for.
      if (IS_LONG) await scientist.ask(CALLS.exportsCreateMeasurements, exportRequest('export-away', scientist.email));
      const suffering = new Persistence(victim, random, 'away');
      let over = false;
      const saving = suffering.until(() => over);
      let recoveryMs = 0;
      for (let time = 0; time < TIMES; time += 1) {
        for (const weather of ['cut', 'stalled'] as const) {
          await upTo(500);
          relay.weather = weather;
          await pause(1000 + random() * 3000);
          relay.weather = 'fair';
          const [begun, before] = [performance.now(), suffering.acknowledged];
          while (suffering.acknowledged === before && performance.now() - begun < RECOVERY_MS) await pause(20);
          recoveryMs = Math.max(recoveryMs, performance.now() - begun);
        }
        relay.delayMs = 40;
        await pause(2000);
        relay.delayMs = 0;
      }
      over = true;
      await saving;
      expect(
        suffering.refusals.filter((refusal) => !isClear(refusal)),
        victim.server.complaints(),
      ).toEqual([]);
      if (IS_LONG) await verifyExport(victim, 'export-away');
      const met = suffering.refusals.length > 0;
      await stopped(victim.server.child);
      relay.weather = 'cut';
      await expect(startOn(site)).rejects.toThrow(/PostgreSQL/);
      relay.weather = 'fair';
      await victim.restart();
      await concluded(victim, tally, 'database away', met, recoveryMs);
      relay.close();
    },
  );

  it.runIf(hasS3())(
    'whose bucket is away goes on saving, says why there are no images, and has them back with it',
    { timeout: TIMEOUT_MS },
    async () => {
      const bucket = await freshBucket();
      const { hostname, port } = new URL(bucket.endpoint);
      const relay = await Relay.before({ host: hostname, port: Number(port) });
      const { bucket: named, prefix, accessKeyId, secretAccessKey } = bucket;
      const made = await makeSite(await fresh(), { drawn: DRAWN, bucket });
      const site = {
        ...made,
        env: {
          ...made.env,
          ECHOMETRY_OBJECT_STORE: JSON.stringify({ endpoint: `http://127.0.0.1:${relay.port}`, bucket: named, prefix }),
          ECHOMETRY_S3_ACCESS_KEY_ID: accessKeyId,
          ECHOMETRY_S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      };
      const victim = await Victim.start(site);
      const { admin, viewer, savers } = victim.people;
      const [patient] = site.seeded.studyId.split('_');
      const [image] = (await viewer.ask(CALLS.getUrls, { bucket: '0', object: `US/${patient}/20260102/` })).filter(
        ({ kind }) => kind === 'dicom',
      );
      const look = async (): Promise<number> => (await fetch(victim.server.url + (image?.url ?? ''))).status;
      const suffering = new Persistence(victim, random, 'no-bucket');
      let recoveryMs = 0;
      const seen: number[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        expect(await look()).toBe(200);
        relay.weather = 'cut';
        await suffering.save(savers[0]!, time);
        seen.push(await look());
        if (IS_LONG && time === 0) {
          await writeFiles(path.join(site.incoming, 'away'), 1, 6);
          await admin.ask(CALLS.importsCreate, importOrder('import-away', 'away'));
          await pause(3000);
        }
        relay.weather = 'fair';
        const begun = performance.now();
        while ((await look()) !== 200 && performance.now() - begun < RECOVERY_MS) await pause(50);
        recoveryMs = Math.max(recoveryMs, performance.now() - begun);
      }
      expect(suffering.refusals).toEqual([]);
      expect(new Set(seen)).toEqual(new Set([503]));
      if (IS_LONG) expect((await importEnded(admin, 'import-away'))?.record).toMatchObject({ status: 'finished', counts: { imported: 6 } });
      await concluded(victim, tally, 'bucket away', true, recoveryMs);
      relay.close();
    },
  );

  it('is written down', () => tally.report('faults', []));
});
