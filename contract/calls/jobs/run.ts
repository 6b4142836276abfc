import { Type } from 'typebox';
import { Name, OneOf, Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ExportFields, MeasurementExportFields, Queued } from '../exports/scope.ts';

/** Of exports of segmentations and of measurements. */
export const WORKFLOWS = ['iapexport', 'iapexportmeasurements'] as const;

/** A job by its workflow. `user_id` is the caller's own e-mail, `output` is `exports/{job id}`. */
export const jobsRun = defineCall({
  path: 'jobs_run',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({
    user_id: Name,
    workflow: OneOf(WORKFLOWS),
    parameters: Type.Union([Strict(ExportFields), Strict(MeasurementExportFields)]),
    output: Type.String({ pattern: '^exports/[A-Za-z0-9][A-Za-z0-9._-]{7,127}$' }),
  }),
  answer: Queued,
});
