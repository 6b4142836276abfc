import type { Project } from '../records/project.ts';
import type { RoleName } from '../records/role.ts';
import { hiddenFrom } from './blinding.ts';

/** Facts of the open study that are passed to the linked application as query parameters. */
export interface ClinicalDataLink {
  study_id: string;
  patient_id: number;
  project: string;
  data_type: string;
}

/** Address of the clinical data of a study; null unless the project has them, names where, and shows them to the role (docs/specification.md#platform-2). */
export function clinicalDataAddress(
  role: RoleName | null,
  project: Pick<Project, 'clinical_data' | 'clinical_data_url' | 'blinding'>,
  link: ClinicalDataLink,
): string | null {
  const { clinical_data, clinical_data_url } = project;
  const { clinicalValues, order } = hiddenFrom(role, project);
  if (!clinical_data || !clinical_data_url || clinicalValues || order) return null;
  const address = new URL(clinical_data_url);
  // An address may have a query.
  for (const name of ['study_id', 'patient_id', 'project', 'data_type'] as const) address.searchParams.set(name, String(link[name]));
  return address.href;
}
