import { Name, Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { MeasurementExportFields, Queued } from './scope.ts';

/** CREATE_EXPORT_MEAS of the specification: measurements. `user` is the caller's own e-mail. */
export const exportsCreateMeasurements = defineCall({
  path: 'exports/create_measurements',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({ ...MeasurementExportFields, user: Name }),
  answer: Queued,
});
