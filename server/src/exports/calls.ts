import type { ExportServices } from './services.ts';
import { exportHandlers } from './exports.ts';
import { jobHandlers } from './get-job.ts';
import { getPresignedUrlsHandlers } from './get-presigned-urls.ts';
import { machineHandlers } from './machine/get-machine.ts';
import { storedValuesHandlers } from './stored-values.ts';

/** Handlers of the calls of exports and jobs. */
export const handlersOfExports = (services: ExportServices) => ({
  ...getPresignedUrlsHandlers(services),
  ...jobHandlers(services),
  ...exportHandlers(services),
  ...storedValuesHandlers(services),
  ...machineHandlers(services),
});
