import type { Handlers } from './access/call-route.ts';
import type { Services } from './services.ts';
import { acceptTermsHandlers } from './administration/accept-terms.ts';
import { actAsHandlers } from './administration/act-as.ts';
import { configGetHandlers } from './administration/config-get.ts';
import { auditHandlers } from './administration/audit.ts';
import { administeredJobHandlers } from './administration/jobs.ts';
import { storageHandlers } from './administration/storage.ts';
import { configurationHandlers } from './administration/configuration-calls.ts';
import { peopleHandlers } from './administration/people.ts';
import { projectsHandlers } from './administration/projects.ts';
import { projectsGetHandlers } from './administration/projects-get.ts';
import { settingsHandlers } from './administration/settings.ts';
import { usersGetHandlers } from './administration/users-get.ts';
import { downloadRawHandlers } from './analyses/download-raw.ts';
import { analysisGetHandlers } from './analyses/get.ts';
import { historyHandlers } from './analyses/history.ts';
import { lastUpdateHandlers } from './analyses/last-update.ts';
import { analysisUpdateHandlers } from './analyses/update.ts';
import { commentHandlers } from './comments/comments.ts';
import { demoHandlers } from './login/demo.ts';
import { exchangeHandlers } from './login/exchange.ts';
import { sessionHandlers } from './login/session.ts';
import { signOutHandlers } from './login/sign-out.ts';
import { agreementHandlers } from './statistics/agreement/agreement.ts';
import { exportHandlers } from './exports/exports.ts';
import { importHandlers } from './imports/import-calls.ts';
import { maskHandlers } from './imports/mask-calls.ts';
import { uploadHandlers } from './imports/upload-calls.ts';
import { filesGetHandlers } from './images/get-files.ts';
import { filesSetColoursHandlers } from './images/set-colours.ts';
import { filesUpdateHandlers } from './images/update.ts';
import { createSnapshotHandlers } from './images/create-snapshot.ts';
import { deleteTeamReviewHandlers } from './reviews/delete-team-review.ts';
import { getUrlsHandlers } from './images/get-urls.ts';
import { consensusHandlers } from './reviews/get-consensus.ts';
import { issueHandlers } from './reviews/issues.ts';
import { jobHandlers } from './exports/get-job.ts';
import { getPresignedUrlsHandlers } from './exports/get-presigned-urls.ts';
import { statisticsHandlers } from './statistics/statistics.ts';
import { reviewHandlers } from './reviews/reviews.ts';
import { reviewStateHandlers } from './reviews/states.ts';
import { statusHandlers } from './studies/status.ts';
import { passesHandlers } from './analyses/passes.ts';
import { patientHandlers } from './studies/patients.ts';
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
