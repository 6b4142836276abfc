import path from 'node:path';

/** Where the archive of an export lies; its id is a name, never a path. */
export const archivePath = (exportsFolder: string, id: string): string => path.join(exportsFolder, `${path.basename(id)}.zip`);
