import { Type } from 'typebox';
import { Email } from '../../records/people.ts';
import { Reading } from '../../records/pass.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Who reads the studies of a project blind, and which study in which pass. */
export const passesList = defineCall({
  path: 'passes/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({
    /** Blind editors of the project who may sign in, by e-mail. */
    readers: Type.Array(Email),
    readings: Type.Array(Reading),
    /** There are older readings that are not listed. */
    more: Type.Boolean(),
  }),
});
