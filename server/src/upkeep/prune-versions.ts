import { counted } from '@echometry/contract/rules/counted.ts';
import type { Db } from '../db/connect.ts';
import { pruneVersions, type PruneOptions, type PruneReport } from './pruning/prune.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';

function wordsOf({ versions, reviewVersions, documents, bytes, studies }: PruneReport, verb: string): string {
  const what = [counted(versions, 'version'), `${counted(reviewVersions, 'version')} of reviews`, counted(documents, 'document')];
  return `${what.join(', ')}, ${(bytes / 1e6).toFixed(1)} MB, of ${counted(studies, 'study', 'studies')} ${verb}.`;
}

/** Removes versions that the policy does not keep, or lists them. */
export async function pruneInWords(db: Db, options: PruneOptions): Promise<CommandAnswer> {
  const report = await pruneVersions(db, options);
  const lines = [
    ...report.damaged.map(({ study, detail }) => `LEFT ALONE, damaged: study ${study}, ${detail}`),
    ...(report.damaged.length > 0 ? ['npm run admin -- scrub names all that is damaged; bring it back from a backup.'] : []),
    ...(report.cancelled ? ['Cancelled before all studies were looked at.'] : []),
    wordsOf(report, options.dryRun ? 'would go' : 'removed'),
    `Kept are all versions of the last ${counted(options.keptDays, 'day')}, of older work the last of each sitting, and every version that is referenced.`,
  ];
  return { lines, data: report, failed: report.damaged.length > 0 };
}
