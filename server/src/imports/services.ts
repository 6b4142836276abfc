import type { Services } from '../access/services.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SecretBox } from '../workspace/secret-box.ts';
import type { ImportSettings } from './import-settings.ts';
import type { Imports } from './imports.ts';

export interface ImportServices extends Services {
  readonly config: ImportSettings;
  /** Seals names of files and the orders of imports. */
  readonly secrets: SecretBox;
  /** Where imports come from. */
  readonly imports: Imports;
  readonly jobs: Jobs;
  /** The workspace was marked demo at its creation. */
  readonly demo: boolean;
}
