import type { Upkeep } from './workspace/disk.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { SecretBox } from './login/secret-box.ts';
import type { ObjectStore } from './objects/store.ts';
import type { EngineOnDemand } from './imports/engine-on-demand.ts';
import type { Snapshots } from './images/snapshot/make-snapshot.ts';
import type { Imports } from './imports/imports.ts';
import type { UrlSigner } from './objects/signed-url.ts';
import type { Jobs } from './jobs/jobs.ts';

/** Common dependencies of all routes; built once by app.ts. */
export interface Services {
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly signer: UrlSigner;
  readonly snapshots: Snapshots;
  /** There while something needs it. */
  readonly engine: EngineOnDemand;
  readonly upkeep: Upkeep;
  /** Seals what the login service keeps. */
  readonly secrets: SecretBox;
  /** Name of this installation; projects of another cloud are not offered. */
  readonly cloud: string;
  /** The workspace was marked demo at its creation. */
  readonly demo: boolean;
  /** Settings of this installation. */
  readonly config: Config;
  readonly jobs: Jobs;
  /** Where imports come from. */
  readonly imports: Imports;
  /** Milliseconds since 1970 UTC; tests hold it still. */
  readonly now: () => number;
}
