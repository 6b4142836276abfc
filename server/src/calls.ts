import type { Config } from './config.ts';
import type { Handlers } from './access/call-route.ts';
import { administrationCalls } from './administration/calls.ts';
import { analysisCalls } from './analyses/calls.ts';
import { commentHandlers } from './comments/comments.ts';
import { exportCalls } from './exports/calls.ts';
import { imageCalls } from './images/calls.ts';
import { importCalls } from './imports/calls.ts';
import { loginCalls } from './login/calls.ts';
import { reviewCalls } from './reviews/calls.ts';
import { statisticsCalls } from './statistics/calls.ts';
import { studyCalls } from './studies/calls.ts';
import type { AdministrationServices } from './administration/services.ts';
import type { AnalysisServices } from './analyses/services.ts';
import type { ExportServices } from './exports/services.ts';
import type { ImageServices } from './images/services.ts';
import type { ImportServices } from './imports/services.ts';
import type { LoginServices } from './login/services.ts';
import type { StatisticsServices } from './statistics/services.ts';

/** Services that the calls of all subjects need; built once by main.ts. */
export type AllServices = { readonly config: Config } & AdministrationServices &
  AnalysisServices &
  ExportServices &
  ImageServices &
  ImportServices &
  LoginServices &
  StatisticsServices;

/** Handlers of all calls of the contract. */
export const handlersOf = (services: AllServices): Handlers => ({
  ...loginCalls(services),
  ...administrationCalls(services),
  ...studyCalls(services),
  ...imageCalls(services),
  ...analysisCalls(services),
  ...commentHandlers(services),
  ...reviewCalls(services),
  ...exportCalls(services),
  ...importCalls(services),
  ...statisticsCalls(services),
});
