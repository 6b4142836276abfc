import { Type } from 'typebox';
import { AnalysisVersion } from '../../records/analysis-version.ts';
import { StudyId } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Most versions in a response, the newest ones. */
export const MAX_VERSIONS = 500;

/**
 * History of the analysis this role sees, newest first: for Editors and Viewers the shared work of all its editors, for a
 * Ground-truth generator the own blind work, for Reviewers and Admins the complete versions of `editor` (or of the newest). Empty
 * without an analysis. Of work older than `kept_days`, the last version of each sitting is there.
 */
export const analysisVersions = defineCall({
  path: 'analysis/versions',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ id: StudyId, editor: Type.Optional(Name), ...ProjectScope }),
  answer: Strict({
    versions: Type.Array(AnalysisVersion, { maxItems: MAX_VERSIONS }),
    /** Days that every version is kept. */
    kept_days: Type.Integer({ minimum: 1 }),
  }),
});
