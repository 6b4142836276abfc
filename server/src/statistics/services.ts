import type { Services } from '../access/services.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { UrlSigner } from '../objects/signed-url.ts';

export interface StatisticsServices extends Services {
  readonly jobs: Jobs;
  readonly signer: UrlSigner;
}
