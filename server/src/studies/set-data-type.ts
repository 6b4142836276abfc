import { projectByName, studyIn } from '../access/project-access.ts';
import { setStudyDataType } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function setDataTypeHandlers(services: Services): Pick<Handlers, 'setDataType'> {
  const setDataType: Handlers['setDataType'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    await setStudyDataType(services.db.query, study.id, body.data_type);
    return { study_id: body.study_id, data_type: body.data_type };
  };

  return { setDataType };
}
