import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { StatusFlags } from '@echometry/contract/records/status.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { ManifestEntry } from './image-documents.ts';
import { currentPassOf, FIRST_PASS } from './work-lines.ts';
import type { AnalysisHeadTable, AnalysisVersionTable, Database, Flag } from './schema.ts';

type Query = Kysely<Database>;

/** Format of versions: a manifest. In format 1 a version held its images. */
export const VERSION_FORMAT = 2;

/**
 * Content of a version: the documents of its images, in the order of their `instance_id`, so that equal work has equal hashes
 * however it was saved.
 */
export interface Manifest {
  format: typeof VERSION_FORMAT;
  images: ManifestEntry[];
  missing_images: string[];
}

/** Meaning of a version: its images themselves. */
export interface AnalysisDocument {
  images: AnalysisImage[];
  missing_images: string[];
}

export type VersionRecord = Selectable<AnalysisVersionTable> & { author: string };
export type HeadRecord = Selectable<AnalysisHeadTable> & { editor: string; is_test: 0 | 1 };

/**
 * Which work a reader may see; see contract/rules/permissions.ts. A `tester` sees the shared work until there is private work,
 * which others never see.
 */
export type WorkScope =
  | { see: 'shared' }
  | { see: 'tester'; userId: number }
  | { see: 'own'; userId: number }
  | { see: 'assigned'; editors: readonly string[] };

const heads = (query: Query) =>
  query
    .selectFrom('analysis_head')
    .innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
    .selectAll('analysis_head')
    .select(['user_account.email as editor', 'user_account.is_test']);

