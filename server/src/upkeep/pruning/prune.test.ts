import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { EDITOR, ReviewWorld } from '../../../test/review-world.ts';
import { emailOf, NOON, SCOPE, type World } from '../../../test/world.ts';
import { faultsOfAudit } from '../../db/audit-check.ts';
import type { Db } from '../../db/connect.ts';
import { scrub } from '../scrub/scrub.ts';
import { performMaintenance } from '../perform.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type PruneReport, pruneVersions } from './prune.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const KEPT_DAYS = 30;
const never = new AbortController().signal;

interface Stored {
  id: number;
  sha256: string;
  parent_id: number | null;
  hashes: string[];
}

/** Versions as stored in a table, read without the code of the product. */
async function stored({ query }: Db, table: 'analysis_version' | 'review_version'): Promise<Stored[]> {
  const rows = await query.selectFrom(table).select(['id', 'document', 'sha256', 'parent_id']).orderBy('id').execute();
  return rows.map(({ document, ...row }) => {
    const json = gunzipSync(document).toString('utf8');
    expect(createHash('sha256').update(json).digest('hex')).toBe(row.sha256);
    const { images = [], originals = [] } = JSON.parse(json) as Partial<Record<'images' | 'originals', { sha256: string }[]>>;
    return { ...row, hashes: [...images, ...originals].map(({ sha256 }) => sha256) };
  });
}

const documentsOf = async ({ query }: Db): Promise<string[]> =>
  (await query.selectFrom('image_document').select('sha256').orderBy('sha256').execute()).map(({ sha256 }) => sha256);

/** Exactly the documents that versions name exist. */
async function expectNoLooseEnds(db: Db): Promise<void> {
  const versions = [...(await stored(db, 'analysis_version')), ...(await stored(db, 'review_version'))];
  expect(await documentsOf(db)).toEqual([...new Set(versions.flatMap(({ hashes }) => hashes))].sort());
}

