import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { FIRST_DELAY_MS, FORGIVEN_AFTER_MS, FREE_FAILURES, LONGEST_ADDRESS_DELAY_MS, LONGEST_DELAY_MS } from './limits.ts';
import type { SecretBox } from '../workspace/secret-box.ts';

type Query = Kysely<Database>;

/** Whose attempts are counted: an account (known or not) and the address that tries. */
export interface Attempt {
  account: string;
  /** Null where the address is that of many people, such as a proxy's. */
  address: string | null;
  /** A browser the account signed in with before; null for all others. */
  device?: string | null;
}

interface Counter {
  key: string;
  free: number;
  /** Longest delay, in ms. */
  longest: number;
  failures: number;
  lastAt: number;
}

/** Delay after so many failures, in ms: none while they are free, then doubling to the longest. */
export function delayAfter(failures: number, free: number, longest = LONGEST_DELAY_MS): number {
  if (failures < free) return 0;
  return Math.min(longest, FIRST_DELAY_MS * 2 ** Math.min(failures - free, 30));
}

/**
 * Growing delays for what fails (ASVS 6.3.1): of one account from one address, of one account, of one address. Accounts are never
 * locked, and a browser known to the account is counted separately: strangers cannot keep its owner out, and one address cannot
 * block everybody.
 */
export function throttle(query: Query, secrets: SecretBox) {
  /** Counters of an attempt. */
  const wantedOf = ({ account, address, device }: Attempt): Array<Pick<Counter, 'key' | 'free' | 'longest'>> => {
    const name = account.trim().toLowerCase();
    const counter = (text: string, free: number, longest = LONGEST_DELAY_MS) => ({ key: secrets.mark('failures', text), free, longest });
    if (device != null) return [counter(`device\n${device}\n${name}`, FREE_FAILURES.accountAndAddress)];
    return [
      counter(`${name}\n${address ?? ''}`, FREE_FAILURES.accountAndAddress),
      counter(`account\n${name}`, FREE_FAILURES.account),
      ...(address === null ? [] : [counter(`address\n${address}`, FREE_FAILURES.address, LONGEST_ADDRESS_DELAY_MS)]),
    ];
  };
  /** The counters of an attempt. Their rows are held until the transaction ends, also against other servers. */
  const heldCounters = async (held: Query, attempt: Attempt): Promise<Counter[]> => {
    const wanted = wantedOf(attempt);
    // In one order: attempts that share counters wait for each other, and never for ever.
    const keys = wanted.map(({ key }) => key).sort();
    const rows = await held
      .insertInto('sign_in_failure')
      .values(keys.map((key) => ({ key, failures: 0, last_at: 0 })))
      .onConflict((conflict) => conflict.column('key').doUpdateSet((e) => ({ failures: e.ref('sign_in_failure.failures') })))
      .returningAll()
      .execute();
    return wanted.map((w) => {
      const row = rows.find((r) => r.key === w.key);
      return { ...w, failures: row?.failures ?? 0, lastAt: row?.last_at ?? 0 };
    });
  };
  const count = async (held: Query, { key, failures, lastAt }: Counter, now: number): Promise<void> => {
    const isForgiven = now - lastAt >= FORGIVEN_AFTER_MS;
    await held
      .updateTable('sign_in_failure')
      .set({ failures: isForgiven ? 1 : failures + 1, last_at: now })
      .where('key', '=', key)
      .execute();
  };
  return {
    /** How long the next attempt has to wait, in ms; 0 lets it through and counts it as failed until `succeeded` is called. */
    begin: (attempt: Attempt, now: number): Promise<number> =>
      query.transaction().execute(async (held) => {
        const counters = await heldCounters(held, attempt);
        const waits = counters.map((c) =>
          now - c.lastAt >= FORGIVEN_AFTER_MS ? 0 : c.lastAt + delayAfter(c.failures, c.free, c.longest) - now,
        );
        const wait = Math.max(0, ...waits);
        if (wait > 0) return wait;
        // Counted before the secret is looked at, while others wait: attempts made at once do not slip through together.
        for (const counter of counters) await count(held, counter, now);
        return 0;
      }),
    /** Forgives what this account failed, and takes the address's count of this attempt back. */
    async succeeded(attempt: Attempt): Promise<void> {
      const keys = wantedOf(attempt).map((counter) => counter.key);
      const address = attempt.device != null || attempt.address === null ? null : (keys.pop() ?? null);
      await query.deleteFrom('sign_in_failure').where('key', 'in', keys).execute();
      if (address === null) return;
      await query
        .updateTable('sign_in_failure')
        .set((e) => ({ failures: e('failures', '-', 1) }))
        .where('key', '=', address)
        .where('failures', '>', 0)
        .execute();
    },
  };
}

/** Deletes failures that no longer count. */
export async function dropForgivenFailures(query: Query, now: number): Promise<void> {
  await query
    .deleteFrom('sign_in_failure')
    .where('last_at', '<=', now - FORGIVEN_AFTER_MS)
    .execute();
}
