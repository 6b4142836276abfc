import type { ImportSource, PacsSearch } from '@echometry/contract/records/import.ts';
import type { ImportSettings } from './import-settings.ts';
import { MAX_LISTED_STUDIES } from './dicomweb/limits.ts';
import { type Found, searchStudies } from './dicomweb/search.ts';
import { pacsNamed } from './pacs-source.ts';
import { entriesOf, type FolderEntries, placeBelow } from './server-folders.ts';
import type { MaskSamples } from './mask-samples.ts';
import type { Uploads } from './uploads.ts';

/** Sources of imports, as routes see them. Impossible ones are refused in words. */
export interface Imports {
  readonly uploads: Uploads;
  /** False where several servers share the workspace: pieces of one upload would lie with several of them. */
  readonly takesUploads: boolean;
  /** Frames of devices that wait for a mask. */
  readonly samples: MaskSamples;
  /** Content below a configured folder. */
  browse: (folder: string, path: string) => Promise<FolderEntries>;
  /** Studies of a configured PACS. */
  search: (pacs: string, search: PacsSearch, signal: AbortSignal) => Promise<Found>;
  /** Refuses a source that is not there. */
  check: (source: ImportSource) => Promise<void>;
}

export const importsOf = (
  { importFolders, pacs }: ImportSettings,
  uploads: Uploads,
  { shared, samples }: { shared: boolean; samples: MaskSamples },
): Imports => ({
  uploads,
  takesUploads: !shared,
  samples,
  browse: async (folder, path) => entriesOf(await placeBelow(importFolders, folder, path)),
  search: async (name, search, signal) => searchStudies(pacsNamed(pacs, name), search, MAX_LISTED_STUDIES, signal),
  check: async (source) => {
    if (source.kind === 'folder') await placeBelow(importFolders, source.folder, source.path);
    if (source.kind === 'pacs') pacsNamed(pacs, source.pacs);
  },
});
