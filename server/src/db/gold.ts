/** Gold cases: finished consensus reviews that readers are compared with. */
import { randomBytes } from 'node:crypto';
import { Tolerances } from '@echometry/contract/records/gold.ts';
import type { Kysely, Selectable } from 'kysely';
import { Value } from 'typebox/value';
import { namedReviews, type NamedReview } from './reviews.ts';
import type { Database, GoldCaseTable } from './schema.ts';

type Query = Kysely<Database>;

const ID_BYTES = 8;

export type GoldRow = Selectable<GoldCaseTable> & { study: string; editor: string; reviewer: string; marker: string; pass: number };

/** Tolerances of a case as they are stored. */
export const tolerancesOf = ({ tolerances }: Pick<GoldCaseTable, 'tolerances'>): Tolerances | null =>
  tolerances === null ? null : Value.Parse(Tolerances, JSON.parse(tolerances));

/** Gold cases of the active studies of a project. */
export const goldOfProject = (query: Query, projectId: number): Promise<GoldRow[]> =>
  query
    .selectFrom('gold_case')
    .innerJoin('study', 'study.id', 'gold_case.study_id')
    .innerJoin('user_account as worker', 'worker.id', 'gold_case.editor_id')
    .innerJoin('user_account as settler', 'settler.id', 'gold_case.reviewer_id')
    .innerJoin('user_account as marking', 'marking.id', 'gold_case.marked_by')
    .innerJoin('analysis_version as base', 'base.id', 'gold_case.base_version')
    .selectAll('gold_case')
    .select(['study.study_id as study', 'worker.email as editor', 'settler.email as reviewer', 'marking.email as marker', 'base.pass'])
    .where('study.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .where('gold_case.ended_at', 'is', null)
    .orderBy('gold_case.marked_at')
    .execute();

/** A gold case, whether or not it was taken back. */
export const findGold = (query: Query, id: string): Promise<Selectable<GoldCaseTable>> =>
  query.selectFrom('gold_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Consensus reviews of a project that are finished or gold cases, with their studies, the newest first. */
export const consensusOfProject = (query: Query, projectId: number) =>
  namedReviews(query, projectId)
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['study.study_id as study', 'study.study_date', 'patient.patient_show'])
    .where((where) =>
      where.or([
        where.and([where('review.state', '=', 'finished'), where('review.consensus_of', 'is not', null)]),
        where.exists(
          where
            .selectFrom('gold_case')
            .select('gold_case.id')
            .whereRef('gold_case.study_id', '=', 'review.study_id')
            .whereRef('gold_case.editor_id', '=', 'review.editor_id')
            .whereRef('gold_case.blind', '=', 'review.blind')
            .whereRef('gold_case.reviewer_id', '=', 'review.reviewer_id')
            .where('gold_case.ended_at', 'is', null),
        ),
      ]),
    )
    .where('study.active', '=', 1)
    .orderBy('review.finished_at', 'desc')
    .execute();

/** Makes a version of a review the gold case of its study, in place of an earlier one. */
export async function markGold(
  query: Query,
  review: Pick<NamedReview, 'study_id' | 'editor_id' | 'blind' | 'reviewer_id' | 'base_version' | 'version_id' | 'consensus_of'>,
  tolerances: Tolerances | null,
  by: { userId: number; now: number },
): Promise<void> {
  await endGold(query, review.study_id, by.now);
  await query
    .insertInto('gold_case')
    .values({
      id: randomBytes(ID_BYTES).toString('hex'),
      study_id: review.study_id,
      editor_id: review.editor_id,
      blind: review.blind,
      reviewer_id: review.reviewer_id,
      base_version: review.base_version,
      version_id: review.version_id,
      consensus_of: review.consensus_of ?? '[]',
      marked_by: by.userId,
      marked_at: by.now,
      ended_at: null,
      tolerances: tolerances === null ? null : JSON.stringify(tolerances),
    })
    .execute();
}

export async function endGold(query: Query, studyId: number, now: number): Promise<void> {
  await query.updateTable('gold_case').set({ ended_at: now }).where('study_id', '=', studyId).where('ended_at', 'is', null).execute();
}

/** Everybody whose readings gold cases were made from, by the numbers of the studies: they know the case. */
export async function peopleOfGold(query: Query, cases: readonly GoldRow[]): Promise<Map<number, Set<string>>> {
  const people = new Map<number, Set<string>>();
  for (const { study_id, editor, reviewer } of cases) people.set(study_id, new Set([editor, reviewer]));
  if (cases.length === 0) return people;
  const reviewers = await query
    .selectFrom('review')
    .innerJoin('user_account', 'user_account.id', 'review.reviewer_id')
    .select(['review.study_id', 'user_account.email'])
    .where('review.study_id', 'in', [...people.keys()])
    .execute();
  for (const { study_id, email } of reviewers) people.get(study_id)?.add(email);
  return people;
}
