import { Type } from 'typebox';
import { VersionNumber } from '../../records/analysis-version.ts';
import { StudyId } from '../../records/study.ts';
import { Nullable, Strict } from '../../records/strict.ts';
import { SAVING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';
import { analysisUpdate } from './update.ts';

/**
 * Brings the content of an older version back as a new version of the caller; nothing is removed. Behaves as analysis/update
 * does: a stale `base_version` returns the conflict and stores nothing, the same `save_id` again returns the version of the first
 * time. The new version keeps the configuration versions of the one it restores.
 */
export const analysisRestore = defineCall({
  path: 'analysis/restore',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  body: Strict({
    id: StudyId,
    version: VersionNumber,
    base_version: Nullable(VersionNumber),
    save_id: Type.String({ minLength: 8, maxLength: 64 }),
    ...ProjectScope,
  }),
  answer: analysisUpdate.answer,
});
