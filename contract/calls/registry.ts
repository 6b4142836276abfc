import { acceptTerms } from './admin/accept-terms.ts';
import { actAs } from './admin/act-as.ts';
import { configGet } from './admin/config-get.ts';
import { configurationList } from './admin/configuration-list.ts';
import { configurationGetVersion } from './admin/configuration-get-version.ts';
import { configurationCompare } from './admin/configuration-compare.ts';
import { configurationChoose } from './admin/configuration-choose.ts';
import { configurationAdd } from './admin/configuration-add.ts';
import { auditSearch } from './admin/audit-search.ts';
import { auditVerify } from './admin/audit-verify.ts';
import { jobsList } from './admin/jobs-list.ts';
import { jobsEnd } from './admin/jobs-end.ts';
import { storageGet } from './admin/storage-get.ts';
import { storageScrub } from './admin/storage-scrub.ts';
import { storageQuarantine } from './admin/storage-quarantine.ts';
import { getSettings } from './admin/get-settings.ts';
import { peopleChange } from './admin/people-change.ts';
import { peopleList } from './admin/people-list.ts';
import { peopleSessions } from './admin/people-sessions.ts';
import { projectsVersions } from './admin/projects-versions.ts';
import { projectsSave } from './admin/projects-save.ts';
import { projectsList } from './admin/projects-list.ts';
import { projectsImpact } from './admin/projects-impact.ts';
import { projectsCreate } from './admin/projects-create.ts';
import { projectsGet } from './admin/projects-get.ts';
import { updateSettings } from './admin/update-settings.ts';
import { usersGet } from './admin/users-get.ts';
import { agreementCompare } from './agreement/compare.ts';
import { agreementGet } from './agreement/get.ts';
import { agreementReaders } from './agreement/readers.ts';
import { analysisDownloadRaw } from './analysis/download-raw.ts';
import { analysisGet } from './analysis/get.ts';
import { analysisLastUpdate } from './analysis/last-update.ts';
import { analysisGetVersion } from './analysis/get-version.ts';
import { analysisRestore } from './analysis/restore.ts';
import { analysisUpdate } from './analysis/update.ts';
import { analysisVersions } from './analysis/versions.ts';
import { commentsCreate } from './comments/create.ts';
import { commentsGet } from './comments/get.ts';
import { commentsRemove } from './comments/remove.ts';
import { commentsRemoveType } from './comments/remove-type.ts';
import { commentsResolve } from './comments/resolve.ts';
import { commentsRestore } from './comments/restore.ts';
import { demoSignIn } from './auth/demo-sign-in.ts';
import { demoUsers } from './auth/demo-users.ts';
import { exchange } from './auth/exchange.ts';
import { session } from './auth/session.ts';
import { signOut } from './auth/sign-out.ts';
import { exportsCreate } from './exports/create.ts';
import { exportsCreateMeasurements } from './exports/create-measurements.ts';
import { exportsGet } from './exports/get.ts';
import { exportsList } from './exports/list.ts';
import { exportsPreview } from './exports/preview.ts';
import { filesGet } from './files/get.ts';
import { filesSetColours } from './files/set-colours.ts';
import { filesUpdate } from './files/update.ts';
import { createSnapshot } from './minio/create-snapshot.ts';
import { deleteTeamReview } from './minio/delete-team-review.ts';
import { importsBeginUpload } from './imports/begin-upload.ts';
import { importsBrowse } from './imports/browse.ts';
import { importsCancel } from './imports/cancel.ts';
import { importsCreate } from './imports/create.ts';
import { importsDecideMask } from './imports/decide-mask.ts';
import { importsDropUpload } from './imports/drop-upload.ts';
import { importsList } from './imports/list.ts';
import { importsMaskSample } from './imports/mask-sample.ts';
import { importsMasks } from './imports/masks.ts';
import { importsPutChunk } from './imports/put-chunk.ts';
import { importsReport } from './imports/report.ts';
import { importsSearch } from './imports/search.ts';
import { importsSources } from './imports/sources.ts';
import { jobsCancel } from './jobs/cancel.ts';
import { jobsGet } from './jobs/get.ts';
import { jobsRun } from './jobs/run.ts';
import { getPresignedUrls } from './minio/get-presigned-urls.ts';
import { getUrls } from './minio/get-urls.ts';
import { passesAssign } from './passes/assign.ts';
import { passesList } from './passes/list.ts';
import { patientsGet } from './patients/get.ts';
import { patientsGetInstitutionIdFromList } from './patients/get-institution-id-from-list.ts';
import { reviewsCreate } from './reviews/create.ts';
import { reviewsCreateIssue } from './reviews/create-issue.ts';
import { reviewsGet } from './reviews/get.ts';
import { reviewsGetConsensus } from './reviews/get-consensus.ts';
import { reviewsGetIssues } from './reviews/get-issues.ts';
import { reviewsRemoveIssue } from './reviews/remove-issue.ts';
import { reviewsResolveIssue } from './reviews/resolve-issue.ts';
import { reviewsUnvalidate } from './reviews/unvalidate.ts';
import { reviewsUpdateState } from './reviews/update-state.ts';
import { reviewsValidate } from './reviews/validate.ts';
import { reviewsValidatedToCheck } from './reviews/validated-to-check.ts';
import { scoresGetAll } from './scores/get-all.ts';
import { statisticsGet } from './statistics/get.ts';
import { statisticsUpdate } from './statistics/update.ts';
import { getAllStatus } from './status/get-all.ts';
import { getStudyStatus } from './status/get-study-status.ts';
import { studiesGet } from './studies/get.ts';
import { countWork } from './studies/count-work.ts';
import { getTasks } from './studies/get-tasks.ts';
import { getOpen } from './studies/get-open.ts';
import { getTypes } from './studies/get-types.ts';
import { setDataType } from './studies/set-data-type.ts';
import { setGestationalAge } from './studies/set-gestational-age.ts';
import { setQuantities } from './studies/set-quantities.ts';
import { setType } from './studies/set-type.ts';
import { setOpen } from './studies/set-open.ts';

