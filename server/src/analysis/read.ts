import { type AnalysisRecord, DOCUMENT_FORMAT } from '@echometry/contract/records/analysis.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type StudyState } from '@echometry/contract/records/study.ts';
import { type AnalysisDocument, findVersion, type HeadRecord, statusOf } from '../db/analyses.ts';
import { validationsOfStudy } from '../db/validations.ts';
import { unpack } from '../db/document.ts';
import { type StudyRecord } from '../db/studies.ts';
import { type Services } from '../services.ts';

/** The document of a version; a format newer than ours is refused by name (contracts.md 3). */
export async function readDocument(services: Services, version: number): Promise<{ document: AnalysisDocument; record: NonNullable<Awaited<ReturnType<typeof findVersion>>> }> {
  const record = await findVersion(services.db.query, version);
  if (record === null) throw new Error(`Version ${version} is named by a head and missing`);
  if (record.format > DOCUMENT_FORMAT) throw new Error(`Analysis format ${record.format} is newer than this version of Echometry reads (${DOCUMENT_FORMAT})`);
  return { record, document: await unpack<AnalysisDocument>(record.document, record.sha256) };
}

/** A head with its document, as analysis/get answers it. */
export async function readAnalysis(services: Services, study: StudyRecord, head: HeadRecord, showQc: boolean): Promise<AnalysisRecord> {
  const { document, record } = await readDocument(services, head.version_id);
  const reviewers = (await validationsOfStudy(services.db.query, study.id)).filter((v) => v.editorId === head.editor_id).map((v) => v.reviewer);
  const validated = reviewers.length > 0;
  return {
    format: DOCUMENT_FORMAT,
    id: study.study_id,
    version: head.version_id,
    images: document.images,
    missing_images: document.missing_images,
    images_selected: head.images_selected,
    images_calibrated: head.images_calibrated,
    images_segmented: head.images_segmented,
    total_images: head.total_images,
    validated,
    validated_by: reviewers,
    editor: head.editor,
    updated_at: head.updated_at,
    study_state: head.study_state as StudyState,
    status: statusOf(head, { dataType: study.data_type as DataType, showQc, validated }),
    config_versions: JSON.parse(record.config_versions) as Record<string, number>,
    engine_version: record.engine_version,
  };
}
