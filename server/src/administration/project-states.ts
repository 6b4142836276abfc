import type { Project } from '@echometry/contract/records/project.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import { studyState } from '@echometry/contract/rules/study-state.ts';
import type { Kysely } from 'kysely';
import { readManifest } from '../analyses/read.ts';
import { factsOfEntries, type ImageFacts } from '../db/image-documents.ts';
import type { Database, Flag } from '../db/schema.ts';

type Query = Kysely<Database>;

/** Works read at once; between them the others get their turn. */
const WORKS_AT_ONCE = 50;

/** One line of work of a project, with all that the rules of the project read of it. */
export interface WorkState {
  studyId: number;
  editorId: number;
  blind: Flag;
  pass: number;
  versionId: number;
  /** As it is stored. */
  state: StudyState;
  /** Shared work except of test users: what the list shows of a study. */
  isShown: boolean;
  /** Reviews of it, whatever their state. */
  reviews: number;
  images: readonly ImageFacts[];
  missing: readonly string[];
}

/** Works of a project as they were at one moment; `mark` changes as soon as any of them does. */
export interface ProjectWorks {
  mark: string;
  studies: number;
  works: readonly WorkState[];
}

const activeStudies = async (query: Query, projectId: number): Promise<number> => {
  const row = await query
    .selectFrom('study')
    .select((e) => e.fn.countAll().as('n'))
    .where('project_id', '=', projectId)
    .where('active', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(row.n);
};

/** A mark that changes with every save in the project, and of the project. */
export async function markOfWorks(query: Query, projectId: number): Promise<string> {
  const row = await query
    .selectFrom('analysis_head')
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .select((e) => [e.fn.max('version_id').as('newest'), e.fn.countAll().as('n'), e.fn.sum('version_id').as('sum')])
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .executeTakeFirstOrThrow();
  const { version } = await query
    .selectFrom('project_version')
    .select((e) => e.fn.max('version').as('version'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const { reviews } = await query
    .selectFrom('review')
    .innerJoin('study', 'study.id', 'review.study_id')
    .select((e) => e.fn.countAll().as('reviews'))
    .where('study.project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return `${row.newest} ${row.n} ${row.sum} ${version} ${reviews} ${await activeStudies(query, projectId)}`;
}

async function reviewsByWork(query: Query, projectId: number): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('review')
    .innerJoin('study', 'study.id', 'review.study_id')
    .select((e) => ['review.study_id', 'review.editor_id', 'review.blind', e.fn.countAll().as('n')])
    .where('study.project_id', '=', projectId)
    .groupBy(['review.study_id', 'review.editor_id', 'review.blind'])
    .execute();
  return new Map(rows.map(({ study_id, editor_id, blind, n }) => [`${study_id} ${editor_id} ${blind}`, Number(n)]));
}

/** Reads every line of work of a project with the facts of its images; documents are not read. */
async function readWorks(query: Query, projectId: number): Promise<ProjectWorks> {
  const mark = await markOfWorks(query, projectId);
  const heads = await query
    .selectFrom('analysis_head')
    .innerJoin('study', 'study.id', 'analysis_head.study_id')
    .innerJoin('user_account', 'user_account.id', 'analysis_head.editor_id')
    .leftJoin('project_test_user', (join) =>
      join
        .onRef('project_test_user.user_id', '=', 'analysis_head.editor_id')
        .onRef('project_test_user.project_id', '=', 'study.project_id'),
    )
    .select([
      'analysis_head.study_id as studyId',
      'analysis_head.editor_id as editorId',
      'analysis_head.blind',
      'analysis_head.pass',
      'analysis_head.version_id as versionId',
      'analysis_head.study_state as state',
      'user_account.is_test',
      'project_test_user.user_id as tester',
    ])
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .orderBy('analysis_head.version_id', 'desc')
    .execute();
  const reviews = await reviewsByWork(query, projectId);
  const works: WorkState[] = [];
  const shown = new Set<number>();
  for (let from = 0; from < heads.length; from += WORKS_AT_ONCE) {
    const part = heads.slice(from, from + WORKS_AT_ONCE);
    const read = await Promise.all(
      part.map(async ({ is_test, tester, ...head }) => {
        const { manifest } = await readManifest(query, head.versionId);
        const images = await factsOfEntries(query, head.studyId, manifest.images);
        return { ...head, images, missing: manifest.missing_images, isOpen: head.blind === 0 && is_test === 0 && tester === null };
      }),
    );
    for (const { isOpen, ...work } of read) {
      const isShown = isOpen && !shown.has(work.studyId);
      if (isShown) shown.add(work.studyId);
      works.push({ ...work, isShown, reviews: reviews.get(`${work.studyId} ${work.editorId} ${work.blind}`) ?? 0 });
    }
  }
  return { mark, studies: await activeStudies(query, projectId), works };
}

/** Lines of work that are kept in memory for the next question about the same project. */
const KEPT_WORKS = 5000;

/**
 * Reads the works of a project, and remembers the last one's: an administrator who tries requirements asks about the same works
 * many times.
 */
export function workReader(): (query: Query, projectId: number) => Promise<ProjectWorks> {
  let kept: { projectId: number; works: ProjectWorks } | null = null;
  return async (query, projectId) => {
    if (kept?.projectId === projectId && kept.works.mark === (await markOfWorks(query, projectId))) return kept.works;
    const works = await readWorks(query, projectId);
    kept = works.works.length <= KEPT_WORKS ? { projectId, works } : null;
    return works;
  };
}

/** The state a line of work has by the requirements of a project. */
export const stateBy = ({ images, missing }: WorkState, { image_requirements }: Pick<Project, 'image_requirements'>): StudyState =>
  studyState(images, missing, image_requirements);
