import { type Care, roomOf, writeInto } from '../../care.ts';
import type { Workspace } from '../../workspace.ts';
import { faultLine, scrub } from './scrub.ts';

/** Care of a workspace that is open. */
export const careOf = ({ db, objects, folder }: Pick<Workspace, 'db' | 'objects' | 'folder'>, complain: (line: string) => void): Care => ({
  scrub: async (options) => {
    const report = await scrub(db, objects, options);
    return { ...report, faults: report.faults.map(faultLine) };
  },
  disk: () => roomOf(folder),
  write: () => writeInto(folder),
  complain,
});
