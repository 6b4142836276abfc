import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { objectPathOf } from '@echometry/contract/rules/study-id.ts';
import type { Caller } from '../access/caller.ts';
import { shownId } from '../access/blinding.ts';
import { projectByName, type StudyAccess, studyAtPath, studyIn, workScopeOf } from '../access/project-access.ts';
import { filesNamed, filesOfStudy } from '../db/files.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField, notFound, Refusal } from '../errors.ts';
import type { ImageServices } from './services.ts';

type Body = BodyOf<typeof CALLS.createSnapshot>;

const NO_IMAGE = 'is not an image of one of your studies';

export function createSnapshotHandlers(services: ImageServices): Pick<Handlers, 'createSnapshot'> {
  const { query } = services.db;

  /** Study and project of the image: by its path where one is given, else only by its name. */
  const placeOf = async (caller: Caller, { filename, patient, study_date }: Body): Promise<StudyAccess> => {
    if ((patient === undefined) !== (study_date === undefined)) throw invalidField('study_date', 'Patient and study date come together');
    if (patient !== undefined && study_date !== undefined) {
      const found = await studyAtPath(services, caller, { patientId: patient, date: study_date });
      if (found === null) throw notFound('patient', 'No such study');
      return found;
    }
    const found = await filesNamed(query, filename, caller.user.id);
    const [first] = found;
    if (first === undefined) throw notFound('filename', NO_IMAGE);
    if (found.length > 1) throw invalidField('filename', 'Images of several studies have this name: send patient and study_date as well');
    const access = await projectByName(services, caller, first.db_name);
    return { access, study: await studyIn(services, access, shownId(services, access, first.study_id), 'filename') };
  };

  const createSnapshot: Handlers['createSnapshot'] = async ({ body, caller }) => {
    const { access, study } = await placeOf(caller, body);
    if (body.bucket !== undefined && body.bucket !== objectPathOf(access.project.bucket, study.patient_id, study.study_date).bucket)
      throw notFound('bucket', 'No such study in this bucket');
    const files = await filesOfStudy(query, study.id, workScopeOf(caller, access));
    const source = files.find(({ filename }) => filename === body.filename);
    if (source === undefined) throw notFound('filename', NO_IMAGE);
    if (body.frame > source.number_of_frames) throw invalidField('frame', `The image has ${source.number_of_frames} frames`);
    try {
      const { filename } = await services.snapshots.make({
        study,
        source,
        frame: body.frame,
        author: { id: caller.user.id, role: access.role },
        isPrivate: isBlind(caller.role) || access.isTester,
      });
      return { succeeded: true, filename };
    } catch (error) {
      if (error instanceof Refusal) throw invalidField('frame', error.message);
      throw error;
    }
  };

  return { createSnapshot };
}
