/** Reads a file of lines and draws them study by study, measured like a person's. Nothing is stored here: a thread may do it. */
import { grouped } from '@echometry/contract/rules/grouped.ts';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { withMeasurements } from '@echometry/contract/rules/measured.ts';
import { Value } from 'typebox/value';
import { packContent, type PackedContent } from '../../analyses/content.ts';
import { checkImages } from '../../analyses/image-check.ts';
import { readDocument } from '../../analyses/read.ts';
import { headsOfStudy } from '../../db/analyses.ts';
import { currentConfigSet, currentConfigVersions } from '../../db/config-sets.ts';
import type { Db } from '../../db/connect.ts';
import { type FileRecord, filesOfStudy } from '../../db/files.ts';
import { listStudies, type StudyRecord } from '../../db/studies.ts';
import { fileMetadata } from '../../exports/file-metadata.ts';
import { followedImage, followedTracks, followFault, linesAtEvents } from './follow.ts';
import type { Imported, ImportedLine, ImportedSequence, Refused } from './imported.ts';
import type { ObjectReader } from '../../objects/store.ts';
import { predictedImage } from './compose.ts';
import { MAX_IMAGE_POINTS, MAX_NAMED_REFUSALS } from './limits.ts';
import { type Method, type PlacedLine, placer } from './place.ts';
import { type LinesFile, readLines } from './read-lines.ts';

/** Where the lines go. */
export interface DrawOrder {
  /** Row and key of the project. */
  projectId: number;
  project: string;
  method: Method;
  files: readonly LinesFile[];
  /** The part of an export that they belong to: annotations.json, lines.json or sources.csv of an export. */
  exported: LinesFile | null;
}

/** The work of a model on one study, ready to be stored. */
export interface DrawnStudy {
  studyId: number;
  dataType: StudyRecord['data_type'];
  /** Code of the study, for the report. */
  code: string;
  /** Files of the study. */
  files: number;
  content: PackedContent;
  configVersions: Record<string, number>;
  lines: number;
}

/** Lines that belong nowhere, each with its reason; nothing of them is stored. */
export interface Refusals {
  /** The first of them. */
  refused: Refused[];
  refused_in_all: number;
}

export interface DrawHooks {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Stores a study before the next one is drawn. */
  keep: (study: DrawnStudy) => Promise<void>;
}

interface DrawPlace {
  db: Db;
  objects: ObjectReader;
  engine: Engine;
}

/** Shared by all studies of one import. */
interface Import extends DrawPlace {
  method: Method;
  config: MeasurementConfig;
  types: readonly ImageTypeRow[];
  configVersions: Record<string, number>;
}

/** Names of what is refused. */
type Refusable = Pick<ImportedLine, 'name' | 'instance_id' | 'frame_number'>;
type Refuse = (what: Refusable, reason: string) => void;

interface DrawnImage {
  image: AnalysisImage;
  lines: number;
  followed: readonly ImportedSequence[];
}

/** Content of the files about one image. */
interface OfImage {
  lines: readonly ImportedLine[];
  sequences: readonly ImportedSequence[];
}

function byImage({ lines, sequences = [] }: Imported): Map<string, OfImage> {
  const [ofLines, ofSequences] = [grouped(lines, idOf), grouped(sequences, idOf)];
  const ids = [...new Set([...ofLines.keys(), ...ofSequences.keys()])];
  return new Map(ids.map((id) => [id, { lines: ofLines.get(id) ?? [], sequences: ofSequences.get(id) ?? [] }]));
}

const idOf = ({ instance_id }: { instance_id: string }): string => instance_id;

/** The lines that have a place in an image, each place once. */
function placed(lines: readonly ImportedLine[], image: AnalysisImage, { types, method }: Import, refuse: Refuse): PlacedLine[] {
  const place = placer(image, types, method);
  const found = new Map<string, PlacedLine>();
  let points = 0;
  for (const line of lines) {
    if (points + line.points.length > MAX_IMAGE_POINTS) {
      refuse(line, `the image would have more than ${MAX_IMAGE_POINTS} points`);
      continue;
    }
    const at = place(line);
    if (!at.ok) {
      refuse(line, at.reason);
      continue;
    }
    const key = JSON.stringify([at.value.cycle, at.value.event, line.name]);
    if (found.has(key)) {
      refuse(line, `${line.name} is there twice for the same event`);
      continue;
    }
    found.set(key, at.value);
    points += line.points.length;
  }
  return [...found.values()];
}

/** Images of a study that lines were found for. */
function drawn(own: ReadonlyMap<string, OfImage>, basis: readonly AnalysisImage[], work: Import, refuse: Refuse) {
  return basis.flatMap((image): DrawnImage[] => {
    const { lines: given, sequences } = own.get(image.instance_id) ?? NOTHING;
    const { single, followed: tracks } = followedTracks(given, image, work.types, refuse);
    const followed = [...sequences, ...tracks].filter((one) => isPlaced(one, image, work, refuse));
    const atEvents = followed.flatMap((one) => linesAtEvents(one, image, single));
    const lines = placed([...single, ...atEvents], image, work, refuse);
    if (lines.length === 0) return [];
    return [{ image: followedImage(predictedImage(image, lines), followed, work.method), lines: lines.length, followed }];
  });
}

