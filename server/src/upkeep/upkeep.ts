import { randomUUID } from 'node:crypto';
import { inTurn, type Turn } from '../db/turns.ts';
import { dropCountsBefore } from '../db/call-counts.ts';
import { dropCrashedLeases } from '../db/study-leases.ts';
import { UNNAMED_AFTER_MS } from '../objects/limits.ts';
import { sortUnknownObjects } from '../objects/quarantine.ts';
import { forgetEndedOrders, forgetNames } from '../db/imports.ts';
import { forgetAllEnded } from '../db/jobs.ts';
import { PREDICTIONS_KIND } from '../imports/predictions/predictions-job.ts';
import { LAST_SCRUB, LAST_SCRUB_RESULT, metaOf, setMeta } from '../db/meta.ts';
import { scrubResult } from './scrub/scrub-run.ts';
import { dropEndedTokens } from '../db/personal-tokens.ts';
import { dropEndedSessions } from '../db/sessions.ts';
import { dropEndedDeliveries } from '../db/webhooks.ts';
import { CALL_WINDOW_MS, NAMES_KEPT_DAYS } from '../limits.ts';
import { dropEndedCodes } from '../login/one-time-codes.ts';
import { dropEndedFlows } from '../login/flow.ts';
import { dropForgivenFailures } from '../login/throttle.ts';
import { pruneVersions } from './pruning/prune.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { beginRepeats } from '../assignments/repeats.ts';
import { reorderAfterUpgrade } from './reorder.ts';
import { faultLine, scrub } from './scrub/scrub.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { counted } from '@echometry/contract/rules/counted.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often what has ended is removed, in ms. */
const EVERY_MS = 60 * 60 * 1000;
/** How often everything stored is read back, in ms. */
const SCRUB_EVERY_MS = 7 * 24 * 60 * 60 * 1000;
/** Rest after each thing the scrub read, in ms: people have the disk first. */
const SCRUB_REST_MS = 50;
/** How long one server has the turn of reading everything back, in ms: hours, where there are terabytes. */
const SCRUB_LEASE_MS = 24 * 60 * 60 * 1000;
/** How often the objects of a bucket are compared with the records, and how long one server has the turn, in ms. */
const SORT_EVERY_MS = 24 * 60 * 60 * 1000;
const SORT_LEASE_MS = 6 * 60 * 60 * 1000;
/** How often versions that the policy does not keep are removed, and how long one server has the turn, in ms. */
const PRUNE_EVERY_MS = 24 * 60 * 60 * 1000;
const PRUNE_LEASE_MS = 6 * 60 * 60 * 1000;
/** How long one server has the turn of sorting the studies of earlier versions, in ms. */
const ORDER_LEASE_MS = 6 * 60 * 60 * 1000;
/** How long one server has the turn of beginning repeats, in ms. */
const REPEATS_LEASE_MS = 10 * 60 * 1000;
/** Rest after each transaction that removes versions, in ms: people save first. */
const PRUNE_REST_MS = 100;

/** Removes sign-ins, tokens, codes, failures and deliveries of webhooks that have ended. Work is never touched. */
export async function dropWhatEnded({ db }: Pick<Workspace, 'db'>, now: number): Promise<void> {
  await dropEndedSessions(db.query, now);
  await dropEndedTokens(db.query, now);
  await dropEndedCodes(db.query, now);
  await dropEndedFlows(db.query, now);
  await dropForgivenFailures(db.query, now);
  // The window before stays: clocks of servers differ a little.
  await dropCountsBefore(db.query, now - 2 * CALL_WINDOW_MS);
  await dropCrashedLeases(db.query, now);
  await dropEndedDeliveries(db.query, now);
  await forgetEndedOrders(db.query);
  await forgetNames(db.query, now - NAMES_KEPT_DAYS * DAY_MS);
  await forgetAllEnded(db.query, PREDICTIONS_KIND, now - NAMES_KEPT_DAYS * DAY_MS);
}

