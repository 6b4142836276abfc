import { Type, type Static } from 'typebox';
import { StudyId } from '../../records/study.ts';
import { Nullable, OneOf, Strict } from '../../records/strict.ts';
import { ACTION_STEPS } from '../../rules/next-action.ts';
import { SAVING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** The next step in a study, by the rule of the next best action (contract/rules/next-action.ts). */
export const StudyTask = Strict({
  study_id: StudyId,
  step: OneOf(ACTION_STEPS),
  /** Image type it is about. */
  type: Type.String(),
  /** Image to open; null where one has yet to be found or chosen. */
  instance_id: Nullable(Type.String()),
  /** The action: a verb, to be followed by the type. */
  verb: Type.String(),
  /** The reason in a few words. */
  brief: Type.String(),
  /** Steps left in the study, this one included. */
  left: Type.Integer({ minimum: 1 }),
});
export type StudyTask = Static<typeof StudyTask>;

/** The active studies of a project in which the caller's role still has something to do, each with its next step. */
export const getTasks = defineCall({
  path: 'studies/get_tasks',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  body: Strict(ProjectScope),
  tagged: true,
  answer: Strict({ tasks: Type.Array(StudyTask) }),
});
