import type { FastifyInstance, FastifyReply } from 'fastify';
import { createAccount, findIdentity, hasAdministrator, storeIdentity, totpDeviceOf } from '../../db/accounts.ts';
import { findAccount, findUserById } from '../../db/users.ts';
import type { OidcConfig } from '../login-settings.ts';
import type { Flow } from '../flow.ts';
import { type ForeignPerson, OIDC_CALLBACK_PATH, oidcClient } from '../oidc.ts';
import { findLink, takeLink } from '../one-time-links.ts';
import { ownOrigin } from '../own-origin.ts';
import { notePage } from '../pages/pages.ts';
import { LOGIN_PAGE } from '../return-address.ts';
import type { LoginContext } from './login-context.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Sign-in at a foreign service. Accounts are found by issuer and subject; a new one needs an invitation. */
export function oidcRoutes(app: FastifyInstance, context: LoginContext, config: OidcConfig): void {
  const client = oidcClient(config);
  const { db, now } = context.services;
  const refused = (reply: FastifyReply, text: string, status = 403): FastifyReply =>
    context.show(reply, notePage('Not signed in', text, { href: LOGIN_PAGE, label: 'To the sign-in page' }), status);

  app.get('/auth/oidc', (request, reply) =>
    context.at(['identify'], request, reply, async (flow) => {
      const origin = ownOrigin(request, context.services.config);
      if (origin === null) return context.ended(reply);
      try {
        const { address, checks } = await client.begin(origin);
        await context.flows.move(flow, { facts: { oidc: checks } });
        return await context.lead(reply, address);
      } catch (error) {
        request.log.warn({ err: error }, 'the foreign login service does not respond');
        return refused(reply, `${config.name} does not respond. Try again later.`, 502);
      }
    }),
  );

  app.get(OIDC_CALLBACK_PATH, (request, reply) =>
    context.at(['identify'], request, reply, async (flow) => {
      const checks = flow.facts.oidc;
      const origin = ownOrigin(request, context.services.config);
      if (checks === null || origin === null) return context.ended(reply);
      // Whatever comes back, it comes back once.
      await context.flows.move(flow, { facts: { oidc: null } });
      let person: ForeignPerson;
      try {
        person = await client.finish(new URL(request.url, origin), checks);
      } catch (error) {
        request.log.warn({ reason: messageOf(error) }, 'a foreign sign-in did not fit');
        return refused(reply, `${config.name} did not sign you in, or its response is not valid.`);
      }
      const userId = (await findIdentity(db.query, person.issuer, person.subject)) ?? (await accept(flow, person));
      const user = userId === null ? null : await findUserById(db.query, userId);
      if (user === null)
        return refused(reply, `${config.name} knows you, and this installation does not. Ask its administrator for an invitation.`);
      const to = { userId: user.id, facts: { oidc: null, linkHash: null, email: user.person.email, message: null } };
      if (!person.hadSecondFactor)
        return context.moveTo(reply, flow, (await totpDeviceOf(db.query, user.id)) === null ? 'enrol' : 'code', to);
      return context.finish(request, reply, flow, user);
    }),
  );

  /** The account an invitation or the set-up link offers, tied to the foreign person; null without a link. */
  async function accept(flow: Flow, person: ForeignPerson): Promise<number | null> {
    const { linkHash } = flow.facts;
    const offer = linkHash === null ? null : await findLink(db.query, linkHash, now());
    if (linkHash === null || offer === null || offer.kind === 'password') return null;
    const email = offer.email ?? person.email?.toLowerCase() ?? `${person.subject}@${new URL(person.issuer).hostname}`;
    return db.query.transaction().execute(async (query) => {
      if (!(await takeLink(query, linkHash, now())) || (await findAccount(query, email)) !== null) return null;
      if (offer.kind === 'setup' && (await hasAdministrator(query))) return null;
      const userId = await createAccount(
        query,
        { email, name: person.name || email, family_names: person.family_names, grants: offer.grants },
        now(),
      );
      await storeIdentity(query, { issuer: person.issuer, subject: person.subject, userId }, now());
      return userId;
    });
  }
}
