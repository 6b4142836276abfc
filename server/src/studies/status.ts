import { inSeenOrder, seenBy } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { visibleHead, visibleHeads } from '../access/visible-head.ts';
import { statusOf } from '../db/analyses.ts';
import { byStudy, reviewsOfProject, reviewsOfStudy, validatedBy } from '../db/reviews.ts';
import { listStudies } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function statusHandlers(services: Services): Pick<Handlers, 'getStudyStatus' | 'getAllStatus'> {
  const { query } = services.db;

  const getStudyStatus: Handlers['getStudyStatus'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    const head = await visibleHead(services, caller, access, study.id);
    const validated = validatedBy(await reviewsOfStudy(query, study.id), head).length > 0;
    const context = { dataType: study.data_type, showQc: access.project.qc.show_status, validated };
    return { study_id: body.study_id, status: statusOf(head, context) };
  };

  const getAllStatus: Handlers['getAllStatus'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const [studies, heads, reviews] = await Promise.all([
      listStudies(query, access.id, true),
      visibleHeads(services, caller, access),
      reviewsOfProject(query, access.id),
    ]);
    const reviewsOf = byStudy(reviews);
    return {
      studies: inSeenOrder(access, studies).map((study) => {
        const head = heads.get(study.id)?.[0];
        const validated = validatedBy(reviewsOf.get(study.id) ?? [], head).length > 0;
        const context = { dataType: study.data_type, showQc: access.project.qc.show_status, validated };
        return { study_id: seenBy(services, access, study).study_id, status: statusOf(head, context) };
      }),
    };
  };

  return { getStudyStatus, getAllStatus };
}
