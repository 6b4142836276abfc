import { Type } from 'typebox';
import { UploadId } from '../../records/import.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Removes an upload that is not to be imported. */
export const importsDropUpload = defineCall({
  path: 'imports/drop_upload',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ id: UploadId }),
  answer: Strict({ dropped: Type.Boolean() }),
});
