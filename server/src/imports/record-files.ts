import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import { studyIdOf } from '@echometry/contract/rules/study-id.ts';
import type { Transaction } from 'kysely';
import { pack } from '../db/document.ts';
import type { Db } from '../db/connect.ts';
import { lockProject } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { queueStudiesImported } from '../db/webhook-events.ts';
import type { ImportedFile } from './imported-file.ts';
import { importedBy, type ImportedImage } from './records.ts';
import { applyMapping, ensureStudy, type MetStudies } from './study-records.ts';

const storedMetadata = (m: ImageMetadata): StoredMetadata => ({
  number_of_frames: m.number_of_frames,
  width: m.width,
  height: m.height,
  frame_rate: m.frame_rate,
  manufacturer: m.manufacturer,
  modality: m.modality,
  doppler_regions: m.doppler_regions,
  flow_region: m.flow_region,
});

/** Outcome of an image that was to be recorded. */
export interface Recorded {
  studyId: string;
  /** The image of the instance that was there before; nothing was recorded then. */
  earlier: ImportedImage | null;
  /** Facts in the mapping that differ from the study, which keeps its own. */
  kept: string[];
}

/** An image with its metadata as they are stored. */
export interface PackedFile {
  file: ImportedFile;
  metadata: Uint8Array;
}

export const packed = async (file: ImportedFile): Promise<PackedFile> => ({
  file,
  metadata: (await pack(storedMetadata(file.metadata))).bytes,
});

/** Makes an image known, with its study, in one transaction: all of it is there afterwards, or nothing. */
export async function recordFile(db: Db, file: ImportedFile): Promise<Recorded> {
  const [recorded] = await recordFiles(db, [await packed(file)]);
  if (recorded === undefined) throw new Error('An image was recorded without an outcome');
  return recorded;
}

/** Makes images known in one transaction, in their order: all of them are there afterwards, or none. */
export function recordFiles(db: Db, files: readonly PackedFile[]): Promise<Recorded[]> {
  return db.query.transaction().execute(async (query) => {
    // Two files of one instance may be on their way at once: the first to come here is the image.
    for (const projectId of new Set(files.map(({ file }) => file.projectId))) await lockProject(db, query, projectId);
    const met: MetStudies = new Map();
    const recorded: Recorded[] = [];
    for (const batch of batches(files)) recorded.push(...(await recordBatch(query, batch, met)));
    await announce(db, query, files, recorded);
    return recorded;
  });
}

/** Queues that studies got images, for the webhooks of each project. A snapshot is work on a study, not an import. */
async function announce(db: Db, query: Transaction<Database>, files: readonly PackedFile[], recorded: readonly Recorded[]): Promise<void> {
  const fresh = recorded.flatMap(({ earlier, studyId }, index) => {
    const file = files[index]?.file;
    return earlier !== null || file === undefined || file.snapshot !== undefined ? [] : [{ studyId, file }];
  });
  for (const projectId of new Set(fresh.map(({ file }) => file.projectId))) {
    const own = fresh.filter(({ file }) => file.projectId === projectId);
    const studies = [...new Set(own.map(({ studyId }) => studyId))];
    const at = Math.max(...own.map(({ file }) => file.now));
    await queueStudiesImported(query, db.dialect, { projectId, studies, at });
  }
}

/** Files in their order, each batch of one project and without an instance twice, so that its rows can be inserted together. */
function batches(files: readonly PackedFile[]): PackedFile[][] {
  const found: PackedFile[][] = [];
  let instances = new Set<string>();
  for (const one of files) {
    const last = found.at(-1);
    const { projectId, identity } = one.file;
    if (last?.[0]?.file.projectId !== projectId || instances.has(identity.instance_id)) {
      found.push([one]);
      instances = new Set();
    } else last.push(one);
    instances.add(identity.instance_id);
  }
  return found;
}

async function recordBatch(query: Transaction<Database>, batch: readonly PackedFile[], met: MetStudies): Promise<Recorded[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const instances = batch.map(({ file }) => file.identity.instance_id);
  const earlier = await importedBy(query, first.file.projectId, instances);
  const fresh = batch.filter(({ file }) => !earlier.has(file.identity.instance_id));
  const kept = await recordFresh(query, fresh, met);
  return batch.map(({ file }) => ({
    studyId: studyIdOf(file.patient.id, file.studyDate),
    earlier: earlier.get(file.identity.instance_id) ?? null,
    kept: kept.get(file) ?? [],
  }));
}

/** Records images that are not there, by one statement for each table; returns differing facts of the mapping. */
async function recordFresh(
  query: Transaction<Database>,
  fresh: readonly PackedFile[],
  met: MetStudies,
): Promise<Map<ImportedFile, string[]>> {
  const kept = new Map<ImportedFile, string[]>();
  if (fresh.length === 0) return kept;
  await query
    .insertInto('stored_object')
    .values(fresh.flatMap(({ file }) => objectRows(file)))
    .onConflict((c) => c.column('sha256').doNothing())
    .execute();
  const rows = [];
  for (const one of fresh) rows.push(imageRow(one, (await ensureStudy(query, one.file, met)).id));
  await query.insertInto('image_file').values(rows).execute();
  for (const [index, { file }] of fresh.entries()) {
    if (file.mapped != null) kept.set(file, await applyMapping(query, rows[index]?.study_id ?? 0, file.mapped));
    await file.onRecorded?.(query);
  }
  return kept;
}

const objectRows = ({ keys, iconBytes, sizeBytes, identity: { deid_profile }, now }: ImportedFile) => [
  { sha256: keys.dicom, size_bytes: sizeBytes, media_type: 'application/dicom', deid_profile, created_at: now },
  { sha256: keys.small, size_bytes: iconBytes.small, media_type: 'image/jpeg', deid_profile, created_at: now },
  { sha256: keys.big, size_bytes: iconBytes.big, media_type: 'image/jpeg', deid_profile, created_at: now },
];

const imageRow = ({ file, metadata }: PackedFile, study_id: number) => {
  const { identity, metadata: m } = file;
  return {
    study_id,
    position: file.position,
    placed: 1 as const,
    instance_id: identity.instance_id,
    filename: file.filename,
    object_sha256: file.keys.dicom,
    small_icon_sha256: file.keys.small,
    big_icon_sha256: file.keys.big,
    size_bytes: file.sizeBytes,
    number_of_frames: m.number_of_frames,
    frames_available: file.framesAvailable,
    width: m.width,
    height: m.height,
    frame_rate: m.frame_rate,
    manufacturer: m.manufacturer,
    modality: m.modality,
    transfer_syntax_uid: m.transfer_syntax_uid,
    metadata,
    may_carry_burned_in_text: identity.may_carry_burned_in_text ? (1 as const) : (0 as const),
    imported_at: file.now,
    snapshot_of: file.snapshot?.of ?? null,
    snapshot_frame: file.snapshot?.frame ?? null,
    snapshot_by: file.snapshot?.by ?? null,
    snapshot_private: file.snapshot === undefined ? null : file.snapshot.isPrivate ? (1 as const) : (0 as const),
  };
};
