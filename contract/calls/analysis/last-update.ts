import { Type } from 'typebox';
import { StudyId } from '../../records/study.ts';
import { Instant, Name, Nullable, Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Version and time of the analysis this role sees; nulls when there is none. */
export const analysisLastUpdate = defineCall({
  path: 'analysis/last_update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ id: StudyId, editor: Type.Optional(Name), ...ProjectScope }),
  answer: Strict({
    version: Nullable(Type.Integer({ minimum: 1 })),
    updated_at: Nullable(Instant),
    editor: Nullable(Type.String()),
  }),
});
