import { createHash } from 'node:crypto';
import { type ImportIdentity } from '@echometry/bindings/api.ts';
import { type ImportedImage, type PatientKeys } from './records.ts';

/** What a file would be stored as. */
export interface Candidate {
  bytes: Uint8Array;
  frames: number;
  width: number;
  height: number;
  icons: { small: Uint8Array; big: Uint8Array };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The file is of the patient whose image is there. */
export const isOfSamePatient = (earlier: ImportedImage, keys: PatientKeys): boolean =>
  earlier.patient_key === keys.key || earlier.patient_key === keys.spelledKey;

/**
 * Does a file hold what is stored under its SOP Instance UID? Stored bytes are compared, which leaves out what is never
 * stored. Bytes of other rules of de-identification differ anyway; then size, frames and the icons made of decoded
 * pixels tell.
 */
export function isSameImage(earlier: ImportedImage, identity: ImportIdentity, candidate: Candidate): boolean {
  if (earlier.object_sha256 === hashOf(candidate.bytes)) return true;
  if (earlier.deid_profile === identity.deid_profile) return false;
  return (
    earlier.number_of_frames === candidate.frames &&
    earlier.width === candidate.width &&
    earlier.height === candidate.height &&
    earlier.small_icon_sha256 === hashOf(candidate.icons.small) &&
    earlier.big_icon_sha256 === hashOf(candidate.icons.big)
  );
}
