import type { RoleName } from '@echometry/contract/records/role.ts';
import { MAX_TOKENS } from '@echometry/contract/records/personal-token.ts';
import type { Caller } from '../access/caller.ts';
import { projectByKey } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { countTokens, revokeToken, storeToken, tokensOf } from '../db/personal-tokens.ts';
import { rolesOf } from '../db/users.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import { forbidden, wrongState } from '../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Personal access tokens of the caller. No token reaches these calls: they have no `byToken` in the contract. */
export function tokenHandlers(services: Services): Pick<Handlers, 'tokensCreate' | 'tokensList' | 'tokensRevoke'> {
  const { db } = services;

  /** Numbers of projects in which the caller holds the role; 403 for any other project. */
  const projectIds = (caller: Caller, role: RoleName, keys: readonly string[]): Promise<number[]> =>
    Promise.all(keys.map(async (key) => (await projectByKey(services, { ...caller, role }, key)).id));

  const tokensCreate: Handlers['tokensCreate'] = async ({ body: { name, role, projects, write, days }, caller }) => {
    const userId = caller.user.id;
    if (!(await rolesOf(db.query, userId)).includes(role)) throw forbidden('This role is not yours');
    const ids = projects === null ? null : await projectIds(caller, role, projects);
    const now = services.now();
    const { secret, id } = await db.query.transaction().execute(async (inside) => {
      if ((await countTokens(inside, userId, now)) >= MAX_TOKENS)
        throw wrongState(`You have ${MAX_TOKENS} tokens, which is the most. Revoke one you no longer need`);
      const stored = await storeToken(inside, {
        userId,
        name: name.trim(),
        role,
        projects: ids,
        mayWrite: write,
        createdAt: now,
        expiresAt: now + days * DAY_MS,
      });
      await recordAct(inside, db.dialect, {
        at: now,
        actorId: userId,
        role: caller.role,
        act: 'token-made',
        studyId: null,
        subject: stored.id,
        detail: { name: name.trim(), role, projects: projects?.join(' ') ?? null, write, days },
      });
      return stored;
    });
    const made = (await tokensOf(db.query, userId)).find((token) => token.id === id);
    if (made === undefined) throw wrongState('The token was revoked while it was made. Make another one');
    return { token: secret, made };
  };

  const tokensList: Handlers['tokensList'] = async ({ caller }) => ({ tokens: await tokensOf(db.query, caller.user.id) });

  const tokensRevoke: Handlers['tokensRevoke'] = async ({ body: { id }, caller }) => {
    const now = services.now();
    const userId = caller.user.id;
    const revoked = await db.query.transaction().execute(async (inside) => {
      const isRevoked = await revokeToken(inside, { userId, id, now });
      if (isRevoked)
        await recordAct(inside, db.dialect, {
          at: now,
          actorId: userId,
          role: caller.role,
          act: 'token-revoked',
          studyId: null,
          subject: id,
          detail: {},
        });
      return isRevoked;
    });
    return { revoked };
  };

  return { tokensCreate, tokensList, tokensRevoke };
}