/** Every call of the server; the authorization tests walk this table. */
export const CALLS = {
  demoUsers,
  demoSignIn,
  exchange,
  session,
  signOut,
  configGet,
  usersGet,
  acceptTerms,
  actAs,
  projectsGet,
  getSettings,
  updateSettings,
  peopleList,
  peopleChange,
  peopleSessions,
  storageQuarantine,
  storageScrub,
  storageGet,
  jobsEnd,
  jobsList,
  auditVerify,
  auditSearch,
  configurationAdd,
  configurationChoose,
  configurationCompare,
  configurationGetVersion,
  configurationList,
  projectsCreate,
  projectsImpact,
  projectsList,
  projectsSave,
  projectsVersions,
  studiesGet,
  getTasks,
  countWork,
  setOpen,
  getOpen,
  setDataType,
  setGestationalAge,
  setQuantities,
  setType,
  getTypes,
  getStudyStatus,
  getAllStatus,
  filesGet,
  filesSetColours,
  filesUpdate,
  analysisGet,
  analysisDownloadRaw,
  analysisUpdate,
  analysisLastUpdate,
  analysisVersions,
  analysisGetVersion,
  analysisRestore,
  reviewsCreate,
  reviewsGet,
  reviewsValidate,
  reviewsUnvalidate,
  reviewsValidatedToCheck,
  reviewsUpdateState,
  reviewsGetConsensus,
  reviewsGetIssues,
  reviewsCreateIssue,
  reviewsResolveIssue,
  reviewsRemoveIssue,
  commentsCreate,
  commentsGet,
  commentsRemove,
  commentsRemoveType,
  commentsResolve,
  commentsRestore,
  passesAssign,
  passesList,
  patientsGet,
  patientsGetInstitutionIdFromList,
  scoresGetAll,
  statisticsGet,
  statisticsUpdate,
  agreementReaders,
  agreementCompare,
  agreementGet,
  getUrls,
  createSnapshot,
  deleteTeamReview,
  getPresignedUrls,
  jobsRun,
  jobsGet,
  jobsCancel,
  exportsCreate,
  exportsCreateMeasurements,
  exportsGet,
  exportsList,
  exportsPreview,
  importsSources,
  importsBrowse,
  importsSearch,
  importsBeginUpload,
  importsPutChunk,
  importsDropUpload,
  importsCreate,
  importsList,
  importsReport,
  importsCancel,
  importsMasks,
  importsMaskSample,
  importsDecideMask,
} as const;
export type CallName = keyof typeof CALLS;
