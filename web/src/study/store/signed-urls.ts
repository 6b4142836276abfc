/** Signed addresses of the files of the open study. */
import { proxy } from 'valtio';
import { currentSession, onStudyClosed } from './current-study.ts';
import { addressOf, forgetAddresses, type AddressKind } from './file-addresses.ts';

/** How often the thumbnails of a file were drawn again since the study was opened, by file name. */
export const iconChanges = proxy<{ count: Record<string, number> }>({ count: {} });

onStudyClosed(() => {
  forgetAddresses();
  iconChanges.count = {};
});

/** The thumbnails of a file were drawn again: they have other addresses now. */
export function iconChanged(filename: string): void {
  forgetAddresses();
  iconChanges.count[filename] = (iconChanges.count[filename] ?? 0) + 1;
}

/** Signed address of one file of the open study; null while none is open. */
export async function urlFor(filename: string, kind: AddressKind): Promise<string | null> {
  const session = currentSession();
  if (!session) return null;
  const { link, project, head } = session.study;
  return addressOf({ studyId: link.study_id, patient: head.patient_id, bucket: project.bucket }, filename, kind);
}
