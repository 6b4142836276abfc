import { MAX_VERSIONS } from '@echometry/contract/calls/analyses.ts';
import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { seenBy } from '../access/blinding.ts';
import { projectByName, type ProjectAccess, studyIn, workScopeOf } from '../access/project-access.ts';
import { visibleHead } from '../access/visible-head.ts';
import { withComments } from './fill-comments.ts';
import { answerSave } from './answer-save.ts';
import { readDocument, readManifest, versionNotKept } from './read.ts';
import { saveAnalysis } from './save.ts';
import { hashOfJson } from '../db/document.ts';
import { headsOfStudy, versionsOfStudy } from '../db/analyses.ts';
import { filenamesOfStudy, inactiveFiles } from '../db/files.ts';
import type { SeenStudy } from '../db/studies.ts';
import type { Caller } from '../access/caller.ts';
import type { Handlers } from '../access/call-route.ts';
import type { AnalysisServices } from './services.ts';

/** One study and its reader. */
interface Reading {
  caller: Caller;
  access: ProjectAccess;
  study: SeenStudy;
}

/** Lines of the history the reader may see, newest first; `only` asks for one version. */
async function linesOf(
  services: AnalysisServices,
  { caller, access, study }: Reading,
  options: { editor?: string | undefined; only?: number },
): Promise<AnalysisVersion[]> {
  const { query } = services.db;
  const scope = workScopeOf(caller, access);
  // One version may be of any head a reviewer sees; the list is of one of them.
  const heads =
    scope.see === 'assigned' && options.only !== undefined
      ? (await headsOfStudy(query, study.id, scope)).filter((head) => head.study_state !== 'Incomplete')
      : [await visibleHead(services, caller, access, study.id, options.editor)];
  for (const head of heads) {
    const all = versionsOfStudy(query, study.id, scope, head);
    const rows = await (options.only === undefined ? all : all.where('analysis_version.id', '=', options.only))
      .limit(MAX_VERSIONS)
      .execute();
    if (rows.length === 0) continue;
    return rows.map((row) => ({
      version: row.id,
      parent: row.parent_id,
      author: row.author,
      role: row.role,
      created_at: row.created_at,
      study_state: row.study_state,
      restored_from: row.restored_from,
      without_head: row.without_head === 1,
      current: row.id === head?.version_id,
    }));
  }
  return [];
}

/** History of an analysis: the list, one version, and bringing one back. */
export function historyHandlers(services: AnalysisServices): Pick<Handlers, 'analysisVersions' | 'analysisGetVersion' | 'analysisRestore'> {
  const { query } = services.db;

  const readingOf = async (caller: Caller, body: { id: string; db_name: string }): Promise<Reading> => {
    const access = await projectByName(services, caller, body.db_name);
    return { caller, access, study: seenBy(services, access, await studyIn(services, access, body.id, 'id')) };
  };

  /** A version the reader may see. */
  const lineOf = async (reading: Reading, version: number): Promise<AnalysisVersion> => {
    const [line] = await linesOf(services, reading, { only: version });
    if (line === undefined) throw versionNotKept();
    return line;
  };

  const analysisVersions: Handlers['analysisVersions'] = async ({ body, caller }) => ({
    versions: await linesOf(services, await readingOf(caller, body), { editor: body.editor }),
    kept_days: services.config.versionsKeptDays,
  });

  const analysisGetVersion: Handlers['analysisGetVersion'] = async ({ body, caller }) => {
    const reading = await readingOf(caller, body);
    const line = await lineOf(reading, body.version);
    const { document, record } = await readDocument(services, line.version);
    // Comments are not part of a version: they are those of today.
    const images = await withComments(services, caller, reading.study, document.images);
    return {
      version: line,
      // Reviewers see only images flagged reference (docs/specification.md#platform-6).
      images: caller.role === 'Reviewer' ? images.filter((image) => image.reference) : images,
      missing_images: document.missing_images,
      config_versions: JSON.parse(record.config_versions) as Record<string, number>,
      engine_version: record.engine_version,
    };
  };

  const analysisRestore: Handlers['analysisRestore'] = async ({ body, caller }) => {
    const reading = await readingOf(caller, body);
    const { access, study } = reading;
    const line = await lineOf(reading, body.version);
    const { manifest, record } = await readManifest(query, line.version);
    const filenames = await filenamesOfStudy(query, study.id, workScopeOf(caller, access));
    const inactive = await inactiveFiles(query, study.id, caller.user.id);
    const saved = await saveAnalysis(services.db, {
      studyId: study.id,
      dataType: study.data_type,
      project: access.project,
      author: caller.user,
      role: access.role,
      scope: workScopeOf(caller, access),
      content: { kind: 'version', version: line.version },
      missingImages: manifest.missing_images,
      imagesSelected: filenames.size - (inactive?.size ?? 0),
      totalImages: filenames.size,
      configVersions: JSON.parse(record.config_versions) as Record<string, number>,
      engineVersion: record.engine_version,
      saveId: body.save_id,
      requestSha256: hashOfJson(['restore', body.version]),
      baseVersion: body.base_version,
      restoredFrom: body.version,
      now: services.now(),
    });
    return answerSave(services, caller, access, study, saved);
  };

  return { analysisVersions, analysisGetVersion, analysisRestore };
}
