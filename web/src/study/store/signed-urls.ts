/** Signed addresses of the files of the open study. */
import { currentSession, onStudyClosed } from './current-study.ts';
import { addressOf, forgetAddresses, type AddressKind } from './file-addresses.ts';

onStudyClosed(forgetAddresses);

/** Signed address of one file of the open study; null while none is open. */
export async function urlFor(filename: string, kind: AddressKind): Promise<string | null> {
  const session = currentSession();
  if (!session) return null;
  const { link, project, head } = session.study;
  return addressOf({ studyId: link.study_id, patient: head.patient_id, bucket: project.bucket }, filename, kind);
}
