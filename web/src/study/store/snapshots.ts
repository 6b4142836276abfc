/** Images made from a frame of the open study. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { objectPathOf, splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { call } from '../../lib/api.ts';
import { messages } from '../messages.ts';
import { currentSession } from './current-study.ts';
import { scopeOf } from './study-scope.ts';

/**
 * Makes an image from a frame of an image, and puts it among the files of the study.
 * @param frame from 1
 * @returns the new image
 */
export async function makeSnapshot(filename: string, frame: number): Promise<StudyFile> {
  const session = currentSession();
  if (!session) throw new Error(messages.open.noneOpen);
  const { link, project, head } = session.study;
  const study_date = splitStudyId(link.study_id)?.date ?? '';
  const { bucket } = objectPathOf(project.bucket, head.patient_id, study_date);
  const made = await call(CALLS.createSnapshot, {
    bucket,
    patient: head.patient_id,
    study_date,
    filename,
    frame,
    dicom_folder: project.bucket === null ? 'US/DICOM' : 'DICOM',
  });
  const { images } = await call(CALLS.filesGet, { id: link.study_id, ...scopeOf(link) });
  if (session.live) {
    // Which files are worked with is the person's choice of this moment; a new one is among them.
    const known = new Map(session.study.files.map((file) => [file.filename, file.active]));
    session.study.files = images.map((file) => ({ ...file, active: known.get(file.filename) ?? true }));
    session.stillWorking();
  }
  const image = images.find(({ filename: name }) => name === made.filename);
  if (!image) throw new Error(messages.snapshot.notShown);
  return image;
}
