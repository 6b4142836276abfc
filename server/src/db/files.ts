import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { WorkScope } from './analyses.ts';
import type { Database, ImageFileTable } from './schema.ts';

type Query = Kysely<Database>;

/**
 * Which snapshots a reader sees: those of shared work; with a tester's own; only of the own blind work; or, for reviewing roles,
 * shared ones and the private ones of these people. Files that were imported are everybody's.
 */
export type FileScope = WorkScope | { see: 'all' };

const IMPORTED = sql<boolean>`image_file.snapshot_by is null`;
const SHARED = sql<boolean>`(image_file.snapshot_by is null or image_file.snapshot_private = 0)`;

function seenIn(scope: FileScope): RawBuilder<boolean> {
  switch (scope.see) {
    case 'all':
      return sql<boolean>`1 = 1`;
    case 'shared':
      return SHARED;
    case 'tester':
      return sql<boolean>`(${SHARED} or image_file.snapshot_by = ${scope.userId})`;
    case 'own':
      return sql<boolean>`(${IMPORTED} or (image_file.snapshot_private = 1 and image_file.snapshot_by = ${scope.userId}))`;
    case 'assigned':
      return scope.editors.length === 0
        ? SHARED
        : sql<boolean>`(${SHARED} or exists (select 1 from user_account author
            where author.id = image_file.snapshot_by and author.email in (${sql.join([...scope.editors])})))`;
  }
}

export type FileRecord = Selectable<ImageFileTable>;

/** Files of a study in the order of the source they came from. */
export const filesOfStudy = (query: Query, studyId: number, scope: FileScope): Promise<FileRecord[]> =>
  query
    .selectFrom('image_file')
    .selectAll()
    .where('study_id', '=', studyId)
    .where(seenIn(scope))
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Filenames of the images of a study; what a save must know, without the metadata. */
export const namesOfFiles = (query: Query, studyId: number, scope: FileScope) =>
  query.selectFrom('image_file').select(['instance_id', 'filename']).where('study_id', '=', studyId).where(seenIn(scope));

export const filenamesByInstance = (rows: readonly { instance_id: string; filename: string }[]): Map<string, string> =>
  new Map(rows.map((row) => [row.instance_id, row.filename]));

/** Filename of each image of a study by its instance_id. */
export const filenamesOfStudy = async (query: Query, studyId: number, scope: FileScope): Promise<Map<string, string>> =>
  filenamesByInstance(await namesOfFiles(query, studyId, scope).execute());

/** Filename of one image of a study; null where there is none. */
export async function filenameOfInstance(query: Query, studyId: number, instanceId: string): Promise<string | null> {
  const row = await query
    .selectFrom('image_file')
    .select('filename')
    .where('study_id', '=', studyId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
  return row?.filename ?? null;
}

/** Images of a filename in the projects of a member, each with its study and project. */
export const filesNamed = (query: Query, filename: string, userId: number): Promise<{ study_id: string; db_name: string }[]> =>
  query
    .selectFrom('image_file')
    .innerJoin('study', 'study.id', 'image_file.study_id')
    .innerJoin('project', 'project.id', 'study.project_id')
    .innerJoin('project_member', 'project_member.project_id', 'project.id')
    .select(['study.study_id', 'project.db_name'])
    .where('image_file.filename', '=', filename)
    .where('project_member.user_id', '=', userId)
    .execute();

/** More images than this are not named one by one: the metadata of all images of the study are read. */
const IMAGES_NAMED = 32;

/** Packed metadata of the images of a study, as their import read them; with `only`, at least of these. */
export const metadataOfStudy = (query: Query, studyId: number, only?: readonly string[]) => {
  const all = query.selectFrom('image_file').select(['instance_id', 'metadata']).where('study_id', '=', studyId);
  return only === undefined || only.length > IMAGES_NAMED ? all : all.where('instance_id', 'in', only.length === 0 ? [''] : [...only]);
};

export const byInstance = (rows: readonly { instance_id: string; metadata: Uint8Array }[]): Map<string, Uint8Array> =>
  new Map(rows.map((row) => [row.instance_id, row.metadata]));

/** Files that a reader sees of each study of a project, or of some of its studies. */
export async function countFiles(
  query: Query,
  projectId: number,
  scope: FileScope,
  studies?: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('image_file')
    .innerJoin('study', 'study.id', 'image_file.study_id')
    .select(['image_file.study_id', (fn) => fn.fn.countAll().as('n')])
    .where('study.project_id', '=', projectId)
    .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
    .where(seenIn(scope))
    .groupBy('image_file.study_id')
    .execute();
  return new Map(rows.map((r) => [r.study_id, Number(r.n)]));
}

export const studyFileOf = (file: FileRecord, inactive: ReadonlySet<string>): StudyFile => ({
  instance_id: file.instance_id,
  filename: file.filename,
  size_bytes: file.size_bytes,
  number_of_frames: file.number_of_frames,
  frames_available: file.frames_available,
  width: file.width,
  height: file.height,
  frame_rate: file.frame_rate,
  manufacturer: file.manufacturer,
  modality: file.modality,
  transfer_syntax_uid: file.transfer_syntax_uid,
  colours: file.colours,
  active: !inactive.has(file.filename),
});

/** Files that a user deselected in a study, as stored. */
export const selectionOfFiles = (query: Query, studyId: number, userId: number) =>
  query.selectFrom('file_selection').select('inactive').where('study_id', '=', studyId).where('user_id', '=', userId);

export const inactiveOf = (row: { inactive: string } | undefined): Set<string> | null =>
  row ? new Set(JSON.parse(row.inactive) as string[]) : null;

/** Filenames a user took out of a study; null before the first choice. */
export const inactiveFiles = async (query: Query, studyId: number, userId: number): Promise<Set<string> | null> =>
  inactiveOf(await selectionOfFiles(query, studyId, userId).executeTakeFirst());

export async function storeInactiveFiles(
  query: Query,
  studyId: number,
  userId: number,
  inactive: readonly string[],
  now: number,
): Promise<void> {
  const values = { study_id: studyId, user_id: userId, inactive: JSON.stringify(inactive), updated_at: now };
  await query
    .insertInto('file_selection')
    .values(values)
    .onConflict((conflict) => conflict.columns(['study_id', 'user_id']).doUpdateSet({ inactive: values.inactive, updated_at: now }))
    .execute();
}
