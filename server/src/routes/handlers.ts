import type { Handlers } from '../http/call-route.ts';
import type { Services } from '../services.ts';
import { acceptTermsHandlers } from './admin/accept-terms.ts';
import { actAsHandlers } from './admin/act-as.ts';
import { configGetHandlers } from './admin/config-get.ts';
import { auditHandlers } from './admin/audit.ts';
import { administeredJobHandlers } from './admin/jobs.ts';
import { storageHandlers } from './admin/storage.ts';
import { configurationHandlers } from './admin/configuration.ts';
import { peopleHandlers } from './admin/people.ts';
import { projectsHandlers } from './admin/projects.ts';
import { projectsGetHandlers } from './admin/projects-get.ts';
import { settingsHandlers } from './admin/settings.ts';
import { usersGetHandlers } from './admin/users-get.ts';
import { downloadRawHandlers } from './analysis/download-raw.ts';
import { analysisGetHandlers } from './analysis/get.ts';
import { historyHandlers } from './analysis/history.ts';
import { lastUpdateHandlers } from './analysis/last-update.ts';
import { analysisUpdateHandlers } from './analysis/update.ts';
import { commentHandlers } from './comments/comments.ts';
import { demoHandlers } from './auth/demo.ts';
import { exchangeHandlers } from './auth/exchange.ts';
import { sessionHandlers } from './auth/session.ts';
import { signOutHandlers } from './auth/sign-out.ts';
import { agreementHandlers } from './agreement/agreement.ts';
import { exportHandlers } from './exports/exports.ts';
import { importHandlers } from './imports/imports.ts';
import { maskHandlers } from './imports/masks.ts';
import { uploadHandlers } from './imports/uploads.ts';
import { filesGetHandlers } from './files/get.ts';
import { filesSetColoursHandlers } from './files/set-colours.ts';
import { filesUpdateHandlers } from './files/update.ts';
import { createSnapshotHandlers } from './minio/create-snapshot.ts';
import { deleteTeamReviewHandlers } from './minio/delete-team-review.ts';
import { getUrlsHandlers } from './minio/get-urls.ts';
import { consensusHandlers } from './reviews/consensus.ts';
import { issueHandlers } from './reviews/issues.ts';
import { jobHandlers } from './jobs/jobs.ts';
import { getPresignedUrlsHandlers } from './minio/get-presigned-urls.ts';
import { statisticsHandlers } from './statistics/statistics.ts';
import { reviewHandlers } from './reviews/reviews.ts';
import { reviewStateHandlers } from './reviews/states.ts';
import { statusHandlers } from './status/status.ts';
import { passesHandlers } from './passes/passes.ts';
import { patientHandlers } from './patients/patients.ts';
import { studiesGetHandlers } from './studies/get.ts';
import { openHandlers } from './studies/open.ts';
import { countWorkHandlers } from './studies/count-work.ts';
import { getTasksHandlers } from './studies/get-tasks.ts';
import { setDataTypeHandlers } from './studies/set-data-type.ts';
import { setGestationalAgeHandlers } from './studies/set-gestational-age.ts';
import { setTypeHandlers } from './studies/set-type.ts';
import { setQuantitiesHandlers } from './studies/set-quantities.ts';

/** Handlers of all calls of the contract. */
export const handlersOf = (services: Services): Handlers => ({
  ...demoHandlers(services),
  ...exchangeHandlers(services),
  ...sessionHandlers(),
  ...signOutHandlers(services),
  ...configGetHandlers(services),
  ...usersGetHandlers(services),
  ...acceptTermsHandlers(services),
  ...actAsHandlers(services),
  ...projectsGetHandlers(services),
  ...settingsHandlers(services),
  ...peopleHandlers(services),
  ...configurationHandlers(services),
  ...administeredJobHandlers(services),
  ...storageHandlers(services),
  ...auditHandlers(services),
  ...projectsHandlers(services),
  ...studiesGetHandlers(services),
  ...getTasksHandlers(services),
  ...countWorkHandlers(services),
  ...passesHandlers(services),
  ...patientHandlers(services),
  ...openHandlers(services),
  ...setDataTypeHandlers(services),
  ...setGestationalAgeHandlers(services),
  ...setQuantitiesHandlers(services),
  ...setTypeHandlers(services),
  ...statusHandlers(services),
  ...filesGetHandlers(services),
  ...filesSetColoursHandlers(services),
  ...filesUpdateHandlers(services),
  ...analysisGetHandlers(services),
  ...downloadRawHandlers(services),
  ...analysisUpdateHandlers(services),
  ...lastUpdateHandlers(services),
  ...historyHandlers(services),
  ...commentHandlers(services),
  ...reviewHandlers(services),
  ...reviewStateHandlers(services),
  ...consensusHandlers(services),
  ...issueHandlers(services),
  ...getUrlsHandlers(services),
  ...createSnapshotHandlers(services),
  ...deleteTeamReviewHandlers(services),
  ...getPresignedUrlsHandlers(services),
  ...jobHandlers(services),
  ...exportHandlers(services),
  ...importHandlers(services),
  ...maskHandlers(services),
  ...uploadHandlers(services),
  ...statisticsHandlers(services),
  ...agreementHandlers(services),
});
