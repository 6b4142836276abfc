import { Type } from 'typebox';
import { ImportRecord, UploadUnderWay } from '../../records/import.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** The newest imports of the installation, and uploads of the caller that wait for the rest of their files or for their import. */
export const importsList = defineCall({
  path: 'imports/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({ imports: Type.Array(ImportRecord), uploads: Type.Array(UploadUnderWay) }),
});
