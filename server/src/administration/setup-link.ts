import type { Kysely } from 'kysely';
import { hasAdministrator } from '../db/accounts.ts';
import type { Database } from '../db/schema.ts';
import { SETUP_LINK_MS } from '../login/limits.ts';
import { issueLink, linkAddress } from '../login/one-time-links.ts';

/** The link that makes the first administrator, for half an hour; null as soon as there is one. The one before is void. */
export async function issueSetupLink(query: Kysely<Database>, origin: string, now: number): Promise<string | null> {
  if (await hasAdministrator(query)) return null;
  const grants = { roles: [{ role: 'Admin' as const, project: null, reviews_to: [] }], projects: [], is_test: false };
  return linkAddress(origin, await issueLink(query, { kind: 'setup', email: null, grants }, { now, expiresAt: now + SETUP_LINK_MS }));
}
