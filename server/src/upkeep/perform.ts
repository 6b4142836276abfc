import { counted } from '@echometry/contract/rules/counted.ts';
import { backUp, type JobOptions } from './backup/back-up.ts';
import { LAST_BACKUP, setMeta } from '../db/meta.ts';
import { purgeQuarantine, QUARANTINE_MS } from '../objects/quarantine.ts';
import type { Quarantined } from '../objects/store.ts';
import { Refusal } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';
import { faultLine, scrub } from './scrub/scrub.ts';
import { cleanStreams } from './clean-streams.ts';
import { moveObjects, removeSource } from './move-objects.ts';
import { pruneInWords } from './prune-versions.ts';
import { reorder } from './reorder.ts';
import type { MaintenanceRequest } from './request.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const objects = (count: number): string => counted(count, 'object');
const megabytes = (rows: ReadonlyArray<{ size_bytes: number }>): string =>
  `${(rows.reduce((sum, row) => sum + row.size_bytes, 0) / 1e6).toFixed(1)} MB`;

const quarantineLine = ({ key, size_bytes, since }: Quarantined): string =>
  `${key} · ${size_bytes} bytes · since ${dayOf(since)} · may be purged from ${dayOf(since + QUARANTINE_MS)}`;

/** Does long work inside the process that owns the workspace; `alone` when that process has no clients. */
export async function performMaintenance(
  workspace: Workspace,
  request: MaintenanceRequest,
  options: JobOptions & { alone: boolean; versionsKeptDays: number },
): Promise<CommandAnswer> {
  const { db, objects: store } = workspace;
  switch (request.action) {
    case 'backup': {
      const manifest = await backUp(workspace, request.folder, options);
      await setMeta(db.query, LAST_BACKUP, String(manifest.made_at));
      const lines = [
        `${request.folder} holds a backup of everything saved before ${new Date(manifest.made_at).toISOString()}: the records, ${objects(manifest.objects.length)} (${megabytes(manifest.objects)}), keys and settings. Anyone who has it can read it: protect it like the workspace.`,
        ...manifest.left_out.map((key) => `LEFT OUT, damaged or missing: ${key}`),
        ...(manifest.left_out.length > 0 ? ['npm run admin -- scrub names the images these belong to.'] : []),
      ];
      return { lines, data: manifest, failed: manifest.left_out.length > 0 };
    }
    case 'scrub': {
      const report = await scrub(workspace, options);
      const read = `${objects(report.objects)} and ${report.documents} documents were read`;
      const lines = [
        ...report.faults.map(faultLine),
        report.cancelled
          ? `Cancelled after ${read}.`
          : report.faults.length === 0
            ? `${read}; all are what was stored.`
            : `${read}; ${report.faults.length} are damaged. Damaged images are not shown. Bring them back from a backup, or import them again.`,
      ];
      return { lines, data: report, failed: report.faults.length > 0 };
    }
    case 'clean-streams':
      return cleanStreams(workspace, options);
    case 'reorder':
      return reorder(workspace, request.place, options);
    case 'quarantine': {
      const rows = await store.quarantined();
      if (rows.length === 0) return { lines: ['The quarantine is empty.'], data: rows };
      return { lines: [...rows.map(quarantineLine), `${objects(rows.length)}, ${megabytes(rows)}.`], data: rows };
    }
    case 'quarantine-restore': {
      const keys = request.key === null ? (await store.quarantined()).map((row) => row.key) : [request.key];
      const back: string[] = [];
      for (const key of keys) if (await store.bringBack(key)) back.push(key);
      if (request.key !== null && back.length === 0) throw new Refusal(`The quarantine has no object ${request.key}.`);
      return {
        lines: [`${objects(back.length)} came back. The next start sets those apart again that no record names.`],
        data: back,
      };
    }
    case 'move-objects':
      return request.to === null ? removeSource(workspace, request, options) : moveObjects(workspace, request, options);
    case 'prune-versions':
      return pruneInWords(db, { ...options, keptDays: options.versionsKeptDays, dryRun: request.dry_run });
    case 'quarantine-purge': {
      const gone = await purgeQuarantine(db, store, options.now());
      return {
        lines: [`${objects(gone.length)}, ${megabytes(gone)}, deleted permanently. Objects younger than 30 days are kept.`],
        data: gone,
      };
    }
  }
}
