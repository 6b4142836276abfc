import type { Services } from '../access/services.ts';
import type { ExportResults } from '../exports/export-jobs.ts';
import type { EngineOnDemand } from '../imports/engine-on-demand.ts';
import type { UrlSigner } from '../objects/signed-url.ts';
import type { ObjectStore } from '../objects/store.ts';
import type { Snapshots } from './snapshot/make-snapshot.ts';

export interface ImageServices extends Services {
  readonly objects: ObjectStore;
  readonly signer: UrlSigner;
  readonly snapshots: Snapshots;
  /** There while something needs it. */
  readonly engine: EngineOnDemand;
  readonly exports: ExportResults;
}
