import type { CleanFile, ImportIdentity } from '@echometry/bindings/engine/api.ts';
import type { ImportedImage, PatientKeys } from './records.ts';

/** The file is of the patient whose image is there. */
export const isOfSamePatient = (earlier: ImportedImage, keys: PatientKeys): boolean =>
  earlier.patient_key === keys.key || earlier.patient_key === keys.spelledKey;

/** Compared facts of a file. */
export type Candidate = Pick<CleanFile, 'metadata' | 'sha256'>;

/**
 * Does a file hold what is stored under its SOP Instance UID? Stored bytes are compared, which leaves out what is never stored.
 * Bytes differ anyway under other rules of de-identification, and for a clip that once came with a separate ECG file and once
 * without; then size, frames and the icons made of decoded pixels decide.
 */
export function isSameImage(
  earlier: ImportedImage,
  { identity, takesEcg }: { identity: ImportIdentity; takesEcg: boolean },
  candidate: Candidate,
): boolean {
  if (earlier.object_sha256 === candidate.sha256.bytes) return true;
  if (earlier.deid_profile === identity.deid_profile && !takesEcg) return false;
  const { number_of_frames, width, height } = candidate.metadata;
  const icons = [earlier.small_icon_sha256, earlier.big_icon_sha256];
  return (
    earlier.number_of_frames === number_of_frames &&
    earlier.width === width &&
    earlier.height === height &&
    candidate.sha256.icons.every((icon, index) => icons[index] === icon)
  );
}
