import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import { isDrawn } from '@echometry/contract/rules/measured.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import { imagesOfEntries, readDocument } from '../analysis/read.ts';
import { Damage } from '../damage.ts';
import type { Db } from '../db/connect.ts';
import { type FileRecord, filesOfStudy } from '../db/files.ts';
import type { StudyFacts, WorkFacts } from '../formats/source.ts';
import { editorsWork, readCopy } from '../review/copy.ts';
import type { Work } from './select-works.ts';

/** A work with what is stored of it. */
export interface ReadWork {
  study: StudyFacts;
  facts: WorkFacts;
  state: Work['state'];
  /** All images of the version: values of one may come from another. */
  images: readonly AnalysisImage[];
  /** Those that the request asks for. */
  chosen: readonly AnalysisImage[];
  missing_images: readonly string[];
  files: ReadonlyMap<string, FileRecord>;
  source: Work;
}

/** Something was drawn or measured: the others say nothing. */
const isWorkedOn = (image: AnalysisImage): boolean => isDrawn(image) || image.measurements_caliper.length > 0;

/** Images of a work that a request asks for. Placeholders of missing pictures are none. */
const isChosen = (image: AnalysisImage, request: ExportRequest): boolean =>
  !image.missing_image &&
  isWorkedOn(image) &&
  (request.all_files || image.reference) &&
  (request.data === 'analysis' || request.validated_only !== true || image.validated) &&
  (request.image_type === ALL || image.type === request.image_type) &&
  (request.mode === ALL || image.modality === request.mode);

async function contentOf(db: Db, work: Work) {
  if (work.review === null) {
    const { document, record } = await readDocument({ db }, work.analysisVersion);
    return { ...document, role: record.role, version: String(work.analysisVersion) };
  }
  const newest = await editorsWork(db.query, work.study.id, work.analysisVersion);
  const { manifest, configVersions } = await readCopy(db.query, work.review, newest);
  const stored = { study_id: work.study.id, config_versions: JSON.stringify(configVersions) };
  const { version_id } = work.review;
  return {
    images: await imagesOfEntries(db.query, stored, manifest.images),
    missing_images: manifest.missing_images,
    role: 'Reviewer',
    version: version_id === null ? String(work.analysisVersion) : `r${version_id}`,
  };
}

/** Reads a work; a sentence why it cannot be read instead, where what is stored is damaged. */
export async function readWork(db: Db, project: string, request: ExportRequest, work: Work): Promise<ReadWork | string> {
  try {
    const { images, missing_images, role, version } = await contentOf(db, work);
    const files = await filesOfStudy(db.query, work.study.id, { see: 'all' });
    return {
      study: {
        project,
        study_id: work.study.study_id,
        patient: work.study.patient_show,
        study_date: dashedDate(work.study.study_date),
        data_type: work.study.data_type,
        gestational_age_days: work.study.gestational_age_days,
        age_days: work.study.age_days,
        sex: work.study.sex,
      },
      facts: { editor: work.editor, reviewer: work.reviewer, role, blind: work.blind === 1, pass: work.pass, version, ...work.certainty },
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
