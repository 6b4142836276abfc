import type { AnalysisImage, StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import golden from '../../fixtures/golden/study/cases.json' with { type: 'json' };
import type { Db } from '../src/db/connect.ts';
import { pack } from '../src/db/document.ts';
import { filenameOf } from '../src/imports/import-file.ts';
import { NOON, type Seeded } from './world.ts';

/** A head drawn as an ellipse, with values by closed forms: HC, OFD, BPD and the cephalic index (fixtures/golden/study). */
const STILL = golden.cases.find(({ id }) => id === 'still-head')!;
const DRAWN = STILL.images[0] as unknown as Pick<AnalysisImage, 'segmentation'> & { metadata: StoredMetadata };

export const HEAD_VALUES = STILL.expected as { name: string; aggregate: number }[];

/** The image of a study with the head drawn on it. */
export const headOn = (image: AnalysisImage): AnalysisImage => ({
  ...image,
  type: 'Head butterfly',
  view: 'Head, transthalamic',
  modality: '2D',
  segmentation: DRAWN.segmentation,
  is_segmented: true,
});

/** Metadata that an import would have read of such an image. */
export const headMetadata = async (): Promise<Uint8Array> => (await pack(DRAWN.metadata)).bytes;

export interface StudyOfMany {
  studyId: string;
  images: AnalysisImage[];
}

/** Further studies like the one of the seeded world, each with its own patient and as many images, on the same stored objects. */
export async function addStudies(db: Db, seeded: Seeded, count: number): Promise<StudyOfMany[]> {
  const { query } = db;
  const metadata = await headMetadata();
  await query.updateTable('image_file').set({ metadata }).execute();
  await query.updateTable('study').set({ data_type: 'fetal' }).execute();
  const { id: _study, ...study } = await query
    .selectFrom('study')
    .selectAll()
    .where('study_id', '=', seeded.studyId)
    .executeTakeFirstOrThrow();
  const files = await query.selectFrom('image_file').selectAll().where('study_id', '=', _study).orderBy('position').execute();
  const made: StudyOfMany[] = [];
  for (let n = 1; n <= count; n += 1) {
    const patient = await query
      .insertInto('patient')
      .values({ project_id: seeded.projectId, patient_key: `many-${n}`, patient_show: `M-${n}`, date_shift_days: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const studyId = `${patient.id}_20260102`;
    const { id } = await query
      .insertInto('study')
      .values({ ...study, patient_id: patient.id, study_id: studyId, study_instance_uid: `2.25.9.${n}`, created_at: NOON })
      .returning('id')
      .executeTakeFirstOrThrow();
    const images: AnalysisImage[] = [];
    for (const [place, { id: _file, ...file }] of files.entries()) {
      const instance_id = `2.25.9.${n}.${place + 1}`;
      const filename = filenameOf(instance_id);
      await query
        .insertInto('image_file')
        .values({ ...file, study_id: id, instance_id, filename })
        .execute();
      images.push(headOn({ ...seeded.images[place]!, id: instance_id, instance_id, filename }));
    }
    made.push({ studyId, images });
  }
  return made;
}
