/** Stores the lines of a model as blind work of a rater, study by study, measured like a person's. */
import type { Engine } from '@echometry/bindings/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/study-measurements.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { withMeasurements } from '@echometry/contract/rules/measured.ts';
import { Value } from 'typebox/value';
import { checkImages } from '../analysis/image-check.ts';
import { readDocument } from '../analysis/read.ts';
import { saveAnalysis } from '../analysis/save.ts';
import { headsOfStudy } from '../db/analyses.ts';
import { recordAct } from '../db/audit.ts';
import { currentConfigSet, currentConfigVersions } from '../db/config-sets.ts';
import { type FileRecord, filesOfStudy } from '../db/files.ts';
import { findProject, type ProjectRow } from '../db/projects.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { fileMetadata } from '../export/file-metadata.ts';
import type { ImportedLine, Refused } from '../formats/import/imported.ts';
import { Refusal } from '../refusal.ts';
import type { Workspace } from '../workspace.ts';
import { predictedImage } from './compose.ts';
import { type Method, placeLine, type PlacedLine } from './place.ts';
import { ensureRater, RATER_ROLE } from './rater.ts';
import { readLines } from './read-lines.ts';
import type { PredictionsRequest } from './request.ts';

/** What came of a file of lines. */
export interface PredictionsReport {
  rater: string;
  /** Codes of studies that the rater has work on now. */
  studies: string[];
  images: number;
  lines: number;
  /** Lines that belong nowhere, each with its reason; nothing of them was stored. */
  refused: Refused[];
}

export interface PredictionsOptions {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
  now: () => number;
}

type Place = Pick<Workspace, 'db' | 'objects'>;

/** What every study of one import shares. */
interface Import {
  place: Place;
  engine: Engine;
  project: ProjectRow;
  raterId: number;
  method: Method;
  config: MeasurementConfig;
  types: readonly ImageTypeRow[];
  versions: Record<string, number>;
  now: number;
}

interface Drawn {
  image: AnalysisImage;
  lines: number;
}

/** Images of a study that lines were found for, each with its place in the file for what is refused. */
function drawn(
  lines: readonly ImportedLine[],
  basis: readonly AnalysisImage[],
  work: Import,
  refuse: (line: ImportedLine, reason: string) => void,
): Drawn[] {
  return basis.flatMap((image) => {
    const own = lines.filter(({ instance_id }) => instance_id === image.instance_id);
    const placed: PlacedLine[] = [];
    for (const line of own) {
      const found = placeLine(line, image, work.types, work.method);
      if (!found.ok) refuse(line, found.reason);
      else if (placed.some((one) => one.cycle === found.value.cycle && one.event === found.value.event && one.line.name === line.name))
        refuse(line, `${line.name} is there twice for the same event`);
      else placed.push(found.value);
    }
    return placed.length === 0 ? [] : [{ image: predictedImage(image, placed), lines: placed.length }];
  });
}

async function measured(
  images: readonly AnalysisImage[],
  study: StudyRecord,
  files: readonly FileRecord[],
  { engine, config, place }: Import,
) {
  const { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg } = study;
  const session = engine.study(config, { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg });
  try {
    for (const image of images) {
      const file = files.find(({ instance_id }) => instance_id === image.instance_id);
      const metadata = file === undefined ? null : await fileMetadata(engine, place.objects, file);
      if (metadata !== null) session.setFile(image.instance_id, metadata);
      session.setImage(image);
    }
    const evaluated = await session.evaluate();
    if (!evaluated.ok) throw new Error(`The lines of a study were not measured: ${evaluated.error.message}`);
    const values = new Map(evaluated.value.map((entry) => [entry.instance_id, entry]));
    return images.map((image) => {
      const found = values.get(image.instance_id);
      return found === undefined ? image : withMeasurements(image, found);
    });
  } finally {
    session.close();
  }
}

async function store(images: AnalysisImage[], study: StudyRecord, files: readonly FileRecord[], work: Import): Promise<void> {
  const { place, project, raterId, versions, now } = work;
  checkImages(images, new Map(files.map((file) => [file.instance_id, file.filename])));
  const saved = await saveAnalysis(place.db, {
    studyId: study.id,
    dataType: study.data_type,
    project: project.project,
    author: { id: raterId },
    role: RATER_ROLE,
    scope: { see: 'own', userId: raterId },
    content: { kind: 'all', images },
    missingImages: [],
    imagesSelected: files.length,
    totalImages: files.length,
    configVersions: versions,
    engineVersion: null,
    saveId: null,
    requestSha256: null,
    baseVersion: undefined,
    now,
  });
  if (saved.kind !== 'saved') throw new Error(`The lines of a study were not stored: ${saved.kind}`);
}

