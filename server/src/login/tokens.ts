import { MAX_TOKENS, type NewToken, type PersonalToken } from '@echometry/contract/records/personal-token.ts';
import type { Caller } from '../access/caller.ts';
import { projectByKey } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { countTokens, revokeToken, storeToken, tokensOf } from '../db/personal-tokens.ts';
import { rolesOf, type UserRow } from '../db/users.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import { forbidden, wrongState } from '../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Making {
  /** Whose token it is. */
  owner: UserRow;
  /** Who makes it: the owner, or an administrator for a machine. */
  by: Pick<Caller, 'user' | 'role'>;
  token: NewToken;
}

/** Makes a personal access token, with its act; its secret is returned once. */
export async function makeToken(services: Services, { owner, by, token }: Making): Promise<{ token: string; made: PersonalToken }> {
  const { db } = services;
  const { role, projects, write, days } = token;
  const name = token.name.trim();
  const isOwn = owner.id === by.user.id;
  const { email } = owner.person;
  if (!(await rolesOf(db.query, owner.id)).includes(role))
    throw forbidden(isOwn ? 'This role is not yours' : `${email} does not have this role`);
  const reader = { user: owner, role, projects: null };
  // 403 for a project in which the owner does not hold the role.
  const ids = projects === null ? null : await Promise.all(projects.map(async (key) => (await projectByKey(services, reader, key)).id));
  const now = services.now();
  const { secret, id } = await db.query.transaction().execute(async (inside) => {
    if ((await countTokens(inside, owner.id, now)) >= MAX_TOKENS)
      throw wrongState(
        `${isOwn ? 'You have' : `${email} has`} ${MAX_TOKENS} tokens, which is the most. Revoke one that is no longer needed`,
      );
    const stored = await storeToken(inside, {
      userId: owner.id,
      name,
      role,
      projects: ids,
      mayWrite: write,
      createdAt: now,
      expiresAt: now + days * DAY_MS,
    });
    await recordAct(inside, db.dialect, {
      at: now,
      actorId: by.user.id,
      role: by.role,
      act: 'token-made',
      studyId: null,
      subject: stored.id,
      detail: { name, role, projects: projects?.join(' ') ?? null, write, days, ...(isOwn ? {} : { owner: email }) },
    });
    return stored;
  });
  const made = (await tokensOf(db.query, owner.id)).find((one) => one.id === id);
  if (made === undefined) throw wrongState('The token was revoked while it was made. Make another one');
  return { token: secret, made };
}

/** Personal access tokens of the caller. No token reaches these calls: they have no `byToken` in the contract. */
export function tokenHandlers(services: Services): Pick<Handlers, 'tokensCreate' | 'tokensList' | 'tokensRevoke'> {
  const { db } = services;

  const tokensCreate: Handlers['tokensCreate'] = ({ body, caller }) => makeToken(services, { owner: caller.user, by: caller, token: body });

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
