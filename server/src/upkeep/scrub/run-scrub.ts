import { type Upkeep, roomOf, writeInto } from '../../workspace/disk.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { faultsOfRecordedAudit } from '../../workspace/audit-head.ts';
import { faultLine, scrub } from './scrub.ts';

/** Care of a workspace that is open. */
export const upkeepOf = (
  workspace: Pick<Workspace, 'db' | 'objects' | 'folder' | 'keysFolder'>,
  complain: (line: string) => void,
): Upkeep => ({
  scrub: async (options) => {
    const report = await scrub(workspace, options);
    return { ...report, faults: report.faults.map(faultLine) };
  },
  disk: () => roomOf(workspace.folder),
  auditFaults: () => faultsOfRecordedAudit(workspace),
  write: () => writeInto(workspace.folder),
  complain,
});
