import type { Services } from '../access/services.ts';
import type { EngineOnDemand } from '../imports/engine-on-demand.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LoginSettings } from '../login/login-settings.ts';
import type { MailConfig } from '../mail/mail-settings.ts';
import type { ObjectStore } from '../objects/store.ts';
import type { Upkeep } from '../workspace/disk.ts';

export interface AdministrationServices extends Services {
  readonly config: LoginSettings & { mail: MailConfig | null };
  readonly objects: ObjectStore;
  readonly upkeep: Upkeep;
  readonly engine: EngineOnDemand;
  readonly jobs: Jobs;
}
