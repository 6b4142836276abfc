import { LEASE_MS } from '@echometry/contract/rules/open-study.ts';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** A person's hold on a study. */
export interface Holder {
  studyId: number;
  userId: number;
}

const ofHolder = (query: Query, { studyId, userId }: Holder) =>
  query.deleteFrom('study_lease').where('study_id', '=', studyId).where('user_id', '=', userId);

/** Notes that a tab holds the study. */
export async function renewLease(query: Query, { studyId, userId }: Holder, lease: string, now: number): Promise<void> {
  await query
    .insertInto('study_lease')
    .values({ study_id: studyId, user_id: userId, lease, renewed_at: now })
    .onConflict((conflict) => conflict.columns(['study_id', 'user_id', 'lease']).doUpdateSet({ renewed_at: now }))
    .execute();
}

/** Ends one lease, and those of tabs that crashed; true when no other of the holder lives. */
export async function dropLease(query: Query, holder: Holder, lease: string, now: number): Promise<boolean> {
  await ofHolder(query, holder)
    .where((where) => where.or([where('lease', '=', lease), where('renewed_at', '<=', now - LEASE_MS)]))
    .execute();
  const living = await query
    .selectFrom('study_lease')
    .select('lease')
    .where('study_id', '=', holder.studyId)
    .where('user_id', '=', holder.userId)
    .limit(1)
    .executeTakeFirst();
  return living === undefined;
}

/** Ends all leases of a person on a study. */
export async function dropLeases(query: Query, holder: Holder): Promise<void> {
  await ofHolder(query, holder).execute();
}

/** Deletes leases that were not renewed. */
export async function dropCrashedLeases(query: Query, now: number): Promise<void> {
  await query
    .deleteFrom('study_lease')
    .where('renewed_at', '<=', now - LEASE_MS)
    .execute();
}