/** Reads everything back once a week, and logs damage; the date is kept, so that starts do not add up. */
export async function scrubWhenDue(
  workspace: Pick<Workspace, 'db' | 'objects'> & Partial<Pick<Workspace, 'keysFolder'>>,
  options: { signal: AbortSignal; now: () => number; log: (line: string) => void },
): Promise<boolean> {
  const { query } = workspace.db;
  const last = await metaOf(query, LAST_SCRUB);
  if (last !== null && options.now() - Number(last) < SCRUB_EVERY_MS) return false;
  const report = await scrub(workspace, { signal: options.signal, restMs: SCRUB_REST_MS });
  for (const fault of report.faults) options.log(`DAMAGED: ${faultLine(fault)}`);
  if (report.faults.length > 0)
    options.log('Damaged images are not shown. Bring them back from a backup (docs/administration.md, "Damage").');
  if (report.cancelled) return false;
  const at = options.now();
  await setMeta(query, LAST_SCRUB, String(at));
  const { objects, documents, faults } = report;
  await setMeta(query, LAST_SCRUB_RESULT, JSON.stringify(scrubResult({ at, objects, documents, faults: faults.map(faultLine) })));
  return true;
}

/** Sets apart objects of a bucket that no record names, except objects that an import may still record. */
export async function sortBucket(
  { db, objects, place }: Pick<Workspace, 'db' | 'objects' | 'place'>,
  now: number,
  log: (line: string) => void,
): Promise<void> {
  // A folder is sorted at each start (main.ts).
  if (place.kind === 'folder') return;
  const { setApart, broughtBack } = await sortUnknownObjects(db, objects, now, now - UNNAMED_AFTER_MS);
  if (broughtBack > 0) log(`${counted(broughtBack, 'object')} that records name came back from the quarantine.`);
  if (setApart > 0)
    log(
      `${counted(setApart, 'stored object that no record names was', 'stored objects that no record names were')} set apart; nothing was deleted.`,
    );
}

/** Removes versions that the policy does not keep; studies with damage are skipped and named. */
export async function pruneOldVersions(
  { db }: Pick<Workspace, 'db'>,
  options: { signal: AbortSignal; now: () => number; log: (line: string) => void; keptDays: number },
): Promise<void | 'undone'> {
  const { damaged, cancelled } = await pruneVersions(db, { ...options, dryRun: false, restMs: PRUNE_REST_MS });
  for (const { study, detail } of damaged) options.log(`DAMAGED: versions of study ${study} are not looked through, ${detail}`);
  if (cancelled) return 'undone';
}

export interface UpkeepOptions {
  log: (line: string) => void;
  /** Removes idle uploads. */
  dropIdle: () => Promise<void>;
  /** Days that every version is kept. */
  versionsKeptDays: number;
}

/** Keeps a running server tidy until `close`; a failure is logged and tried again at the next turn. */
export function startUpkeep(
  workspace: Workspace,
  { log, dropIdle, versionsKeptDays: keptDays }: UpkeepOptions,
): { close: () => Promise<void> } {
  const stop = new AbortController();
  const { query } = workspace.db;
  const holder = randomUUID();
  const turnOf = (name: string, leaseMs: number, everyMs = 0): Turn => ({ name, holder, leaseMs, everyMs });
  const failed = (error: unknown): void => log(`upkeep failed: ${messageOf(error)}`);
  const atStart = async (): Promise<void> => {
    try {
      await inTurn(query, turnOf('image order', ORDER_LEASE_MS), Date.now, () =>
        reorderAfterUpgrade(workspace, { signal: stop.signal, now: Date.now, log }),
      );
    } catch (error) {
      failed(error);
    }
  };
  const turn = async (): Promise<void> => {
    try {
      await dropWhatEnded(workspace, Date.now());
      await dropIdle();
      await inTurn(query, turnOf('repeats', REPEATS_LEASE_MS), Date.now, async () => {
        await beginRepeats(workspace.db, Date.now());
      });
      await inTurn(query, turnOf('objects', SORT_LEASE_MS, SORT_EVERY_MS), Date.now, () => sortBucket(workspace, Date.now(), log));
      await inTurn(query, turnOf('versions', PRUNE_LEASE_MS, PRUNE_EVERY_MS), Date.now, () =>
        pruneOldVersions(workspace, { signal: stop.signal, now: Date.now, log, keptDays }),
      );
      await inTurn(query, turnOf('scrub', SCRUB_LEASE_MS), Date.now, async () => {
        await scrubWhenDue(workspace, { signal: stop.signal, now: Date.now, log });
      });
    } catch (error) {
      failed(error);
    }
  };
  let busy = true;
  let running = atStart().finally(() => {
    busy = false;
  });
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = turn().finally(() => {
      busy = false;
    });
  }, EVERY_MS);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
}
