import { type BodyOf } from '@echometry/contract/calls/call.ts';
import { type CALLS } from '@echometry/contract/calls/registry.ts';
import { projectByName, studyIn, workScopeOf } from '../../access/project-access.ts';
import { answerSave } from '../../analysis/answer-save.ts';
import { checkImages } from '../../analysis/image-check.ts';
import { completeImages } from '../../analysis/complete.ts';
import { type SaveContent } from '../../analysis/content.ts';
import { saveAnalysis } from '../../analysis/save.ts';
import { hashOfJson } from '../../db/document.ts';
import { versionsOfStudy, type WorkScope } from '../../db/analyses.ts';
import { newestConfigVersions } from '../../db/config-sets.ts';
import { filenamesOfStudy, inactiveFiles } from '../../db/files.ts';
import { requireSelf } from '../../http/caller.ts';
import { type Handlers } from '../../http/call-route.ts';
import { invalidField } from '../../problem.ts';
import { type Services } from '../../services.ts';

type Body = BodyOf<typeof CALLS.analysisUpdate>;
type Sent = Exclude<SaveContent, { kind: 'version' }>;

/** What a save carries: all images, or what is different from its base. */
function contentOf({ images, changes, base_version }: Body, filenames: ReadonlyMap<string, string>): Sent {
  if (images !== undefined && changes !== undefined) throw invalidField('changes', 'A save carries all images or changes, not both');
  if (images !== undefined) {
    return { kind: 'all', images: checkImages(images, filenames) };
  }
  if (changes === undefined) throw invalidField('images', 'A save carries all images, or changes with the version they were made from');
  if (base_version === undefined) throw invalidField('base_version', 'Changes name the version they were made from');
  const complete = checkImages(changes.images, filenames, 'changes.images');
  const changed = new Set(complete.map((image) => image.instance_id));
  changes.removed.forEach((instanceId, index) => {
    if (!filenames.has(instanceId)) throw invalidField(`changes.removed.${index}`, 'is no image of this study');
    if (changed.has(instanceId)) throw invalidField(`changes.removed.${index}`, 'is changed by the same save');
  });
  return { kind: 'changes', images: complete, removed: changes.removed };
}

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
    if (found === undefined) throw invalidField('base_version', 'No such version of this analysis');
    return version;
  };

  const analysisUpdate: Handlers['analysisUpdate'] = async ({ body, caller }) => {
    requireSelf(caller, body.editor);
    const access = await projectByName(services, caller, body.db_name);
    if (body.project !== access.project._id && body.project !== access.project.db_name)
      throw invalidField('project', 'Not the project of db_name');
    const study = await studyIn(services, access, body.id, 'id');
    const filenames = await filenamesOfStudy(query, study.id);
    // Of what was sent, before defaults are filled in.
    const requestSha256 = hashOfRequest(body);
    const sent = contentOf(body, filenames);
    const inactive = await inactiveFiles(query, study.id, caller.user.id);
    const dataType = study.data_type;
    const scope = workScopeOf(caller, access);
    const aside = body.without_head === true ? { base: await baseAside(study.id, scope, body.base_version) } : {};

    const configVersions = body.config_versions ?? (await newestConfigVersions(query));
    const saved = await saveAnalysis(services.db, {
      studyId: study.id,
      dataType,
      project: access.project,
      author: caller.user,
      role: access.role,
      scope,
      content: {
        ...sent,
        images: await completeImages(services, sent.images, {
          studyId: study.id,
          scope,
          author: caller.user.person,
          ...aside,
        }),
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
