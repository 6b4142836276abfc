import { type BodyOf } from '@echometry/contract/calls/call.ts';
import { type CALLS } from '@echometry/contract/calls/registry.ts';
import { type AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { projectByName, studyIn, workScopeOf } from '../../access/project-access.ts';
import { answerSave } from '../../analysis/answer-save.ts';
import { analysisBefore, completeImages } from '../../analysis/complete.ts';
import { NOT_KEPT } from '../../analysis/read.ts';
import { sentContent } from '../../analysis/sent-content.ts';
import { passOfSave } from '../../analysis/pass-of-save.ts';
import { saveAnalysis } from '../../analysis/save.ts';
import { hashOfJson } from '../../db/document.ts';
import { versionsOfStudy, type WorkScope } from '../../db/analyses.ts';
import { currentConfigVersions } from '../../db/config-sets.ts';
import { filenamesOfStudy, inactiveFiles } from '../../db/files.ts';
import { requireSelf } from '../../http/caller.ts';
import { type Handlers } from '../../http/call-route.ts';
import { invalidField } from '../../problem.ts';
import { type Services } from '../../services.ts';

type Body = BodyOf<typeof CALLS.analysisUpdate>;

/** Validating an image is a reviewer's to do, whatever an editor sends. */
const notValidated = (image: AnalysisImage): AnalysisImage => (image.validated ? { ...image, validated: false } : image);

/** What makes two saves the same. A save of all images keeps the hash it always had: it may be repeated after an update. */
function hashOfRequest({ images, changes, base_version, missing_images, config_versions, engine_version, without_head }: Body): string {
  const rest = [missing_images, config_versions ?? null, engine_version ?? null, ...(without_head === true ? ['without_head'] : [])];
  return hashOfJson(images === undefined ? ['changes', base_version, changes, ...rest] : [images, ...rest]);
}

export function analysisUpdateHandlers(services: Services): Pick<Handlers, 'analysisUpdate'> {
  const { query } = services.db;

  /** The version that work builds on which is only kept: any that its author may see. */
  const baseAside = async (studyId: number, scope: WorkScope, version: number | null | undefined): Promise<number | null> => {
    if (version === undefined) throw invalidField('base_version', 'Work that is only kept names the version it was made from');
    if (version === null) return null;
    const [found] = await versionsOfStudy(query, studyId, scope, undefined).where('analysis_version.id', '=', version).execute();
    if (found === undefined) throw invalidField('base_version', NOT_KEPT);
    return version;
  };

  const analysisUpdate: Handlers['analysisUpdate'] = async ({ body, caller }) => {
    requireSelf(caller, body.editor);
    const access = await projectByName(services, caller, body.db_name);
    if (body.project !== access.project._id && body.project !== access.project.db_name)
      throw invalidField('project', 'Not the project of db_name');
    const study = await studyIn(services, access, body.id, 'id');
    const scope = workScopeOf(caller, access);
    const filenames = await filenamesOfStudy(query, study.id, scope);
    // Of what was sent, before defaults are filled in.
    const requestSha256 = hashOfRequest(body);
    const sent = sentContent(body, filenames);
    const inactive = await inactiveFiles(query, study.id, caller.user.id);
    const dataType = study.data_type;
    const work = {
      studyId: study.id,
      editorId: caller.user.id,
      blind: isBlind(access.role) ? 1 : 0,
      baseVersion: body.base_version,
    } as const;
    const before =
      body.without_head === true
        ? { base: await baseAside(study.id, scope, body.base_version) }
        : typeof body.base_version === 'number' && (await passOfSave(query, work)).isEarlier
          ? { base: body.base_version }
          : {};

    const configVersions = body.config_versions ?? (await currentConfigVersions(query, access.id));
    const saved = await saveAnalysis(services.db, {
      studyId: study.id,
      dataType,
      project: access.project,
      author: caller.user,
      role: access.role,
      scope,
      content: {
        ...sent,
        images: (
          await completeImages(services, sent.images, {
            studyId: study.id,
            author: caller.user.person,
            before: () => analysisBefore(services, { studyId: study.id, scope, ...before }),
          })
        ).map(notValidated),
      },
      missingImages: body.missing_images,
      imagesSelected: filenames.size - (inactive?.size ?? 0),
      totalImages: filenames.size,
      configVersions,
      engineVersion: body.engine_version ?? null,
      saveId: body.save_id ?? null,
      requestSha256,
      baseVersion: body.base_version,
      withoutHead: body.without_head === true,
      now: services.now(),
    });

    return answerSave(services, caller, access, study, saved);
  };

  return { analysisUpdate };
}
