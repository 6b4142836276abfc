import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type FastifyInstance } from 'fastify';
import { projectByName, studyIn, workScopeOf } from '../../access/project-access.ts';
import { answerSave } from '../../analysis/answer-save.ts';
import { checkImages } from '../../analysis/image-check.ts';
import { saveAnalysis } from '../../analysis/save.ts';
import { newestConfigVersions } from '../../db/config-sets.ts';
import { filenamesOfStudy, inactiveFiles } from '../../db/files.ts';
import { requireSelf } from '../../http/caller.ts';
import { callRoute } from '../../http/call-route.ts';
import { invalidField } from '../../http/problem.ts';
import { type Services } from '../../services.ts';

export function analysisUpdateRoute(app: FastifyInstance, services: Services): void {
  const { query } = services.db;

  callRoute(app, services, CALLS.analysisUpdate, async ({ body, caller }) => {
    requireSelf(caller, body.editor);
    const access = await projectByName(services, caller, body.db_name);
    if (body.project !== access.project._id && body.project !== access.project.db_name) throw invalidField('project', 'Not the project of db_name');
    const study = await studyIn(services, access, body.id, 'id');
    const filenames = await filenamesOfStudy(query, study.id);
    checkImages(body.images, filenames);
    const inactive = await inactiveFiles(query, study.id, caller.user.id);
    const dataType = study.data_type as DataType;

    const saved = await saveAnalysis(services.db, {
      studyId: study.id, dataType, project: access.project, author: caller.user, role: access.role, scope: workScopeOf(caller, access),
      // Addresses are signed for one user and ten minutes: they are no part of the record.
      images: body.images.map((image) => ({ ...image, urls: null })),
      missingImages: body.missing_images,
      imagesSelected: filenames.size - (inactive?.size ?? 0), totalImages: filenames.size,
      configVersions: body.config_versions ?? (await newestConfigVersions(query)),
      engineVersion: body.engine_version ?? null, saveId: body.save_id ?? null, baseVersion: body.base_version, now: services.now(),
    });

    return answerSave(services, caller, access, study, saved);
  });
}
