/** Measures a study, or a version of one, that is not the open one: read, computed and forgotten. */
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMeasurements, StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { StudyHead } from '@echometry/contract/records/study.ts';
import { isDrawn } from '@echometry/contract/rules/measured.ts';
import { studyReferences } from '@echometry/contract/rules/reference-choice.ts';
import { objectPathOf, splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { call } from '../../lib/api.ts';
import type { LabelConfig } from '../../lib/config.ts';
import { loadReferences } from '../../lib/reference-packs.ts';
import { theEngine } from '../../viewer/clip/engine.ts';

export const factsOf = (head: StudyHead): StudyFacts => ({
  data_type: head.data_type,
  gestational_age_days: head.gestational_age_days?.value ?? null,
  age_days: head.age_days?.value ?? null,
  sex: head.sex?.value ?? null,
  height_cm: head.height_cm?.value ?? null,
  weight_kg: head.weight_kg?.value ?? null,
});

export interface MeasuredStudy {
  head: StudyHead;
  /** Active and inactive files, in the order of the study. */
  files: readonly StudyFile[];
  images: readonly AnalysisImage[];
  /** Whose work it is; null of a version. */
  editor: string | null;
  measured: readonly ImageMeasurements[];
  /** Images whose files could not be read: what needs frame times has no value there. */
  unreadable: number;
}

export interface Asked {
  study_id: string;
  project: Project;
  config: LabelConfig;
  /** A version of the history instead of the analysis of today. */
  version?: number;
  signal: AbortSignal;
  /** Computes more of the images while their study is open in the engine. */
  also?: (study: StudyMeasurements, images: readonly AnalysisImage[]) => Promise<void>;
}

const hasWork = (image: AnalysisImage): boolean => isDrawn(image) || image.measurements_caliper.length > 0;

/** @returns null for a study without an analysis */
export async function measureStudy({ study_id, project, config, version, signal, also }: Asked): Promise<MeasuredStudy | null> {
  const scope = { db_name: project.db_name, medical_data_type: MEDICAL_DATA_TYPE } as const;
  const [{ study: head, images: files }, { images, editor }] = await Promise.all([
    call(CALLS.filesGet, { id: study_id, ...scope }, { signal }),
    version === undefined
      ? call(CALLS.analysisGet, { id: study_id, comments: false, ...scope }, { signal }).then(({ analysis }) => ({
          images: analysis?.images ?? null,
          editor: analysis?.editor ?? null,
        }))
      : call(CALLS.analysisGetVersion, { id: study_id, version, ...scope }, { signal }).then((found) => ({
          images: found.images,
          editor: null,
        })),
  ]);
  if (images === null) return null;
  const engine = theEngine();
  // Without reference values the values are still comparable.
  const references = await loadReferences(project.db_name).catch(() => null);
  const study = engine.study(config.measuring, factsOf(head));
  try {
    if (references !== null) study.setReferences(studyReferences(references.packs, project.references, head.data_type));
    for (const image of images) study.setImage(image);
    const urls = await addressesOf(project, head, signal);
    let unreadable = 0;
    for (const image of images.filter(hasWork)) {
      signal.throwIfAborted();
      const metadata = await metadataAt(engine, urls.get(image.filename));
      if (metadata) study.setFile(image.instance_id, metadata);
      else unreadable += 1;
    }
    const found = await study.evaluate();
    if (!found.ok) throw new Error(found.error.message);
    await also?.(study, images);
    return { head, files, images, editor, measured: found.value, unreadable };
  } finally {
    study.close();
  }
}

async function addressesOf(project: Project, head: StudyHead, signal: AbortSignal): Promise<ReadonlyMap<string | null, string>> {
  const date = splitStudyId(head.study_id)?.date ?? '';
  const list = await call(CALLS.getUrls, objectPathOf(project.bucket, head.patient_id, date), { signal });
  return new Map(list.filter(({ kind }) => kind === 'dicom').map(({ filename, url }) => [filename, url]));
}

/** Reads the beginning of a file: the rest of it is not waited for. */
async function metadataAt(engine: EngineClient, url: string | undefined) {
  if (url === undefined) return null;
  const opened = await engine.open(new URL(url, window.location.href));
  if (!opened.ok) return null;
  const metadata = await engine.metadata(opened.value);
  engine.release(opened.value);
  return metadata.ok ? metadata.value : null;
}
