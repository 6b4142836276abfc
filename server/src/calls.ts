import type { Config } from './config.ts';
import type { Handlers } from './access/call-route.ts';
import { handlersOfAdministration } from './administration/calls.ts';
import { handlersOfAnalyses } from './analyses/calls.ts';
import { handlersOfAssignments } from './assignments/calls.ts';
import { commentHandlers } from './comments/comments.ts';
import { handlersOfCourses } from './courses/calls.ts';
import { handlersOfExports } from './exports/calls.ts';
import { gateHandlers } from './gates/calls.ts';
import { handlersOfImages } from './images/calls.ts';
import { handlersOfImports } from './imports/calls.ts';
import { handlersOfLogin } from './login/calls.ts';
import { releaseHandlers } from './releases/calls.ts';
import { handlersOfReviews } from './reviews/calls.ts';
import { handlersOfStatistics } from './statistics/calls.ts';
import { handlersOfStudies } from './studies/calls.ts';
import { queueHandlers } from './triage/queue.ts';
import { webhookHandlers } from './webhooks/calls.ts';
import type { AdministrationServices } from './administration/services.ts';
import type { AnalysisServices } from './analyses/services.ts';
import type { CourseServices } from './courses/services.ts';
import type { ExportServices } from './exports/services.ts';
import type { ImageServices } from './images/services.ts';
import type { ImportServices } from './imports/services.ts';
import type { LoginServices } from './login/services.ts';
import type { ReleaseServices } from './releases/services.ts';
import type { StatisticsServices } from './statistics/services.ts';
import type { WebhookServices } from './webhooks/services.ts';

/** Services that the calls of all subjects need; built once by main.ts. */
export type AllServices = { readonly config: Config } & AdministrationServices &
  AnalysisServices &
  CourseServices &
  ExportServices &
  ImageServices &
  ImportServices &
  LoginServices &
  ReleaseServices &
  StatisticsServices &
  WebhookServices;

/** Handlers of all calls of the contract. */
export const handlersOf = (services: AllServices): Handlers => ({
  ...handlersOfLogin(services),
  ...handlersOfAdministration(services),
  ...handlersOfStudies(services),
  ...handlersOfAssignments(services),
  ...handlersOfImages(services),
  ...handlersOfAnalyses(services),
  ...commentHandlers(services),
  ...handlersOfReviews(services),
  ...handlersOfExports(services),
  ...releaseHandlers(services),
  ...handlersOfImports(services),
  ...handlersOfStatistics(services),
  ...gateHandlers(services),
  ...queueHandlers(services),
  ...webhookHandlers(services),
  ...handlersOfCourses(services),
});
