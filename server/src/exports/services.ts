import type { Services } from '../access/services.ts';
import type { Pacs } from '../dicomweb/pacs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { UrlSigner } from '../objects/signed-url.ts';
import type { ExportResults } from './export-jobs.ts';

export interface ExportSettings {
  /** Days that an export is kept. */
  exportsKeptDays: number;
  /** Where objects of exports may be sent. */
  pacsForExports: readonly Pacs[];
}

export interface ExportServices extends Services {
  readonly config: ExportSettings;
  readonly jobs: Jobs;
  readonly exports: ExportResults;
  readonly signer: UrlSigner;
}
