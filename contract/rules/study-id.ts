/** Patient and date of a study id, parted at the last underscore; null when there is none (docs/specification.md#platform-5). */
export function splitStudyId(studyId: string): { patient: string; date: string } | null {
  const at = studyId.lastIndexOf('_');
  if (at < 1 || at === studyId.length - 1) return null;
  return { patient: studyId.slice(0, at), date: studyId.slice(at + 1) };
}

/** `{patient_id}_{YYYYMMDD}` (docs/contracts.md#keys-and-coordinates). */
export const studyIdOf = (patientId: number, yyyymmdd: string): string => `${patientId}_${yyyymmdd}`;

/** YYYYMMDD written YYYY-MM-DD. */
export const dashedDate = (yyyymmdd: string): string => `${yyyymmdd.slice(0, 4)}-${yyyymmdd.slice(4, 6)}-${yyyymmdd.slice(6, 8)}`;

/** Patients in one numbered bucket (docs/specification.md#platform-9). */
const PATIENTS_PER_BUCKET = 1000;

/** Where a study's objects are listed: its project's bucket, else floor(patient id / 1000) with objects under US/ (docs/specification.md#platform-7). */
export function objectPathOf(bucket: string | null, patientId: number, yyyymmdd: string): { bucket: string; object: string } {
  return bucket === null
    ? { bucket: String(Math.floor(patientId / PATIENTS_PER_BUCKET)), object: `US/${patientId}/${yyyymmdd}/` }
    : { bucket, object: `${patientId}/${yyyymmdd}/` };
}
