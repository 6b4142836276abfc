import { setImmediate } from 'node:timers/promises';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { seenBy } from '../access/blinding.ts';
import { projectWithStudy, workScopeOf } from '../access/project-access.ts';
import { answerSave } from './answer-save.ts';
import { completeImages, rowBefore, type VersionBefore, versionBefore } from './complete.ts';
import { NOT_KEPT } from './read.ts';
import { sentContent } from './sent-content.ts';
import { saveAnalysis } from './save.ts';
import { hashOfJson } from '../db/document.ts';
import { versionsOfStudy, type WorkScope } from '../db/analyses.ts';
import { storedChoices, versionsChosen } from '../db/config-sets.ts';
import { byInstance, filenamesByInstance, inactiveOf, metadataOfStudy, namesOfFiles, selectionOfFiles } from '../db/files.ts';
import { together } from '../db/together.ts';
import { requireSelf } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';

type Body = BodyOf<typeof CALLS.analysisUpdate>;

/** Validating an image is a reviewer's to do, whatever an editor sends. */
const notValidated = (image: AnalysisImage): AnalysisImage => (image.validated ? { ...image, validated: false } : image);

/** Identity of a save. A save of all images keeps the hash it always had: it may be repeated after an update. */
function hashOfRequest({ images, changes, base_version, missing_images, config_versions, engine_version, without_head }: Body): string {
  const rest = [missing_images, config_versions ?? null, engine_version ?? null, ...(without_head === true ? ['without_head'] : [])];
  return hashOfJson(images === undefined ? ['changes', base_version, changes, ...rest] : [images, ...rest]);
}

/** Images that were sent, before they are checked. */
const sentIds = ({ images, changes }: Body): string[] =>
  (images ?? changes?.images ?? []).flatMap(({ instance_id }) => (typeof instance_id === 'string' ? [instance_id] : []));

export function analysisUpdateHandlers(services: Services): Pick<Handlers, 'analysisUpdate'> {
  const { query } = services.db;

  /** The version that work builds on which is only kept: any that its author may see. */
  const requireBase = async (studyId: number, scope: WorkScope, version: number | null | undefined): Promise<void> => {
    if (version === undefined) throw invalidField('base_version', 'Work that is only kept names the version it was made from');
    if (version === null) return;
    const [found] = await versionsOfStudy(query, studyId, scope, undefined).where('analysis_version.id', '=', version).execute();
    if (found === undefined) throw invalidField('base_version', NOT_KEPT);
  };

  const analysisUpdate: Handlers['analysisUpdate'] = async ({ body, caller }) => {
    requireSelf(caller, body.editor);
    const found = await projectWithStudy(services, caller, { dbName: body.db_name, studyId: body.id });
    const { access } = found;
    if (body.project !== access.project._id && body.project !== access.project.db_name)
      throw invalidField('project', 'Not the project of db_name');
    const study = found.study();
    const scope = workScopeOf(caller, access);
    // Of what was sent, before defaults are filled in.
    const requestSha256 = hashOfRequest(body);
    // Hashing and checking a large body each take tens of milliseconds: other requests are handled after each.
    await setImmediate();
    const [names, [selection], choices, packed, [row]] = await together(
      query,
      namesOfFiles(query, study.id, scope),
      selectionOfFiles(query, study.id, caller.user.id),
      storedChoices(query),
      metadataOfStudy(query, study.id, sentIds(body)),
      rowBefore(query, study.id, scope, body.base_version ?? undefined),
    );
    const filenames = filenamesByInstance(names);
    const sent = sentContent(body, filenames);
    await setImmediate();
    if (body.without_head === true) await requireBase(study.id, scope, body.base_version);
    // Read where images are changes, or where a part of theirs may be unchanged.
    let before: Promise<VersionBefore | null> | undefined;
    const readBefore = (): Promise<VersionBefore | null> =>
      (before ??= body.base_version === null ? Promise.resolve(null) : versionBefore(query, study.id, row));

    const images = await completeImages(services, sent.images, {
      studyId: study.id,
      author: caller.user.person,
      before: readBefore,
      metadata: byInstance(packed),
    });
    const inactive = inactiveOf(selection);
    const saved = await saveAnalysis(services.db, {
      studyId: study.id,
      dataType: study.data_type,
      project: access.project,
      author: caller.user,
      role: access.role,
      scope,
      content: { ...sent, images: images.map(notValidated) },
      missingImages: body.missing_images,
      imagesSelected: filenames.size - (inactive?.size ?? 0),
      totalImages: filenames.size,
      configVersions: body.config_versions ?? versionsChosen(choices, access.id),
      engineVersion: body.engine_version ?? null,
      saveId: body.save_id ?? null,
      requestSha256,
      baseVersion: body.base_version,
      withoutHead: body.without_head === true,
      before: sent.kind === 'changes' ? await readBefore() : null,
      now: services.now(),
    });

    return answerSave(services, caller, access, seenBy(services, access, study), saved);
  };

  return { analysisUpdate };
}
