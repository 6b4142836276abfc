import { type AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type StatusFlags } from '@echometry/contract/records/status.ts';
import { type Kysely, type Selectable } from 'kysely';
import { type AnalysisHeadTable, type AnalysisVersionTable, type Database } from './schema.ts';

type Query = Kysely<Database>;

/** What the compressed document of a version holds. */
export interface AnalysisDocument { format: 1; images: AnalysisImage[]; missing_images: string[] }

export type VersionRecord = Selectable<AnalysisVersionTable> & { author: string };
export type HeadRecord = Selectable<AnalysisHeadTable> & { editor: string; is_test: 0 | 1 };

/** Which heads a reader may see; see contract/rules/permissions.ts. */
export type HeadScope = { see: 'shared' } | { see: 'own'; userId: number } | { see: 'assigned'; editors: readonly string[] };

const heads = (query: Query) =>
  query.selectFrom('analysis_head').innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
    .selectAll('analysis_head').select(['user_account.email as editor', 'user_account.is_test']);

const scoped = (query: Query, scope: HeadScope) => {
  const all = heads(query).orderBy('analysis_head.version_id', 'desc');
  if (scope.see === 'own') return all.where('analysis_head.editor_id', '=', scope.userId).where('analysis_head.blind', '=', 1);
  if (scope.see === 'shared') return all.where('analysis_head.blind', '=', 0).where('user_account.is_test', '=', 0);
  // An empty list must find nothing; SQL has no empty "in".
  return all.where('user_account.email', 'in', scope.editors.length === 0 ? [''] : [...scope.editors]);
};

/** Heads of one study a reader may see, newest first. */
export const headsOfStudy = (query: Query, studyId: number, scope: HeadScope): Promise<HeadRecord[]> =>
  scoped(query, scope).where('analysis_head.study_id', '=', studyId).execute();

/** Heads of all studies of a project a reader may see, newest first. */
export const headsOfProject = (query: Query, projectId: number, scope: HeadScope): Promise<HeadRecord[]> =>
  scoped(query, scope).innerJoin('study', 'study.id', 'analysis_head.study_id').where('study.project_id', '=', projectId).execute();

export async function findVersion(query: Query, id: number): Promise<VersionRecord | null> {
  return (await query.selectFrom('analysis_version').innerJoin('user_account', 'user_account.id', 'analysis_version.author_id')
    .selectAll('analysis_version').select('user_account.email as author').where('analysis_version.id', '=', id).executeTakeFirst()) ?? null;
}

export async function findSave(query: Query, authorId: number, studyId: number, saveId: string): Promise<number | null> {
  const row = await query.selectFrom('analysis_version').select('id')
    .where('author_id', '=', authorId).where('study_id', '=', studyId).where('save_id', '=', saveId).executeTakeFirst();
  return row?.id ?? null;
}

/** The step dots a head stores, as the project and data type show them. */
export function statusOf(head: HeadRecord | undefined, context: { dataType: DataType; showQc: boolean; validated: boolean }): StatusFlags {
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
