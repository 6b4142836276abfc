import { MACHINE_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { listPeople, waitingInvitations } from '../db/people.ts';
import { listProjects } from '../db/projects.ts';
import { tokensOf } from '../db/personal-tokens.ts';
import { rootOf, signInsOf } from '../db/sessions.ts';
import { findAccount } from '../db/users.ts';
import type { Handlers } from '../access/call-route.ts';
import { ownOrigin } from '../login/own-origin.ts';
import { makeToken } from '../login/tokens.ts';
import { mailLink } from './mail-link.ts';
import { changePerson } from './change-person.ts';
import { notFound, Refusal } from '../errors.ts';
import type { AdministrationServices } from './services.ts';

export function peopleHandlers(
  services: AdministrationServices,
): Pick<Handlers, 'peopleList' | 'peopleChange' | 'peopleSessions' | 'peopleTokens' | 'peopleMakeToken'> {
  const { db, config } = services;

  const peopleList: Handlers['peopleList'] = async () => {
    const now = services.now();
    const [people, invitations, projects] = await Promise.all([
      listPeople(db.query, now),
      waitingInvitations(db.query, now),
      listProjects(db.query),
    ]);
    return {
      people,
      invitations,
      projects: projects.map(({ project: { _id, name_to_show } }) => ({ _id, name_to_show })),
      mail: config.mail !== null,
    };
  };

  const peopleChange: Handlers['peopleChange'] = async ({ body: { change, accepted, by_mail }, caller, request }) => {
    const origin = ownOrigin(request, config);
    if (origin === null)
      return { outcome: 'refused', message: 'Links are written for a configured address only: name it as public_origin in config.json.' };
    try {
      const done = await changePerson(db, change, {
        actor: { userId: caller.user.id, role: caller.role },
        origin,
        now: services.now(),
        accepted,
      });
      if (done.outcome === 'asks') return done;
      const mailed = by_mail === true && done.link !== null;
      return { outcome: 'done', link: done.link, mail_failure: mailed ? await mailLink(config.mail, change, done.link ?? '') : null };
    } catch (error) {
      if (error instanceof Refusal) return { outcome: 'refused', message: error.message };
      throw error;
    }
  };

  const peopleSessions: Handlers['peopleSessions'] = async ({ body, caller }) => {
    const account = await findAccount(db.query, body.email);
    if (account === null) throw notFound('email', 'No such account');
    const own = rootOf(caller.session);
    return {
      sign_ins: (await signInsOf(db.query, account.id, services.now())).map((signIn) => ({
        id: signIn.id,
        created_at: signIn.createdAt,
        expires_at: signIn.expiresAt,
        last_used_at: signIn.lastUsedAt,
        roles: signIn.roles,
        is_own: signIn.tokenHash === own,
      })),
    };
  };

  const peopleTokens: Handlers['peopleTokens'] = async ({ body }) => {
    const account = await findAccount(db.query, body.email);
    if (account === null) throw notFound('email', 'No such account');
    return { tokens: await tokensOf(db.query, account.id) };
  };

  const peopleMakeToken: Handlers['peopleMakeToken'] = async ({ body: { email, token }, caller }) => {
    const owner = await findAccount(db.query, email);
    if (owner === null) throw notFound('email', 'No such account');
    if (owner.person.user_type !== MACHINE_USER_TYPE)
      return { outcome: 'refused', message: `${email} is not a machine. People make their own tokens in Settings.` };
    if (!owner.active) return { outcome: 'refused', message: `${email} is disabled. Enable it first.` };
    return { outcome: 'made', ...(await makeToken(services, { owner, by: caller, token })) };
  };

  return { peopleList, peopleChange, peopleSessions, peopleTokens, peopleMakeToken };
}
