import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import { imagesOfEntries, readDocument } from '../analyses/read.ts';
import { Damage } from '../errors.ts';
import type { Db } from '../db/connect.ts';
import { type FileRecord, filesOfStudy } from '../db/files.ts';
import { quantitiesOf } from '../db/studies.ts';
import type { StudyFacts, WorkFacts } from './formats/source.ts';
import { editorsWork, readCopy } from '../reviews/copy.ts';
import { versionOf, type Work } from './select-works.ts';
import { isWorkedOn } from './worked-on.ts';

/** A work with what is stored of it. */
export interface ReadWork {
  study: StudyFacts;
  facts: WorkFacts;
  state: Work['state'];
  /** All images of the version: values of one may come from another. */
  images: readonly AnalysisImage[];
  /** The images that the request includes. */
  chosen: readonly AnalysisImage[];
  missing_images: readonly string[];
  files: ReadonlyMap<string, FileRecord>;
  source: Work;
}

/** Whether a request narrows the images of a work. */
export const narrowsImages = ({ all_files, data, validated_only, image_type, mode }: ExportRequest): boolean =>
  !all_files || (data === 'review' && validated_only === true) || image_type !== ALL || mode !== ALL;

/** Images of a work that a request asks for. */
const isChosen = (image: AnalysisImage, request: ExportRequest): boolean =>
  isWorkedOn(image) &&
  (request.all_files || image.reference) &&
  (request.data === 'analysis' || request.validated_only !== true || image.validated) &&
  (request.image_type === ALL || image.type === request.image_type) &&
  (request.mode === ALL || image.modality === request.mode);

async function contentOf(db: Db, work: Work) {
  if (work.review === null) {
    const { document, record } = await readDocument({ db }, work.analysisVersion);
    return { ...document, role: record.role };
  }
  const newest = await editorsWork(db.query, work.study.id, work.analysisVersion);
  const { manifest, configVersions } = await readCopy(db.query, work.review, newest);
  const stored = { study_id: work.study.id, config_versions: JSON.stringify(configVersions) };
  return {
    images: await imagesOfEntries(db.query, stored, manifest.images),
    missing_images: manifest.missing_images,
    role: 'Reviewer',
  };
}

/** Reads a work; a sentence why it cannot be read instead, where what is stored is damaged. */
export async function readWork(db: Db, project: string, request: ExportRequest, work: Work): Promise<ReadWork | string> {
  try {
    const { images, missing_images, role } = await contentOf(db, work);
    const files = await filesOfStudy(db.query, work.study.id, { see: 'all' });
    return {
      study: {
        project,
        study_id: work.study.study_id,
        patient: work.study.patient_show,
        study_date: dashedDate(work.study.study_date),
        ...quantitiesOf(work.study),
      },
      facts: {
        editor: work.editor,
        reviewer: work.reviewer,
        role,
        blind: work.blind === 1,
        pass: work.pass,
        version: versionOf(work),
        ...work.certainty,
      },
      state: work.state,
      images,
      chosen: images.filter((image) => isChosen(image, request)),
      missing_images,
      files: new Map(files.map((file) => [file.instance_id, file])),
      source: work,
    };
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  }
}
