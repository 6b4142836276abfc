import { Type } from 'typebox';
import { User } from '../../records/user.ts';
import { defineCall } from '../call.ts';

/** A user with roles, projects and accepted terms; `{id}` is the e-mail, one's own unless Admin. */
export const usersGet = defineCall({
  path: 'users/get/{id}',
  method: 'GET',
  service: 'admin',
  access: { need: 'signed-in' },
  body: Type.Null(),
  answer: User,
});