async function prepare(place: Place, engine: Engine, request: PredictionsRequest, now: number): Promise<Import> {
  const { query } = place.db;
  const project = await findProject(query, { key: request.project });
  if (project === null) throw new Refusal(`There is no project named ${request.project}.`);
  const [types, measurements, versions] = await Promise.all([
    currentConfigSet(query, 'echo_image_types', project.id),
    currentConfigSet(query, 'echo_measurements', project.id),
    currentConfigVersions(query, project.id),
  ]);
  return {
    place,
    engine,
    project,
    raterId: await ensureRater(query, request.rater, project.id, now),
    method: { name: request.rater, version: request.version },
    config: { image_types: types, measurements },
    types: (types?.data ?? []).filter((row): row is ImageTypeRow => Value.Check(ImageTypeRow, row)),
    versions,
    now,
  };
}

function byImage(lines: readonly ImportedLine[]): Map<string, ImportedLine[]> {
  const found = new Map<string, ImportedLine[]>();
  for (const line of lines) {
    const others = found.get(line.instance_id);
    if (others === undefined) found.set(line.instance_id, [line]);
    else others.push(line);
  }
  return found;
}

/**
 * Imports a file of lines. A study whose lines are given again gets a new version; studies the file does not name keep
 * what the rater has there.
 */
export async function importPredictions(
  place: Place,
  engine: Engine,
  request: PredictionsRequest,
  { signal, onProgress, now }: PredictionsOptions,
): Promise<PredictionsReport> {
  const { lines, refused } = await readLines(request.file, request.exported);
  const work = await prepare(place, engine, request, now());
  const report: PredictionsReport = { rater: request.rater, studies: [], images: 0, lines: 0, refused: [...refused] };
  const refuse = (line: ImportedLine, reason: string): void => {
    const frame = line.frame_number === null ? '' : `, frame ${line.frame_number}`;
    report.refused.push({ file: request.file, entry: `${line.name} of ${line.instance_id}${frame}`, reason });
  };
  const waiting = byImage(lines);
  const studies = await listStudies(place.db.query, work.project.id, true);
  for (const [done, study] of studies.entries()) {
    signal.throwIfAborted();
    const files = await filesOfStudy(place.db.query, study.id, { see: 'all' });
    const own = files.flatMap(({ instance_id }) => waiting.get(instance_id) ?? []);
    for (const { instance_id } of files) waiting.delete(instance_id);
    if (own.length > 0) await importStudy(own, study, files, work, report, refuse);
    onProgress?.({ done: done + 1, total: studies.length });
  }
  for (const line of [...waiting.values()].flat()) refuse(line, `${work.project.project._id} has no such image`);
  const { studies: codes, images, lines: stored } = report;
  await place.db.query.transaction().execute((query) =>
    recordAct(query, place.db.dialect, {
      at: now(),
      actorId: null,
      role: null,
      act: 'predictions-imported',
      studyId: null,
      subject: request.rater,
      detail: {
        command_line: true,
        project: request.project,
        version: request.version,
        studies: codes.length,
        images,
        lines: stored,
        refused: report.refused.length,
      },
    }),
  );
  return report;
}

async function importStudy(
  lines: readonly ImportedLine[],
  study: StudyRecord,
  files: readonly FileRecord[],
  work: Import,
  report: PredictionsReport,
  refuse: (line: ImportedLine, reason: string) => void,
): Promise<void> {
  const [head] = await headsOfStudy(work.place.db.query, study.id, { see: 'shared' });
  const basis = head === undefined ? [] : (await readDocument({ db: work.place.db }, head.version_id)).document.images;
  const known = new Set(basis.map(({ instance_id }) => instance_id));
  for (const line of lines) if (!known.has(line.instance_id)) refuse(line, 'nobody labelled the image');
  const found = drawn(lines, basis, work, refuse);
  if (found.length === 0) return;
  await store(
    await measured(
      found.map(({ image }) => image),
      study,
      files,
      work,
    ),
    study,
    files,
    work,
  );
  report.studies.push(study.patient_show);
  report.images += found.length;
  report.lines += found.reduce((sum, one) => sum + one.lines, 0);
}
