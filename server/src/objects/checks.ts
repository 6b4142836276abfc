import type { Db } from '../db/connect.ts';

/** State of an object of a bucket at its last complete and sound read-back. */
export interface SoundCheck {
  size_bytes: number;
  /** Of the store: another one means that other bytes are there. */
  etag: string;
}

/**
 * Remembers for all servers of a workspace which objects of a bucket were read back: no server downloads one twice to check it.
 */
export interface SoundChecks {
  find(key: string): Promise<SoundCheck | null>;
  note(key: string, check: SoundCheck, now: number): Promise<void>;
  forget(key: string): Promise<void>;
}

export const checksIn = ({ query }: Pick<Db, 'query'>): SoundChecks => ({
  find: async (sha256) =>
    (await query.selectFrom('object_check').select(['size_bytes', 'etag']).where('sha256', '=', sha256).executeTakeFirst()) ?? null,
  note: async (sha256, { size_bytes, etag }, now) => {
    const row = { size_bytes, etag, checked_at: now };
    await query
      .insertInto('object_check')
      .values({ sha256, ...row })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet(row))
      .execute();
  },
  forget: async (sha256) => {
    await query.deleteFrom('object_check').where('sha256', '=', sha256).execute();
  },
});

/** Where nothing is remembered: every question reads the object. */
export const NO_CHECKS: SoundChecks = {
  find: () => Promise.resolve(null),
  note: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};
