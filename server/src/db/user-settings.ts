import { DEFAULT_USER_SETTINGS, UserSettings } from '@echometry/contract/records/user-settings.ts';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Settings of a person; the defaults before that. */
export async function settingsOf(query: Query, userId: number): Promise<UserSettings> {
  const row = await query.selectFrom('user_settings').select('settings').where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? DEFAULT_USER_SETTINGS : Value.Parse(UserSettings, JSON.parse(row.settings));
}

export async function storeSettings(query: Query, userId: number, settings: UserSettings, now: number): Promise<void> {
  const values = { settings: JSON.stringify(settings), updated_at: now };
  await query
    .insertInto('user_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
