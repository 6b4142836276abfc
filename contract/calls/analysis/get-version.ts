import { Type } from 'typebox';
import { AnalysisVersion, VersionNumber } from '../../records/analysis-version.ts';
import { AnalysisImages, ConfigVersions, MissingImages } from '../../records/analysis.ts';
import { StudyId } from '../../records/study.ts';
import { Strict } from '../../records/strict.ts';
import { READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Content of one version of the history, to look at before restoring it. 400 `not-found` for a version the role does not see. */
export const analysisGetVersion = defineCall({
  path: 'analysis/get_version',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  body: Strict({ id: StudyId, version: VersionNumber, ...ProjectScope }),
  answer: Strict({
    version: AnalysisVersion,
    images: AnalysisImages,
    missing_images: MissingImages,
    config_versions: ConfigVersions,
    engine_version: Type.Union([Type.String(), Type.Null()]),
  }),
});
