import type { Services } from '../access/services.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { UrlSigner } from '../objects/signed-url.ts';

export interface ReleaseServices extends Services {
  readonly jobs: Jobs;
  readonly signer: UrlSigner;
}
