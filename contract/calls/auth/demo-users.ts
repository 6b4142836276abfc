import { Type } from 'typebox';
import { Person } from '../../records/user.ts';
import { RoleName } from '../../records/role.ts';
import { Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** People of the demo workspace for one-click sign-in. `offered` is false wherever a condition of docs/contracts.md#workspaces fails. */
export const demoUsers = defineCall({
  path: 'demo/users',
  method: 'GET',
  service: 'auth',
  access: { need: 'anyone' },
  body: Type.Null(),
  answer: Strict({
    offered: Type.Boolean(),
    users: Type.Array(Strict({ ...Person.properties, roles: Type.Array(RoleName) })),
  }),
});
