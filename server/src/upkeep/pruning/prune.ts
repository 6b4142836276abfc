import { setImmediate as othersTurn, setTimeout as rest } from 'node:timers/promises';
import { Damage } from '../../errors.ts';
import type { Db } from '../../db/connect.ts';
import { studiesAfter, studyCount, timesOfJobs } from '../../db/kept-versions.ts';
import { EXPORT_KIND } from '../../exports/export-jobs.ts';
import { RELEASE_KIND } from '../../releases/release-kind.ts';
import { joined, type Period } from './policy.ts';
import { countStudy, type Pruned, pruneStudyOnce, type StudyToPrune } from './prune-study.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Studies whose numbers are read at once. */
const STUDIES_AT_ONCE = 500;
/** Clocks of servers agree within a few seconds; what an export read is looked for around its time, in ms. */
const CLOCKS_DIFFER_MS = 60 * 1000;

export interface PruneOptions {
  signal: AbortSignal;
  now: () => number;
  /** Days that every version is kept. */
  keptDays: number;
  /** Counts what would go, and removes nothing. */
  dryRun: boolean;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Rest after each transaction, in ms: people have the records first. */
  restMs?: number;
}

export interface PruneReport extends Pruned {
  studies: number;
  /** Studies skipped because one of their versions is damaged. */
  damaged: { study: string; detail: string }[];
  cancelled: boolean;
}

function add(report: PruneReport, pruned: Pruned): void {
  for (const key of ['versions', 'reviewVersions', 'documents', 'bytes'] as const) report[key] += pruned[key];
}

/** Everything of one study that the policy does not keep; true when there was something. */
async function pruneStudy(db: Db, study: StudyToPrune, report: PruneReport, options: PruneOptions): Promise<boolean> {
  if (options.dryRun) {
    const counted = await countStudy(db, study);
    if (counted !== null) add(report, counted);
    return counted !== null;
  }
  let some = false;
  while (!options.signal.aborted) {
    const pruned = await pruneStudyOnce(db, study, { now: options.now(), keptDays: options.keptDays });
    if (pruned === null) break;
    add(report, pruned);
    some = true;
    if (options.restMs !== undefined) await rest(options.restMs);
  }
  return some;
}

/** When exports and releases of a project read what was current. */
async function readsOf({ query }: Db, projectId: number): Promise<Period[]> {
  const times = (await Promise.all([EXPORT_KIND, RELEASE_KIND].map((kind) => timesOfJobs(query, kind, projectId)))).flat();
  return joined(
    times.map(({ created_at, ended_at }) => ({
      from: created_at - CLOCKS_DIFFER_MS,
      to: ended_at === null ? Infinity : ended_at + CLOCKS_DIFFER_MS,
    })),
  );
}

/**
 * Removes the versions of analyses and reviews that the policy does not keep (docs/why/storage.md#which-versions-are-kept),
 * study by study in separate transactions: it may end anywhere and begin again.
 */
export async function pruneVersions(db: Db, options: PruneOptions): Promise<PruneReport> {
  const report: PruneReport = { studies: 0, versions: 0, reviewVersions: 0, documents: 0, bytes: 0, damaged: [], cancelled: false };
  const since = options.now() - options.keptDays * DAY_MS;
  const total = await studyCount(db.query);
  const reads = new Map<number, Period[]>();
  let done = 0;
  for (let after = 0; !options.signal.aborted;) {
    const studies = await studiesAfter(db.query, after, STUDIES_AT_ONCE);
    if (studies.length === 0) return report;
    for (const { id, study_id, project_id } of studies) {
      if (options.signal.aborted) break;
      const known = reads.get(project_id) ?? (await readsOf(db, project_id));
      reads.set(project_id, known);
      try {
        if (await pruneStudy(db, { studyId: id, since, reads: known }, report, options)) report.studies += 1;
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        report.damaged.push({ study: study_id, detail: error.message });
      }
      // SQLite returns at once: without this, a server would handle no request until all studies are through.
      await othersTurn();
      after = id;
      done += 1;
      options.onProgress?.({ done, total: Math.max(total, done) });
    }
  }
  report.cancelled = true;
  return report;
}