describe.each(databases())('versions that the policy does not keep, on $name', ({ seeded }) => {
  let at: ReviewWorld;
  let world: World;
  beforeAll(async () => {
    at = await ReviewWorld.make(await seeded());
    world = at.world;
  });
  afterAll(() => world.close());

  const prune = (more: { dryRun?: boolean; signal?: AbortSignal; now?: number } = {}): Promise<PruneReport> =>
    pruneVersions(world.db, {
      signal: more.signal ?? never,
      now: () => more.now ?? world.now,
      keptDays: KEPT_DAYS,
      dryRun: more.dryRun ?? false,
    });
  /** Time goes by; sessions end meanwhile. */
  const wait = (ms: number): void => {
    world.now += ms;
    world.tokens.clear();
  };
  /** Some saves of the editor, five minutes from each other; the pause before them ends a sitting. */
  const sitting = async (count: number, from: string): Promise<number[]> => {
    wait(60 * MINUTE);
    const versions: number[] = [];
    for (let n = 0; n < count; n += 1) {
      world.now += 5 * MINUTE;
      versions.push(await at.edit([0, 1].map((image) => at.image(image, { view: `${from} ${image === 0 ? n : 'same'}` }))));
    }
    return versions;
  };
  const ids = async (): Promise<number[]> =>
    (await world.db.query.selectFrom('analysis_version').select('id').orderBy('id').execute()).map(({ id }) => id);
  const history = async () =>
    (await world.call(CALLS.analysisVersions, { token: await at.tokenOf('Editor'), body: { id: at.id, ...SCOPE } })).answer.versions;
  const content = async (version: number) =>
    world.call(CALLS.analysisGetVersion, { token: await at.tokenOf('Editor'), body: { id: at.id, version, ...SCOPE } });
  let first: number[] = [];
  let second: number[] = [];
  let reviewed = 0;

  it('are those amid older sittings; nothing goes while it is younger than the days that all are kept', async () => {
    first = await sitting(4, 'first');
    second = await sitting(3, 'second');
    expect(await prune({ now: world.now + 29 * DAY })).toMatchObject({ versions: 0, documents: 0, studies: 0 });
    const before = await stored(world.db, 'analysis_version');
    const counted = await prune({ now: NOON + 100 * DAY, dryRun: true });
    expect(await stored(world.db, 'analysis_version')).toEqual(before);
    expect(counted).toMatchObject({ versions: 5, reviewVersions: 0, documents: 5, studies: 1 });
    expect(counted.bytes).toBeGreaterThan(0);
  });

  it('stay where a review is based on them, where it was finished on them, and where an act names them', async () => {
    reviewed = (await at.saved(at.create({ changes: { images: [at.image(0, { view: 'reviewed' })], removed: [] }, base_version: null })))
      .base_version;
    expect(reviewed).toBe(second.at(-1));
    await at.validate(false);
    await sitting(3, 'third');
    wait(100 * DAY);
    const read = new Map<number, unknown>();
    for (const { version } of await history()) read.set(version, (await content(version)).answer.images);
    const { bytes, ...counted } = await prune({ dryRun: true });
    expect(await prune()).toEqual({ ...counted, bytes });
    const left = await ids();
    expect(left).toContain(reviewed);
    expect(left.filter((id) => [...first, ...second].includes(id))).toEqual([first[3], second[2]]);
    const listed = await history();
    expect(listed.map(({ version, parent }) => [version, parent])).toEqual([
      [left[2], second[2]],
      [second[2], first[3]],
      [first[3], null],
    ]);
    for (const { version } of listed) expect((await content(version)).answer.images).toEqual(read.get(version));
    expect((await at.review()).images.map(({ view }) => view)).toContain('reviewed');
    await expectNoLooseEnds(world.db);
  });

  it('are named in the audit without a person, and what is stored is sound', async () => {
    const acts = await world.db.query.selectFrom('audit_entry').selectAll().where('act', '=', 'versions-pruned').execute();
    expect(acts.map(({ actor_id, detail }) => [actor_id, JSON.parse(detail)])).toMatchObject([
      [null, { versions: 7, documents: 7, kept_days: KEPT_DAYS }],
    ]);
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
    expect((await scrub(world, { signal: never })).faults).toEqual([]);
  });

  it('that are gone are refused in words: to read, to bring back, to build on', async () => {
    const body = { id: at.id, ...SCOPE };
    const token = await at.tokenOf('Editor');
    const words = expect.stringContaining('Of older work, the last version of each sitting is kept') as string;
    expect(await content(first[0]!)).toMatchObject({ status: 400, error: { code: 'not-found', field: 'version', message: words } });
    const restore = { ...body, version: first[1]!, base_version: (await history())[0]!.version, save_id: 'restore-gone' };
    expect(await world.call(CALLS.analysisRestore, { token, body: restore })).toMatchObject({ status: 400, error: { code: 'not-found' } });
    const aside = world.save(EDITOR, [at.image(0)], { without_head: true, base_version: first[2]! });
    expect(await world.call(CALLS.analysisUpdate, { token, body: aside })).toMatchObject({
      status: 400,
      error: { code: 'invalid-field', field: 'base_version', message: words },
    });
  });

  it('keep a side of a conflict, what it was made from, and what was brought back', async () => {
    const fourth = await sitting(4, 'fourth');
    const token = await at.tokenOf('Editor');
    world.now += MINUTE;
    const aside = world.save(EDITOR, [at.image(0, { view: 'aside' })], { without_head: true, base_version: fourth[0]! });
    const kept = (await world.call(CALLS.analysisUpdate, { token, body: aside })).answer.version;
    wait(2 * DAY);
    const restore = { id: at.id, version: fourth[1]!, base_version: fourth[3]!, save_id: 'restore-back', ...SCOPE };
    const back = (await world.call(CALLS.analysisRestore, { token: await at.tokenOf('Editor'), body: restore })).answer.version;
    await prune({ now: world.now + 100 * DAY });
    const left = await ids();
    expect([...fourth, kept!, back!].map((id) => left.includes(id))).toEqual([true, true, false, true, true, true]);
    expect((await content(kept!)).answer.images?.map(({ view }) => view)).toEqual(['aside']);
    await expectNoLooseEnds(world.db);
  });

  it('stay where they were current while an export read', async () => {
    const fifth = await sitting(4, 'fifth');
    const { created_at } = await world.db.query
      .selectFrom('analysis_version')
      .select('created_at')
      .where('id', '=', fifth[1]!)
      .executeTakeFirstOrThrow();
    await world.records.addFinishedExport(emailOf('Data scientist'), 'an-export');
    await world.db.query
      .updateTable('job')
      .set({ created_at: created_at + 2 * MINUTE, ended_at: created_at + 3 * MINUTE })
      .execute();
    wait(100 * DAY);
    await prune();
    const left = await ids();
    expect(fifth.map((id) => left.includes(id))).toEqual([false, true, false, true]);
  });

  it('stay where a release was made from them', async () => {
    const released = await sitting(4, 'released');
    const study = await world.db.query.selectFrom('study').select('id').orderBy('id').executeTakeFirstOrThrow();
    await world.records.addRelease(emailOf('Data scientist'), [{ studyId: study.id, analysisVersion: released[1]!, reviewVersion: null }]);
    wait(100 * DAY);
    await prune();
    const left = await ids();
    expect(released.map((id) => left.includes(id))).toEqual([false, true, false, true]);
  });

  it('of reviews are removed in the same way, with the versions of the editor that only they were based on', async () => {
    await at.unvalidate();
    wait(60 * MINUTE);
    for (let n = 0; n < 4; n += 1) {
      world.now += 5 * MINUTE;
      await at.saved(at.create({ review: [at.image(0, { view: `review ${n}` }), at.image(1)] }));
    }
    const before = await stored(world.db, 'review_version');
    wait(100 * DAY);
    expect(await prune()).toMatchObject({ reviewVersions: 3 });
    const left = await stored(world.db, 'review_version');
    // The first, which was finished, is named by an act.
    expect(left.map(({ id }) => id)).toEqual([...before.slice(0, -4).map(({ id }) => id), before.at(-1)!.id]);
    expect((await at.review()).images.map(({ view }) => view)).toContain('review 3');
    await expectNoLooseEnds(world.db);
  });

  it('are removed while people save, restore and read everything back, and nothing is lost', async () => {
    await sitting(30, 'sixth');
    const long = await ids();
    wait(100 * DAY);
    let removed = 0;
    const stop = new AbortController();
    const pruning = (async () => {
      while (!stop.signal.aborted) removed += (await prune({ signal: stop.signal })).versions;
    })();
    const saved: number[] = [];
    const token = await at.tokenOf('Editor');
    const answers: number[] = [];
    const working = async () => {
      for (let n = 0; n < 30; n += 1) {
        saved.push(await at.edit([0, 1].map((image) => at.image(image, { view: `racing ${n} ${image}` }))));
        const version = long[n * 2 + 1] ?? long[0]!;
        const restore = { id: at.id, version, base_version: saved.at(-1)!, save_id: `restore-race-${n}`, ...SCOPE };
        answers.push((await world.call(CALLS.analysisRestore, { token, body: restore })).status);
      }
      return scrub(world, { signal: never });
    };
    const report = await working().finally(() => stop.abort());
    await pruning;
    expect(removed).toBeGreaterThan(0);
    expect(report.faults).toEqual([]);
    // Removed versions are refused in words; anything else was done.
    expect(new Set(answers)).toEqual(new Set([200, 400]));
    const left = new Set(await ids());
    expect(saved.every((id) => left.has(id))).toBe(true);
    expect((await content(saved.at(-1)!)).answer.images?.map(({ view }) => view)).toEqual(['racing 29 0', 'racing 29 1']);
    await expectNoLooseEnds(world.db);
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
  });

  it('are kept where a version is damaged: its documents are unknown', async () => {
    wait(100 * DAY);
    await prune();
    await sitting(3, 'seventh');
    wait(100 * DAY);
    const { query } = world.db;
    const all = await ids();
    const { document } = await query
      .selectFrom('analysis_version')
      .select('document')
      .where('id', '=', all.at(-1)!)
      .executeTakeFirstOrThrow();
    const set = (bytes: Uint8Array) =>
      query.updateTable('analysis_version').set({ document: bytes }).where('id', '=', all.at(-1)!).execute();
    await set(Buffer.from('damaged'));
    expect(await prune()).toMatchObject({ versions: 0, damaged: [{ study: at.id }] });
    expect(await ids()).toEqual(all);
    await set(document);
    expect(await prune()).toMatchObject({ versions: 2, damaged: [] });
  });

  it('continue after an interruption, and the command reports removed ones', async () => {
    await sitting(3, 'eighth');
    wait(100 * DAY);
    const stop = new AbortController();
    stop.abort();
    expect(await prune({ signal: stop.signal })).toMatchObject({ versions: 0, cancelled: true });
    const ask = (dry_run: boolean) =>
      performMaintenance(
        { db: world.db } as Workspace,
        { command: 'maintain', action: 'prune-versions', dry_run },
        { signal: never, now: () => world.now, alone: true, versionsKeptDays: KEPT_DAYS },
      );
    expect((await ask(true)).lines[0]).toMatch(/^2 versions, 0 versions of reviews, 2 documents, 0\.\d MB, of 1 study would go\.$/);
    expect((await ask(false)).lines[0]).toMatch(/^2 versions, 0 versions of reviews, 2 documents, 0\.\d MB, of 1 study removed\.$/);
    expect((await ask(true)).lines[0]).toMatch(/^0 versions/);
  });
});
