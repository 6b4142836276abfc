import { AgreementReport } from '../../records/agreement.ts';
import { JobId } from '../../records/export.ts';
import { Nullable, Strict } from '../../records/strict.ts';
import { COMPARING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { Making } from '../statistics/get.ts';

/** A comparison of the caller: how far it has come, and its report when it is done. */
export const agreementGet = defineCall({
  path: 'agreement/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  body: Strict({ id: JobId }),
  answer: Strict({ making: Making, report: Nullable(AgreementReport) }),
});
