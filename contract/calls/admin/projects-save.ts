import { Type } from 'typebox';
import { PROJECT_EFFECTS, ProjectEffect, ProjectFault, Saving } from '../../records/administered-project.ts';
import { Project } from '../../records/project.ts';
import { STUDY_STATES } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Saves a project as its next version if no other version was saved in between and the effects match `accepted`; otherwise
 * returns the obstacle and changes nothing. `_id` and `db_name` stay as they are.
 */
export const projectsSave = defineCall({
  path: 'projects/save',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Project,
    base_version: Type.Integer({ minimum: 1 }),
    accepted: Type.Array(ProjectEffect, { maxItems: PROJECT_EFFECTS.length + STUDY_STATES.length }),
  }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('saved'), version: Type.Integer({ minimum: 1 }) }),
    Strict({ outcome: Type.Literal('asks'), effects: Type.Array(ProjectEffect) }),
    Strict({ outcome: Type.Literal('conflict'), newest: Saving, project: Project }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ProjectFault) }),
  ]),
});
