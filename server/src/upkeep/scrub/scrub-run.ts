import { randomUUID } from 'node:crypto';
import { ScrubResult, ScrubRun } from '@echometry/contract/records/administered-work.ts';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import { recordAct } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { dropMeta, LAST_SCRUB, LAST_SCRUB_RESULT, metaOf, SCRUB_RUN, setMeta } from '../../db/meta.ts';
import type { Database } from '../../db/schema.ts';
import type { Upkeep } from '../../workspace/disk.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

type Query = Kysely<Database>;

/** A run reports its progress this often, in ms. */
const BEAT_MS = 1000;
/** A run without a report for this long is over: its server went down. In ms. */
const SILENT_MS = 30_000;
/** Faults that are kept with the result. */
const KEPT_FAULTS = 100;

/** The current run; null when there is none. It is in the database: every server of the workspace sees it. */
export async function runningScrub(query: Query, now: number): Promise<ScrubRun | null> {
  const run: unknown = JSON.parse((await metaOf(query, SCRUB_RUN)) ?? 'null');
  return Value.Check(ScrubRun, run) && now - run.seen_at < SILENT_MS ? run : null;
}

/** Result of the last run; null before the first since this is kept. */
export async function lastScrub(query: Query): Promise<ScrubResult | null> {
  const found: unknown = JSON.parse((await metaOf(query, LAST_SCRUB_RESULT)) ?? 'null');
  return Value.Check(ScrubResult, found) ? found : null;
}

/** Kept facts of a run: how many are damaged, and the first of them. */
export const scrubResult = ({
  faults,
  ...read
}: {
  at: number;
  objects: number;
  documents: number;
  faults: readonly string[];
}): ScrubResult => ({
  ...read,
  damaged: faults.length,
  faults: faults.slice(0, KEPT_FAULTS),
});

export interface ScrubContext {
  db: Db;
  upkeep: Upkeep;
  by: { userId: number; role: 'Admin' };
  now: () => number;
}

/** Begins a run and returns at once; false when another one runs already. */
export async function beginScrub(context: ScrubContext): Promise<boolean> {
  const { db, by, now } = context;
  const at = now();
  const id = randomUUID();
  const begun = await db.query.transaction().execute(async (query) => {
    if ((await runningScrub(query, at)) !== null) return false;
    await setMeta(query, SCRUB_RUN, JSON.stringify({ id, started_at: at, seen_at: at, done: 0, total: 0 } satisfies ScrubRun));
    await recordAct(query, db.dialect, {
      at,
      actorId: by.userId,
      role: by.role,
      act: 'scrub-begun',
      studyId: null,
      subject: null,
      detail: {},
    });
    return true;
  });
  if (begun) void run(context, id, at);
  return begun;
}

/** Ends the run; false when there was none. */
export async function endScrub({ db, by, now }: Omit<ScrubContext, 'upkeep'>): Promise<boolean> {
  return db.query.transaction().execute(async (query) => {
    if ((await runningScrub(query, now())) === null) return false;
    await dropMeta(query, SCRUB_RUN);
    await recordAct(query, db.dialect, {
      at: now(),
      actorId: by.userId,
      role: by.role,
      act: 'scrub-cancelled',
      studyId: null,
      subject: null,
      detail: {},
    });
    return true;
  });
}

async function run({ db, upkeep, now }: ScrubContext, id: string, startedAt: number): Promise<void> {
  const stop = new AbortController();
  let beaten = startedAt;
  let beat: Promise<void> = Promise.resolve();
  try {
    const report = await upkeep.scrub({
      signal: stop.signal,
      onProgress: ({ done, total }) => {
        if (now() - beaten < BEAT_MS) return;
        beaten = now();
        beat = saveProgress(db, { id, started_at: startedAt, seen_at: beaten, done, total }, stop);
      },
    });
    await beat;
    if (report.cancelled) return;
    const { objects, documents, faults } = report;
    const result = scrubResult({ at: now(), objects, documents, faults });
    await db.query.transaction().execute(async (query) => {
      await setMeta(query, LAST_SCRUB_RESULT, JSON.stringify(result));
      await setMeta(query, LAST_SCRUB, String(result.at));
      await dropMeta(query, SCRUB_RUN);
    });
  } catch (error) {
    upkeep.complain(`reading back what is stored failed: ${messageOf(error)}`);
    // Where this fails, too, the run counts as ended once it is silent for SILENT_MS.
    await dropMeta(db.query, SCRUB_RUN).catch(() => undefined);
  }
}

/** Stores the progress of the run, or ends it when it was replaced or cancelled. */
async function saveProgress(db: Db, at: ScrubRun, stop: AbortController): Promise<void> {
  const kept = await metaOf(db.query, SCRUB_RUN);
  const current: unknown = JSON.parse(kept ?? 'null');
  if (Value.Check(ScrubRun, current) && current.id === at.id) await setMeta(db.query, SCRUB_RUN, JSON.stringify(at));
  else stop.abort();
}
