import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type FastifyInstance } from 'fastify';
import { projectByName, studyIn } from '../../access/project-access.ts';
import { visibleHead, visibleHeads } from '../../access/visible-head.ts';
import { statusOf } from '../../db/analyses.ts';
import { validationsOfProject, validationsOfStudy } from '../../db/validations.ts';
import { listStudies } from '../../db/studies.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function statusRoutes(app: FastifyInstance, services: Services): void {
  const { query } = services.db;

  callRoute(app, services, CALLS.getStudyStatus, async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    const head = await visibleHead(services, caller, access, study.id);
    const validated = (await validationsOfStudy(query, study.id)).some((v) => v.editorId === head?.editor_id);
    const context = { dataType: study.data_type as DataType, showQc: access.project.qc.show_status, validated };
    return { study_id: study.study_id, status: statusOf(head, context) };
  });

  callRoute(app, services, CALLS.getAllStatus, async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const [studies, heads, validations] = await Promise.all([
      listStudies(query, access.id, true), visibleHeads(services, caller, access), validationsOfProject(query, access.id),
    ]);
    const done = new Set(validations.map((v) => `${v.studyId} ${v.editorId}`));
    return {
      studies: studies.map((study) => {
        const head = heads.get(study.id)?.[0];
        const validated = head !== undefined && done.has(`${study.id} ${head.editor_id}`);
        const context = { dataType: study.data_type as DataType, showQc: access.project.qc.show_status, validated };
        return { study_id: study.study_id, status: statusOf(head, context) };
      }),
    };
  });
}
