import type { Project } from '../records/project.ts';

/** Facts of the open study that are passed to the linked application as query parameters. */
export interface ClinicalDataLink {
  study_id: string;
  patient_id: number;
  project: string;
  data_type: string;
}

/** Address of the clinical data of a study; null unless the project has them and names where (docs/specification.md#platform-2). */
export function clinicalDataAddress(
  { clinical_data, clinical_data_url }: Pick<Project, 'clinical_data' | 'clinical_data_url'>,
  link: ClinicalDataLink,
): string | null {
  if (!clinical_data || !clinical_data_url) return null;
  const address = new URL(clinical_data_url);
  // An address may have a query.
  for (const name of ['study_id', 'patient_id', 'project', 'data_type'] as const) address.searchParams.set(name, String(link[name]));
  return address.href;
}