const NOTHING: OfImage = { lines: [], sequences: [] };

/** Whether lines on every frame belong to the cycle that they name; otherwise they are refused. */
function isPlaced(one: ImportedSequence, image: AnalysisImage, { types }: Import, refuse: Refuse): boolean {
  const fault = followFault(one, image, types);
  if (fault !== null) refuse(nameOf(one), fault);
  return fault === null;
}

/** Name of lines on every frame, for what is refused. */
const nameOf = ({ instance_id, cycle }: ImportedSequence): Refusable => ({
  instance_id,
  name: `every frame of cycle ${cycle + 1}`,
  frame_number: null,
});

const namesIn = ({ lines, sequences }: OfImage): Refusable[] => [...lines, ...sequences.map(nameOf)];

async function measured(images: readonly AnalysisImage[], study: StudyRecord, files: readonly FileRecord[], work: Import) {
  const { engine, config, objects } = work;
  const { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg } = study;
  const fileOf = new Map(files.map((file) => [file.instance_id, file]));
  const session = engine.study(config, { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg });
  try {
    for (const image of images) {
      const file = fileOf.get(image.instance_id);
      const metadata = file === undefined ? null : await fileMetadata(engine, objects, file);
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

async function drawStudy(
  own: ReadonlyMap<string, OfImage>,
  study: StudyRecord,
  files: readonly FileRecord[],
  work: Import,
  refuse: Refuse,
): Promise<DrawnStudy | null> {
  const { db, configVersions } = work;
  const [head] = await headsOfStudy(db.query, study.id, { see: 'shared' });
  const basis = head === undefined ? [] : (await readDocument({ db }, head.version_id)).document.images;
  const known = new Set(basis.map(({ instance_id }) => instance_id));
  for (const [instance, of] of own) if (!known.has(instance)) for (const one of namesIn(of)) refuse(one, 'the image has no label');
  const found = drawn(own, basis, work, refuse);
  if (found.length === 0) return null;
  const images = await measured(
    found.map(({ image }) => image),
    study,
    files,
    work,
  );
  checkImages(images, new Map(files.map((file) => [file.instance_id, file.filename])));
  const followed = found.flatMap((one) => one.followed.map(({ lines }) => lines));
  const { packed, sequences } = await packContent({ kind: 'all', images, sequences: followed }, configVersions);
  return {
    studyId: study.id,
    dataType: study.data_type,
    code: study.patient_show,
    files: files.length,
    // The images themselves are in their documents.
    content: { content: { kind: 'all', images: [] }, packed, sequences },
    configVersions,
    lines: found.reduce((sum, one) => sum + one.lines, 0),
  };
}

async function prepare(place: DrawPlace, { projectId, method }: DrawOrder): Promise<Import> {
  const { query } = place.db;
  const [types, measurements, configVersions] = await Promise.all([
    currentConfigSet(query, 'echo_image_types', projectId),
    currentConfigSet(query, 'echo_measurements', projectId),
    currentConfigVersions(query, projectId),
  ]);
  return {
    ...place,
    method,
    config: { image_types: types, measurements },
    types: (types?.data ?? []).filter((row): row is ImageTypeRow => Value.Check(ImageTypeRow, row)),
    configVersions,
  };
}

/** Draws the lines of a file; every study is kept before the next one is read. */
export async function drawLines(place: DrawPlace, order: DrawOrder, { signal, onProgress, keep }: DrawHooks): Promise<Refusals> {
  const read = await readLines(order.files, order.exported);
  const { refused } = read;
  const refusals: Refusals = { refused: refused.slice(0, MAX_NAMED_REFUSALS), refused_in_all: refused.length };
  const refuse: Refuse = (line, reason) => {
    refusals.refused_in_all += 1;
    if (refusals.refused.length >= MAX_NAMED_REFUSALS) return;
    const frame = line.frame_number === null ? '' : `, frame ${line.frame_number}`;
    refusals.refused.push({ file: '', entry: `${line.name} of ${line.instance_id}${frame}`, reason });
  };
  const work = await prepare(place, order);
  const waiting = byImage(read);
  const studies = await listStudies(place.db.query, order.projectId, true);
  for (const [done, study] of studies.entries()) {
    signal.throwIfAborted();
    const files = await filesOfStudy(place.db.query, study.id, { see: 'all' });
    const own = new Map<string, OfImage>();
    for (const { instance_id } of files) {
      const some = waiting.get(instance_id);
      if (some !== undefined) own.set(instance_id, some);
      waiting.delete(instance_id);
    }
    const made = own.size === 0 ? null : await drawStudy(own, study, files, work, refuse);
    if (made !== null) await keep(made);
    onProgress?.({ done: done + 1, total: studies.length });
  }
  for (const some of waiting.values()) for (const one of namesIn(some)) refuse(one, `${order.project} has no such image`);
  return refusals;
}
