import { createHmac } from 'node:crypto';
import type { ImportIdentity } from '@echometry/bindings/engine/api.ts';
import type { PatientChoice } from '@echometry/contract/records/import.ts';
import type { PatientKeys } from './records.ts';

export const REFUSE_PLACEHOLDERS: PatientChoice = { kind: 'refuse' };

/** Hex HMAC-SHA256 under the workspace key; `purpose` keeps these apart from the identities of files. */
const keyed = (deidKey: Uint8Array, purpose: string, value: string): string =>
  createHmac('sha256', deidKey).update(`${purpose}\n${value}`).digest('hex');

const capitals = (id: string): string => id.trim().replace(/\s+/g, ' ').toUpperCase();

/** The patient a file belongs to, or the reason why it is unknown. */
export function patientOf(identity: ImportIdentity, choice: PatientChoice, deidKey: Uint8Array): PatientKeys | { refused: string } {
  const id = identity.placeholder_patient_id;
  if (id === null) return { key: identity.patient_key, spelledKey: identity.spelled_patient_key };
  if (choice.kind === 'by-study') return { key: keyed(deidKey, 'patient by study', identity.study_key), spelledKey: null };
  const identities = choice.kind === 'map' ? Object.entries(choice.identities) : [];
  const mapped = identities.find(([from]) => capitals(from) === id)?.[1];
  if (mapped !== undefined) return { key: keyed(deidKey, 'patient by choice', capitals(mapped)), spelledKey: null };
  return {
    refused:
      `placeholder-patient-id: the patient id ${id} stands for no patient, and files of several people may share it. ` +
      `Assign them with --map "${id}=CODE", or make every study a patient with --unknown-patients by-study`,
  };
}
