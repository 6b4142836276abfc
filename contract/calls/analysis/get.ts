import { Type } from 'typebox';
import { AnalysisRecord } from '../../records/analysis.ts';
import { StudyId } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { NO_ANALYSIS } from '../error.ts';
import { ProjectScope } from '../project-scope.ts';

/**
 * The analysis of a study this role may see. `editor` chooses among several for Reviewers and Admins and is ignored for the
 * others, whose analysis the server decides (docs/contracts.md#who-acts). With `comments: false` its images come without comments,
 * for clients that read them in pages (comments/get).
 */
export const analysisGet = defineCall({
  path: 'analysis/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ id: StudyId, editor: Type.Optional(Name), comments: Type.Optional(Type.Boolean()), ...ProjectScope }),
  answer: Type.Union([Strict({ analysis: AnalysisRecord }), Strict({ analysis: Type.Null(), message: Type.Literal(NO_ANALYSIS) })]),
});
