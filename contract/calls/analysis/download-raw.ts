import { Type } from 'typebox';
import { AnalysisRecord } from '../../records/analysis.ts';
import { StudyId, StudyQuantities } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { NO_ANALYSIS } from '../error.ts';
import { ProjectScope } from '../project-scope.ts';

/** The analysis of a study as it is stored, with what its values depend on of the study, to be saved as a file; each download is in the audit. */
export const analysisDownloadRaw = defineCall({
  path: 'analysis/download_raw',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({ id: StudyId, ...ProjectScope }),
  answer: Type.Union([
    Strict({ analysis: Strict({ ...AnalysisRecord.properties, study: StudyQuantities }) }),
    Strict({ analysis: Type.Null(), message: Type.Literal(NO_ANALYSIS) }),
  ]),
});
