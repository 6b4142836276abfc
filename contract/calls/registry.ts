import { acceptTerms } from './admin/accept-terms.ts';
import { actAs } from './admin/act-as.ts';
import { configGet } from './admin/config-get.ts';
import { projectsGet } from './admin/projects-get.ts';
import { usersGet } from './admin/users-get.ts';
import { analysisGet } from './analysis/get.ts';
import { analysisLastUpdate } from './analysis/last-update.ts';
import { analysisUpdate } from './analysis/update.ts';
import { demoSignIn } from './auth/demo-sign-in.ts';
import { demoUsers } from './auth/demo-users.ts';
import { session } from './auth/session.ts';
import { signOut } from './auth/sign-out.ts';
import { filesGet } from './files/get.ts';
import { filesUpdate } from './files/update.ts';
import { getUrls } from './minio/get-urls.ts';
import { getAllStatus } from './status/get-all.ts';
import { getStudyStatus } from './status/get-study-status.ts';
import { studiesGet } from './studies/get.ts';
import { getOpen } from './studies/get-open.ts';
import { setDataType } from './studies/set-data-type.ts';
import { setOpen } from './studies/set-open.ts';

/** Every call the server answers; the authorization tests walk this table. */
export const CALLS = {
  demoUsers, demoSignIn, session, signOut,
  configGet, usersGet, acceptTerms, actAs, projectsGet,
  studiesGet, setOpen, getOpen, setDataType,
  getStudyStatus, getAllStatus,
  filesGet, filesUpdate,
  analysisGet, analysisUpdate, analysisLastUpdate,
  getUrls,
} as const;
export type CallName = keyof typeof CALLS;
