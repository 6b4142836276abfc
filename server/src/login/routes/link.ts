import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountName, createAccount, hasAdministrator, storePasswordHash, totpDeviceOf } from '../../db/accounts.ts';
import { endSessionsOf, hashOfToken } from '../../db/sessions.ts';
import { findAccount } from '../../db/users.ts';
import type { Flow } from '../flow.ts';
import { FLOWS_PER_MINUTE } from '../limits.ts';
import { findLink, LINK_PATH, type LinkOffer, takeLink } from '../one-time-links.ts';
import { accountPage, linkPage } from '../pages/pages.ts';
import { passwordFault } from '../password-rules.ts';
import { hashPassword } from '../password.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';

const VOID = 'This link was used already, or its time has passed. Ask for a new one.';
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** The first administrator, invitations and new passwords: what a one-time link offers. */
export function linkRoutes(app: FastifyInstance, context: LoginContext): void {
  const { config, db, now } = context.services;
  const passwords = config.oidc?.only !== true;

  /** One of our forms in a sign-in that has not started otherwise. */
  const posted = async (
    request: FastifyRequest,
    reply: FastifyReply,
    then: (flow: Flow, form: Form) => Promise<FastifyReply>,
  ): Promise<FastifyReply> => context.at(['identify'], request, reply, (flow) => then(flow, request.body as Form));
  const offerOf = (flow: Flow): Promise<LinkOffer | null> =>
    flow.facts.linkHash === null ? Promise.resolve(null) : findLink(db.query, flow.facts.linkHash, now());

  app.get(LINK_PATH, { config: { rateLimit: { max: FLOWS_PER_MINUTE, timeWindow: 60_000 } } }, async (request, reply) => {
    const known = await context.flowOf(request);
    const flow = known?.step === 'identify' ? known : await context.begin(request, reply, {});
    return context.show(reply, linkPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) }));
  });

  app.post(LINK_PATH, (request, reply) =>
    posted(request, reply, async (flow, form) => {
      const linkHash = hashOfToken(fieldOf(form, 'code').trim());
      const wait = await context.throttle.begin({ account: `link ${request.ip}`, address: request.ip }, now());
      if (wait > 0) return context.slowDown(reply, wait);
      if ((await findLink(db.query, linkHash, now())) === null) return context.again(reply, flow, VOID, { page: LINK_PATH });
      await context.throttle.succeeded({ account: `link ${request.ip}`, address: request.ip });
      await context.flows.move(flow, { facts: { linkHash, message: null } });
      return context.lead(reply, '/auth/account');
    }),
  );

  app.get('/auth/account', (request, reply) =>
    context.at(['identify'], request, reply, async (flow) => {
      const offer = await offerOf(flow);
      if (offer === null) return context.again(reply, flow, VOID, { page: LINK_PATH });
      return context.show(
        reply,
        accountPage({
          guard: context.guardOf(flow),
          message: await context.takeMessage(flow),
          kind: offer.kind,
          email: offer.email,
          provider: config.oidc?.name ?? null,
          passwords,
        }),
      );
    }),
  );

  app.post('/auth/account', (request, reply) =>
    posted(request, reply, async (flow, form) => {
      const offer = await offerOf(flow);
      const { linkHash } = flow.facts;
      if (offer === null || linkHash === null) return context.again(reply, flow, VOID, { page: LINK_PATH });
      if (!passwords && offer.kind !== 'password') return context.lead(reply, '/auth/oidc');
      const refuse = (message: string) => context.again(reply, flow, message, { page: '/auth/account' });
      const email = offer.email ?? accountName(fieldOf(form, 'email'));
      const [name, family_names, password] = [
        fieldOf(form, 'name').trim(),
        fieldOf(form, 'family_names').trim(),
        form.get('password') ?? '',
      ];
      if (!EMAIL.test(email)) return refuse('Enter a valid e-mail address.');
      if (offer.kind !== 'password' && (name === '' || family_names === '')) return refuse('Name and family names are needed.');
      const fault = passwordFault(password, { email, names: [name, family_names] });
      if (fault !== null) return refuse(fault);
      if (password !== form.get('again')) return refuse('The two passwords differ.');
      const known = await findAccount(db.query, email);
      if (offer.kind !== 'password' && known !== null) return refuse('There is an account of this e-mail already.');
      const passwordHash = await hashPassword(password);

      const userId = await db.query.transaction().execute(async (query): Promise<number | null> => {
        if (!(await takeLink(query, linkHash, now()))) return null;
        // Two set-up links opened at once still make one first administrator.
        if (offer.kind === 'setup' && (await hasAdministrator(query))) return null;
        const id =
          offer.kind === 'password'
            ? known?.active
              ? known.id
              : null
            : await createAccount(query, { email, name, family_names, grants: offer.grants }, now());
        if (id === null) return null;
        await storePasswordHash(query, id, passwordHash, now());
        await endSessionsOf(query, id, now());
        return id;
      });
      if (userId === null) return context.again(reply, flow, VOID, { page: LINK_PATH });
      const paired = await totpDeviceOf(db.query, userId);
      return context.moveTo(reply, flow, paired === null ? 'enrol' : 'code', { userId, facts: { linkHash: null, email, message: null } });
    }),
  );
}
