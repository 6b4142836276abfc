import { Type } from 'typebox';
import { MAX_ASSIGNED_STUDIES, NotAssigned } from '../../records/pass.ts';
import { Email } from '../../records/people.ts';
import { StudyId } from '../../records/study.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Asks a blind editor to read studies once more. They start again and read nothing of their earlier pass, which stays stored. A
 * study of which nothing is saved in the present pass is left as it is, so that repeating the call changes nothing. 400 when the
 * person is not a blind editor of the project.
 */
export const passesAssign = defineCall({
  path: 'passes/assign',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Name,
    reader: Email,
    studies: Type.Array(StudyId, { minItems: 1, maxItems: MAX_ASSIGNED_STUDIES, uniqueItems: true }),
  }),
  answer: Strict({
    /** In the order asked for: the new pass, or why there is none. */
    outcomes: Type.Array(Strict({ study_id: StudyId, pass: Nullable(Type.Integer({ minimum: 2 })), not_assigned: Nullable(NotAssigned) })),
  }),
});
