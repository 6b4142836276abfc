import { administrationCalls } from './administration.ts';
import { analysisCalls } from './analyses.ts';
import { assignmentCalls } from './assignments.ts';
import { commentCalls } from './comments.ts';
import { courseCalls } from './courses.ts';
import { exportCalls } from './exports.ts';
import { gateCalls } from './gates.ts';
import { imageCalls } from './images.ts';
import { importCalls } from './imports.ts';
import { loginCalls } from './login.ts';
import { releaseCalls } from './releases.ts';
import { reviewCalls } from './reviews.ts';
import { statisticsCalls } from './statistics.ts';
import { studyCalls } from './studies.ts';
import { tokenCalls } from './tokens.ts';
import { webhookCalls } from './webhooks.ts';

/** Every call of the server; the authorization tests walk this table. */
export const CALLS = {
  ...loginCalls,
  ...tokenCalls,
  ...administrationCalls,
  ...studyCalls,
  ...assignmentCalls,
  ...imageCalls,
  ...analysisCalls,
  ...commentCalls,
  ...reviewCalls,
  ...exportCalls,
  ...releaseCalls,
  ...importCalls,
  ...statisticsCalls,
  ...gateCalls,
  ...webhookCalls,
  ...courseCalls,
} as const;
export type CallName = keyof typeof CALLS;
