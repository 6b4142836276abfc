import { Type } from 'typebox';
import { StudyId } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { OPENING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';
import { OpenState } from './open-state.ts';

const Lease = Type.String({ minLength: 8, maxLength: 64 });

/**
 * Takes or gives back the open flag. `lease` names the tab of the holder: giving back one lease leaves the flag up while another
 * of the same person lives. Without it the flag itself is given back. A study held by another stays theirs: the response names
 * the holder and `mine` is false.
 */
export const setOpen = defineCall({
  path: 'studies/set_open',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: OPENING_ROLES },
  body: Strict({ study_id: StudyId, user: Name, open: Type.Boolean(), lease: Type.Optional(Lease), ...ProjectScope }),
  answer: OpenState,
});
