import { OPEN_WINDOW_MS } from '@echometry/contract/rules/open-study.ts';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

export interface OpenFlag {
  studyId: number;
  userId: number;
  email: string;
  openedAt: number;
}

const live = (query: Query, now: number) =>
  query
    .selectFrom('study_open')
    .innerJoin('user_account', 'user_account.id', 'study_open.user_id')
    .select(['study_open.study_id as studyId', 'study_open.user_id as userId', 'user_account.email', 'study_open.opened_at as openedAt'])
    .where('study_open.opened_at', '>', now - OPEN_WINDOW_MS);

/** Who holds a study open, within the window. */
export async function openFlag(query: Query, studyId: number, now: number): Promise<OpenFlag | null> {
  return (await live(query, now).where('study_open.study_id', '=', studyId).executeTakeFirst()) ?? null;
}

/** Who holds which study of a project open, or of some of its studies. */
export async function openFlagsOfProject(query: Query, projectId: number, now: number, studies?: readonly number[]): Promise<OpenFlag[]> {
  return live(query, now)
    .innerJoin('study', 'study.id', 'study_open.study_id')
    .where('study.project_id', '=', projectId)
    .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
    .execute();
}

/** Takes the flag in one statement when it is free, one's own or past the window; otherwise the holder keeps it. */
export async function takeOpenFlag(query: Query, studyId: number, userId: number, now: number): Promise<void> {
  await query
    .insertInto('study_open')
    .values({ study_id: studyId, user_id: userId, opened_at: now })
    .onConflict((conflict) =>
      conflict
        .column('study_id')
        .doUpdateSet({ user_id: userId, opened_at: now })
        .where((where) => where.or([where('study_open.user_id', '=', userId), where('study_open.opened_at', '<=', now - OPEN_WINDOW_MS)])),
    )
    .execute();
}

/** Gives one's own flag back; another's is not changed. */
export async function dropOpenFlag(query: Query, studyId: number, userId: number): Promise<void> {
  await query.deleteFrom('study_open').where('study_id', '=', studyId).where('user_id', '=', userId).execute();
}
