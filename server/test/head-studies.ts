import { HEAD_METADATA } from './head-lines.ts';
import { storeWork } from './store-work.ts';
import { emailOf, type World } from './world.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { pack } from '../src/db/document.ts';

/** Adds fetal studies of one image that is labelled as a head each, as an Editor would. @returns their instances */
export async function headStudies({ db, now }: World, count: number): Promise<string[]> {
  const { query } = db;
  const [patient, study, file] = await Promise.all([
    query.selectFrom('patient').selectAll().executeTakeFirstOrThrow(),
    query.selectFrom('study').selectAll().executeTakeFirstOrThrow(),
    query.selectFrom('image_file').selectAll().executeTakeFirstOrThrow(),
  ]);
  const { bytes: metadata } = await pack(HEAD_METADATA);
  const instances: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { id: _patient, ...ofPatient } = patient;
    const { id: patient_id } = await query
      .insertInto('patient')
      .values({ ...ofPatient, patient_key: `head-${n}`, patient_show: `HEAD-${n}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: _study, ...ofStudy } = study;
    const study_id = `${patient_id}_${study.study_date}`;
    const { id } = await query
      .insertInto('study')
      .values({ ...ofStudy, patient_id, study_id, study_instance_uid: `2.25.3.${n}`, data_type: 'fetal' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: _file, ...ofFile } = file;
    const instance_id = `2.25.3.${n}.1`;
    const filename = `head-${n}.dcm`;
    await query
      .insertInto('image_file')
      .values({ ...ofFile, study_id: id, instance_id, filename, metadata })
      .execute();
    const image = blankImage({ instance_id, filename, active: true, metadata: null }, 'fetal');
    await storeWork(db, {
      studyId: study_id,
      email: emailOf('Editor'),
      images: [{ ...image, type: 'Head butterfly', view: 'Head, transthalamic', modality: '2D' }],
      now,
    });
    instances.push(instance_id);
  }
  return instances;
}
