import { dropEndedSessions } from '../db/sessions.ts';
import { dropEndedCodes } from '../login/one-time-codes.ts';
import { dropEndedFlows } from '../login/flow.ts';
import { dropForgivenFailures } from '../login/throttle.ts';
import { type Workspace } from '../workspace.ts';
import { faultLine, scrub } from './scrub/scrub.ts';

/** How often what has ended is removed, in ms. */
const EVERY_MS = 60 * 60 * 1000;
/** How often everything stored is read back, in ms. */
const SCRUB_EVERY_MS = 7 * 24 * 60 * 60 * 1000;
/** Rest after each thing the scrub read, in ms: people have the disk first. */
const SCRUB_REST_MS = 50;
const LAST_SCRUB = 'last_scrub';

/** Removes sign-ins, codes and failures that have ended. Work is never touched. */
export async function dropWhatEnded({ db }: Pick<Workspace, 'db'>, now: number): Promise<void> {
  await dropEndedSessions(db.query, now);
  await dropEndedCodes(db.query, now);
  await dropEndedFlows(db.query, now);
  await dropForgivenFailures(db.query, now);
}

/** Reads everything back once a week, and tells the log what is damaged; the date is kept, so that starts do not add up. */
export async function scrubWhenDue(
  workspace: Pick<Workspace, 'db' | 'objects'>,
  options: { signal: AbortSignal; now: () => number; log: (line: string) => void },
): Promise<boolean> {
  const { query } = workspace.db;
  const last = await query.selectFrom('workspace_meta').select('value').where('key', '=', LAST_SCRUB).executeTakeFirst();
  if (last !== undefined && options.now() - Number(last.value) < SCRUB_EVERY_MS) return false;
  const report = await scrub(workspace.db, workspace.objects, { signal: options.signal, restMs: SCRUB_REST_MS });
  for (const fault of report.faults) options.log(`DAMAGED: ${faultLine(fault)}`);
  if (report.faults.length > 0)
    options.log('Damaged images are not shown. Bring them back from a backup (docs/administration.md, "Damage").');
  if (report.cancelled) return false;
  const value = String(options.now());
  await query
    .insertInto('workspace_meta')
    .values({ key: LAST_SCRUB, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  return true;
}

/** Keeps a running server tidy until `close`; a failure is logged and tried again at the next turn. */
export function startUpkeep(workspace: Workspace, log: (line: string) => void): { close: () => Promise<void> } {
  const stop = new AbortController();
  const turn = async (): Promise<void> => {
    try {
      await dropWhatEnded(workspace, Date.now());
      await scrubWhenDue(workspace, { signal: stop.signal, now: Date.now, log });
    } catch (error) {
      log(`upkeep failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  let running: Promise<void> = Promise.resolve();
  let busy = false;
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
