import { Name, Strict } from '@echometry/contract/records/strict.ts';
import { Type } from 'typebox';
import type { Pacs } from '../dicomweb/pacs.ts';
import type { ImportFolder } from './server-folders.ts';

/** An archive to search and to import from by DICOMweb. */
export const PacsServer = Strict({
  /** Name for users and in environment variables. */
  name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$' }),
  /** Root of its DICOMweb services. */
  address: Type.String({ minLength: 1, maxLength: 512 }),
  /** Account there; its password comes from ECHOMETRY_PACS_PASSWORD_{NAME}. */
  user: Type.Optional(Name),
  /** False lets the password and the images travel without TLS; true unless given. This computer needs none. */
  require_tls: Type.Optional(Type.Boolean()),
  /** True lets people send objects of their exports there; false unless given. */
  takes_exports: Type.Optional(Type.Boolean()),
});

/** A folder of the server that Admins may import from on the screen. */
export const FolderToImport = Strict({ name: Name, path: Type.String({ minLength: 1, maxLength: 4096 }) });

export interface ImportSettings {
  pacs: readonly Pacs[];
  importFolders: readonly ImportFolder[];
}
