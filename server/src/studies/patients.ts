import { mayUse, projectByKey } from '../access/project-access.ts';
import { patientsOfMember, patientsOfProject } from '../db/patients.ts';
import { roleInProject } from '../db/users.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

/** Separator of the codes of several patients (docs/specification.md#platform-7). */
const BETWEEN = ' / ';

export function patientHandlers(services: Services): Pick<Handlers, 'patientsGet' | 'patientsGetInstitutionIdFromList'> {
  const { query } = services.db;

  const patientsGet: Handlers['patientsGet'] = async ({ body, caller }) => {
    const access = await projectByKey(services, caller, body.project);
    const patients = await patientsOfProject(query, access.id);
    return { patients: patients.map(({ id, patient_show }) => ({ patient_id: id, patient_show })) };
  };

  const patientsGetInstitutionIdFromList: Handlers['patientsGetInstitutionIdFromList'] = async ({ body, caller }) => {
    const { role, user } = caller;
    const found = await patientsOfMember(query, body.patient_list, user.id);
    // The role must be held in each project separately.
    const readable = new Set<number>();
    for (const project of new Set(found.map(({ project_id }) => project_id)))
      if (role !== null && mayUse(caller, project) && (await roleInProject(query, user.id, role, project)) !== null) readable.add(project);
    const codes = new Map(found.filter(({ project_id }) => readable.has(project_id)).map(({ id, patient_show }) => [id, patient_show]));
    const shown = [...new Set(body.patient_list)].flatMap((id) => codes.get(id) ?? []);
    return { institution_id: (body.get_all_ids ? shown : shown.slice(0, 1)).join(BETWEEN) };
  };

  return { patientsGet, patientsGetInstitutionIdFromList };
}
