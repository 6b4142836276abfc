import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { listStudies, setStudyType } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function setTypeHandlers(services: Services): Pick<Handlers, 'setType' | 'getTypes'> {
  const { db } = services;
  return {
    getTypes: async ({ body, caller }) => {
      const access = await projectByName(services, caller, body.db_name);
      const studies = await listStudies(db.query, access.id, true);
      return {
        studies: studies.map(({ study_id, patient_show, study_date, data_type, study_type, code }) => ({
          study_id,
          patient_show,
          date: dashedDate(study_date),
          data_type,
          study_type,
          code,
        })),
      };
    },
    setType: async ({ body, caller }) => {
      const { study_id, study_type, code } = body;
      const access = await projectByName(services, caller, body.db_name);
      const study = await studyIn(services, access, study_id, 'study_id');
      await db.query.transaction().execute(async (query) => {
        if (!(await setStudyType(query, study.id, { study_type, code }))) return;
        await recordAct(query, db.dialect, {
          at: services.now(),
          actorId: caller.user.id,
          role: caller.role,
          act: 'set study type',
          studyId: study.id,
          subject: study_id,
          detail: { study_type, code },
        });
      });
      return { study_id, study_type, code };
    },
  };
}
