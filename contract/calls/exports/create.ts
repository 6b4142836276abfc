import { Name, Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ExportFields, Queued } from './scope.ts';

/** CREATE_EXPORT of the specification: segmentations. `user` is the caller's own e-mail. */
export const exportsCreate = defineCall({
  path: 'exports/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({ ...ExportFields, user: Name }),
  answer: Queued,
});