/** Work of a test user, of the workspace or of the study's project. */
export const isTestWork = (study: RawBuilder<unknown>, editor: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from user_account tester where tester.id = ${editor} and tester.is_test = 1)
  or exists (select 1 from project_test_user tester inner join study tested on tested.project_id = tester.project_id where tested.id = ${study} and tester.user_id = ${editor}))`;

const isTestHead = isTestWork(sql.ref('analysis_head.study_id'), sql.ref('analysis_head.editor_id'));
const isTestVersion = isTestWork(sql.ref('analysis_version.study_id'), sql.ref('analysis_version.editor_id'));

// An empty list must find nothing; SQL has no empty "in".
const someone = (emails: readonly string[]): string[] => (emails.length === 0 ? [''] : [...emails]);

const scoped = (query: Query, scope: WorkScope) => {
  const newest = heads(query).orderBy('analysis_head.version_id', 'desc');
  switch (scope.see) {
    case 'own':
      return newest
        .where('analysis_head.editor_id', '=', scope.userId)
        .where('analysis_head.blind', '=', 1)
        .where('analysis_head.pass', '=', currentPassOf('analysis_head'));
    case 'shared':
      return newest.where('analysis_head.blind', '=', 0).where(sql<boolean>`not ${isTestHead}`);
    case 'tester':
      return heads(query)
        .where('analysis_head.blind', '=', 0)
        .where((where) => where.or([where('analysis_head.editor_id', '=', scope.userId), sql<boolean>`not ${isTestHead}`]))
        .orderBy((order) => order.case().when('analysis_head.editor_id', '=', scope.userId).then(0).else(1).end())
        .orderBy('analysis_head.version_id', 'desc');
    case 'assigned':
      return newest.where('user_account.email', 'in', someone(scope.editors));
  }
};

/** The version of the head to show first, as a separate statement or within another. */
export const newestVersion = (query: Query, studyId: number, scope: WorkScope) =>
  scoped(query, scope).where('analysis_head.study_id', '=', studyId).clearSelect().select('analysis_head.version_id').limit(1);

/** Heads of one study a reader may see, the one to show first. */
export const headsOfStudy = (query: Query, studyId: number, scope: WorkScope): Promise<HeadRecord[]> =>
  scoped(query, scope).where('analysis_head.study_id', '=', studyId).execute();

/** Heads of all studies of a project a reader may see, or of some of them, by study the one to show first. */
export const headsOfProject = (query: Query, projectId: number, scope: WorkScope, studies?: readonly number[]): Promise<HeadRecord[]> =>
  scoped(query, scope)
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .where('study.project_id', '=', projectId)
    .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
    .execute();

/** All heads of some studies, the newest first, each with whether it is a test user's work. */
export const headsOfStudies = (query: Query, studies: readonly number[]): Promise<(HeadRecord & { is_test_work: Flag })[]> =>
  heads(query)
    .select(sql<Flag>`case when ${isTestHead} then 1 else 0 end`.as('is_test_work'))
    .where('analysis_head.study_id', 'in', [...studies])
    .orderBy('analysis_head.version_id', 'desc')
    .execute();

/** Heads of a project that may leave it: all but those of test users, shared and blind, the newest first. */
export const headsToExport = (query: Query, projectId: number): Promise<HeadRecord[]> =>
  heads(query)
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .where('study.project_id', '=', projectId)
    .where(sql<boolean>`not ${isTestHead}`)
    .orderBy('analysis_head.version_id', 'desc')
    .execute();

/** All heads of a project, those of test users marked, the newest first. */
export const allHeads = (query: Query, projectId: number): Promise<(HeadRecord & { is_test_work: Flag })[]> =>
  heads(query)
    .select(sql<Flag>`case when ${isTestHead} then 1 else 0 end`.as('is_test_work'))
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .where('study.project_id', '=', projectId)
    .orderBy('analysis_head.version_id', 'desc')
    .execute();

/** The head of one editor's shared or blind work, in the pass they work in. */
export const findHead = (query: Query, studyId: number, editorId: number, blind: 0 | 1): Promise<HeadRecord | undefined> =>
  heads(query)
    .where('analysis_head.study_id', '=', studyId)
    .where('analysis_head.editor_id', '=', editorId)
    .where('analysis_head.blind', '=', blind)
    .where('analysis_head.pass', '=', currentPassOf('analysis_head'))
    .executeTakeFirst();

/**
 * Versions of a study a reader may see, newest first and without their documents. Reviewers and Admins name one of their heads
 * and see its complete versions.
 */
export function versionsOfStudy(query: Query, studyId: number, scope: WorkScope, reviewed: HeadRecord | undefined) {
  const all = query
    .selectFrom('analysis_version')
    .innerJoin('user_account', 'user_account.id', 'analysis_version.author_id')
    .select([
      'analysis_version.id',
      'parent_id',
      'role',
      'analysis_version.created_at',
      'study_state',
      'restored_from',
      'without_head',
      'user_account.email as author',
    ])
    .where('study_id', '=', studyId)
    .orderBy('analysis_version.id', 'desc');
  switch (scope.see) {
    case 'own':
      return all
        .where('editor_id', '=', scope.userId)
        .where('blind', '=', 1)
        .where('analysis_version.pass', '=', currentPassOf('analysis_version'));
    case 'shared':
      return all.where('blind', '=', 0).where(sql<boolean>`not ${isTestVersion}`);
    case 'tester':
      return all
        .where('blind', '=', 0)
        .where((where) => where.or([where('editor_id', '=', scope.userId), sql<boolean>`not ${isTestVersion}`]));
    case 'assigned':
      return all
        .where('editor_id', '=', reviewed?.editor_id ?? 0)
        .where('blind', '=', reviewed?.blind ?? 0)
        .where('analysis_version.pass', '=', reviewed?.pass ?? FIRST_PASS)
        .where('study_state', '!=', 'Incomplete');
  }
}

export async function findVersion(query: Query, id: number): Promise<VersionRecord | null> {
  return (
    (await query
      .selectFrom('analysis_version')
      .innerJoin('user_account', 'user_account.id', 'analysis_version.author_id')
      .selectAll('analysis_version')
      .select('user_account.email as author')
      .where('analysis_version.id', '=', id)
      .executeTakeFirst()) ?? null
  );
}

/** Packed manifest, with its version. */
export const packedManifest = (query: Query, version: number | ReturnType<typeof newestVersion>) =>
  query.selectFrom('analysis_version').select(['id', 'format', 'document', 'sha256', 'config_versions']).where('id', '=', version);

/** The version a save made, and the hash of what it sent; nothing for one without a name. */
export const versionOfSave = (query: Query, authorId: number, studyId: number, saveId: string | null) =>
  query
    .selectFrom('analysis_version')
    .select(['id', 'request_sha256'])
    .where('author_id', '=', authorId)
    .where('study_id', '=', studyId)
    .where('save_id', '=', saveId);

/** The version that was made by the statement before, on the same connection. */
export const madeVersion = (dialect: Dialect): RawBuilder<number> =>
  dialect === 'postgres' ? sql<number>`currval(pg_get_serial_sequence('analysis_version', 'id'))` : sql<number>`last_insert_rowid()`;

type StoredDots = Pick<HeadRecord, 'selected' | 'annotated' | 'segmented_dop' | 'segmented_2d' | 'segmented_bio' | 'measured' | 'qc'>;

/** The step dots a head stores, as the project and data type show them. */
export function statusOf(head: StoredDots | undefined, context: { dataType: DataType; showQc: boolean; validated: boolean }): StatusFlags {
  const on = (flag: 0 | 1 | undefined): boolean => flag === 1;
  const status: StatusFlags = {
    selected: on(head?.selected),
    annotated: on(head?.annotated),
    segmented_dop: on(head?.segmented_dop),
    segmented_2d: on(head?.segmented_2d),
    measured: on(head?.measured),
    validated: context.validated,
  };
  if (context.showQc) status.qc = on(head?.qc);
  if (context.dataType === 'fetal') status.segmented_bio = on(head?.segmented_bio);
  return status;
}
