import type { StatisticsServices } from './services.ts';
import { agreementHandlers } from './agreement/agreement.ts';
import { certificateHandlers } from './agreement/certificates.ts';
import { overTimeHandlers } from './agreement/over-time.ts';
import { variabilityHandlers } from './agreement/variability.ts';
import { effortAddHandlers } from './effort/add.ts';
import { effortGetHandlers } from './effort/get.ts';
import { statisticsHandlers } from './statistics.ts';

/** Handlers of the calls of statistics and agreement. */
export const handlersOfStatistics = (services: StatisticsServices) => ({
  ...statisticsHandlers(services),
  ...agreementHandlers(services),
  ...certificateHandlers(services),
  ...overTimeHandlers(services),
  ...variabilityHandlers(services),
  ...effortAddHandlers(services),
  ...effortGetHandlers(services),
});
