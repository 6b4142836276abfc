import { MAX_VERSIONS } from '@echometry/contract/calls/analysis/versions.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type StudyState } from '@echometry/contract/records/study.ts';
import { type FastifyInstance } from 'fastify';
import { projectByName, type ProjectAccess, studyIn, workScopeOf } from '../../access/project-access.ts';
import { visibleHead } from '../../access/visible-head.ts';
import { answerSave } from '../../analysis/answer-save.ts';
import { readDocument } from '../../analysis/read.ts';
import { saveAnalysis } from '../../analysis/save.ts';
import { headsOfStudy, versionsOfStudy } from '../../db/analyses.ts';
import { filenamesOfStudy, inactiveFiles } from '../../db/files.ts';
import { type StudyRecord } from '../../db/studies.ts';
import { type Caller } from '../../http/caller.ts';
import { callRoute } from '../../http/call-route.ts';
import { notFound } from '../../http/problem.ts';
import { type Services } from '../../services.ts';

/** One study and who reads it. */
interface Reading { caller: Caller; access: ProjectAccess; study: StudyRecord }

/** Lines of the history the reader may see, newest first; `only` asks for one version. */
async function linesOf(services: Services, { caller, access, study }: Reading, options: { editor?: string | undefined; only?: number }): Promise<AnalysisVersion[]> {
  const { query } = services.db;
  const scope = workScopeOf(caller, access);
  // One version may be of any head a reviewer sees; the list is of one of them.
  const heads = scope.see === 'assigned' && options.only !== undefined
    ? (await headsOfStudy(query, study.id, scope)).filter((head) => head.study_state !== 'Incomplete')
    : [await visibleHead(services, caller, access, study.id, options.editor)];
  for (const head of heads) {
    const all = versionsOfStudy(query, study.id, scope, head);
    const rows = await (options.only === undefined ? all : all.where('analysis_version.id', '=', options.only)).limit(MAX_VERSIONS).execute();
    if (rows.length === 0) continue;
    return rows.map((row) => ({
      version: row.id, parent: row.parent_id, author: row.author, role: row.role as RoleName, created_at: row.created_at,
      study_state: row.study_state as StudyState, restored_from: row.restored_from, current: row.id === head?.version_id,
    }));
  }
  return [];
}

/** History of an analysis: the list, one version, and bringing one back. */
export function historyRoutes(app: FastifyInstance, services: Services): void {
  const { query } = services.db;

  const readingOf = async (caller: Caller, body: { id: string; db_name: string }): Promise<Reading> => {
    const access = await projectByName(services, caller, body.db_name);
    return { caller, access, study: await studyIn(services, access, body.id, 'id') };
  };

  /** A version the reader may see, with its document. */
  const versionOf = async (reading: Reading, version: number) => {
    const [line] = await linesOf(services, reading, { only: version });
    if (line === undefined) throw notFound('version', 'No such version of this analysis');
    return { line, ...(await readDocument(services, version)) };
  };

  callRoute(app, services, CALLS.analysisVersions, async ({ body, caller }) =>
    ({ versions: await linesOf(services, await readingOf(caller, body), { editor: body.editor }) }));

  callRoute(app, services, CALLS.analysisGetVersion, async ({ body, caller }) => {
    const { line, document, record } = await versionOf(await readingOf(caller, body), body.version);
    return {
      version: line,
      // Reviewers see only images flagged reference (platform 6).
      images: caller.role === 'Reviewer' ? document.images.filter((image) => image.reference) : document.images,
      missing_images: document.missing_images,
      config_versions: JSON.parse(record.config_versions) as Record<string, number>,
      engine_version: record.engine_version,
    };
  });

  callRoute(app, services, CALLS.analysisRestore, async ({ body, caller }) => {
    const reading = await readingOf(caller, body);
    const { access, study } = reading;
    const { document, record } = await versionOf(reading, body.version);
    const filenames = await filenamesOfStudy(query, study.id);
    const inactive = await inactiveFiles(query, study.id, caller.user.id);
    const saved = await saveAnalysis(services.db, {
      studyId: study.id, dataType: study.data_type as DataType, project: access.project, author: caller.user, role: access.role, scope: workScopeOf(caller, access),
      images: document.images, missingImages: document.missing_images,
      imagesSelected: filenames.size - (inactive?.size ?? 0), totalImages: filenames.size,
      configVersions: JSON.parse(record.config_versions) as Record<string, number>, engineVersion: record.engine_version,
      saveId: body.save_id, baseVersion: body.base_version, restoredFrom: body.version, now: services.now(),
    });
    return answerSave(services, caller, access, study, saved);
  });
}
