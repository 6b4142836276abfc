import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { accountName, createAccount, hasAdministrator, storePasswordHash, totpDeviceOf } from '../../db/accounts.ts';
import { endSessionsOf, hashOfToken } from '../../db/sessions.ts';
import type { Database } from '../../db/schema.ts';
import { findAccount } from '../../db/users.ts';
import { FLOWS_PER_MINUTE } from '../limits.ts';
import { findLink, LINK_PATH, type LinkOffer, takeLink } from '../one-time-links.ts';
import { accountPage, linkPage } from '../pages/pages.ts';
import { passwordFault } from '../password-rules.ts';
import { hashPassword } from '../password.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';
import { atStep, type Visit } from './visit.ts';

const VOID = 'This link was used already, or its time has passed. Ask for a new one.';
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** The first administrator, invitations and new passwords: what a one-time link offers. */
export function linkRoutes(app: FastifyInstance, context: LoginContext): void {
  app.get(LINK_PATH, { config: { rateLimit: { max: FLOWS_PER_MINUTE, timeWindow: 60_000 } } }, (request, reply) =>
    askLink(context, request, reply),
  );
  // Pages and forms of a sign-in that began with the link.
  app.post(LINK_PATH, atStep(context, 'identify', openLink));
  app.get('/auth/account', atStep(context, 'identify', askAccount));
  app.post('/auth/account', atStep(context, 'identify', saveAccount));
}

async function askLink(context: LoginContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = await context.flowOf(request);
  const flow = known?.step === 'identify' ? known : await context.begin(request, reply, {});
  return context.show(reply, linkPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) }));
}

const refuseVoid = ({ context, reply, flow }: Visit): Promise<FastifyReply> => context.again(reply, flow, VOID, { page: LINK_PATH });

async function openLink(visit: Visit): Promise<FastifyReply> {
  const { context, request, reply, flow } = visit;
  const { db, now } = context.services;
  const linkHash = hashOfToken(fieldOf(request.body as Form, 'code').trim());
  const attempt = { account: `link ${request.ip}`, address: request.ip };
  const wait = await context.throttle.begin(attempt, now());
  if (wait > 0) return context.slowDown(reply, wait);
  if ((await findLink(db.query, linkHash, now())) === null) return refuseVoid(visit);
  await context.throttle.succeeded(attempt);
  await context.flows.move(flow, { facts: { linkHash, message: null } });
  return context.lead(reply, '/auth/account');
}

const offerOf = async ({ context: { services }, flow }: Visit): Promise<LinkOffer | null> =>
  flow.facts.linkHash === null ? null : findLink(services.db.query, flow.facts.linkHash, services.now());

const takesPasswords = ({ services }: LoginContext): boolean => services.config.oidc?.only !== true;

async function askAccount(visit: Visit): Promise<FastifyReply> {
  const { context, reply, flow } = visit;
  const offer = await offerOf(visit);
  if (offer === null) return refuseVoid(visit);
  return context.show(
    reply,
    accountPage({
      guard: context.guardOf(flow),
      message: await context.takeMessage(flow),
      kind: offer.kind,
      email: offer.email,
      provider: context.services.config.oidc?.name ?? null,
      passwords: takesPasswords(context),
    }),
  );
}

interface AccountForm {
  email: string;
  name: string;
  family_names: string;
  password: string;
  again: string | null;
}

function accountForm(form: Form, { email }: LinkOffer): AccountForm {
  return {
    email: email ?? accountName(fieldOf(form, 'email')),
    name: fieldOf(form, 'name').trim(),
    family_names: fieldOf(form, 'family_names').trim(),
    password: form.get('password') ?? '',
    again: form.get('again'),
  };
}

function accountFault({ email, name, family_names, password, again }: AccountForm, { kind }: LinkOffer): string | null {
  if (!EMAIL.test(email)) return 'Enter a valid e-mail address.';
  if (kind !== 'password' && (name === '' || family_names === '')) return 'Name and family names are needed.';
  const fault = passwordFault(password, { email, names: [name, family_names] });
  if (fault !== null) return fault;
  return password === again ? null : 'The two passwords differ.';
}

async function saveAccount(visit: Visit): Promise<FastifyReply> {
  const { context, request, reply, flow } = visit;
  const { db, now } = context.services;
  const offer = await offerOf(visit);
  const { linkHash } = flow.facts;
  if (offer === null || linkHash === null) return refuseVoid(visit);
  if (!takesPasswords(context) && offer.kind !== 'password') return context.lead(reply, '/auth/oidc');
  const refuse = (message: string) => context.again(reply, flow, message, { page: '/auth/account' });
  const account = accountForm(request.body as Form, offer);
  const fault = accountFault(account, offer);
  if (fault !== null) return refuse(fault);
  const known = await findAccount(db.query, account.email);
  if (offer.kind !== 'password' && known !== null) return refuse('There is an account of this e-mail already.');
  const passwordHash = await hashPassword(account.password);
  const userId = await db.query.transaction().execute(async (query): Promise<number | null> => {
    if (!(await takeLink(query, linkHash, now()))) return null;
    const id = offer.kind === 'password' ? (known?.active ? known.id : null) : await newAccount(query, account, offer, now());
    if (id === null) return null;
    await storePasswordHash(query, id, passwordHash, now());
    await endSessionsOf(query, id, now());
    return id;
  });
  if (userId === null) return refuseVoid(visit);
  const paired = await totpDeviceOf(db.query, userId);
  const facts = { linkHash: null, email: account.email, message: null };
  return context.moveTo(reply, flow, paired === null ? 'enrol' : 'code', { userId, facts });
}

async function newAccount(
  query: Kysely<Database>,
  { email, name, family_names }: AccountForm,
  { kind, grants }: LinkOffer,
  now: number,
): Promise<number | null> {
  // Two set-up links opened at once still make one first administrator.
  if (kind === 'setup' && (await hasAdministrator(query))) return null;
  return createAccount(query, { email, name, family_names, grants }, now);
}
