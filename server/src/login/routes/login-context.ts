import { counted } from '@echometry/contract/rules/counted.ts';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBehindUnknownProxy } from '../../http/forwarding.ts';
import { findUserById, type UserRow } from '../../db/users.ts';
import { type Flow, type FlowFacts, type Flows, flows, type FlowStep } from '../flow.ts';
import { FLOW_MS } from '../limits.ts';
import { issueLoginCode } from '../one-time-codes.ts';
import { notePage } from '../pages/pages.ts';
import { LOGIN_PAGE, withCode } from '../return-address.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, deviceCookie, knownDevice } from '../known-device.ts';
import { type Attempt, throttle } from '../throttle.ts';
import type { LoginServices } from '../services.ts';

const COOKIE = 'echometry-flow';
/** Longest text of a form's field. */
const MAX_FIELD_LENGTH = 512;

/** Page each step is on; a request for another page is led there. */
const PAGE_OF_STEP: Readonly<Record<FlowStep, string>> = {
  identify: '/auth/sign-in',
  code: '/auth/code',
  recovered: '/auth/recovered',
  enrol: '/auth/enrol',
  codes: '/auth/recovery-codes',
};

export type Form = URLSearchParams;

/** A field of a form, cut off where no honest field ends, and without the character PostgreSQL does not store. */
export const fieldOf = (form: Form, name: string): string => (form.get(name) ?? '').slice(0, MAX_FIELD_LENGTH).replaceAll('\0', '');

const html = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);

/** Logs the outcome of a sign-in attempt; accounts by their number. */
function logSignIn(
  reply: FastifyReply,
  outcome: 'proven' | 'refused' | 'delayed',
  facts: { step?: FlowStep; account?: number | null },
): void {
  reply.request.log.info({ event: 'sign-in', outcome, ...facts }, 'sign-in');
}

/** Shared functions of the pages of the login service: the sign-in under way of a browser, its guard, and where it leads next. */
export class LoginContext {
  readonly flows: Flows;
  readonly throttle: ReturnType<typeof throttle>;
  constructor(readonly services: LoginServices) {
    this.flows = flows(services.db.query, services.secrets);
    this.throttle = throttle(services.db.query, services.secrets);
  }

  show(reply: FastifyReply, page: string, status = 200): FastifyReply {
    return html(reply, status, page);
  }

  lead(reply: FastifyReply, address: string): FastifyReply {
    return reply.code(303).header('location', address).header('cache-control', 'no-store').send();
  }

  /** Begins a sign-in in this browser. */
  async begin(request: FastifyRequest, reply: FastifyReply, facts: Partial<FlowFacts>): Promise<Flow> {
    const flow = await this.flows.begin(facts, this.services.now());
    this.#setCookie(request, reply, COOKIE, flow.id, FLOW_MS / 1000);
    return flow;
  }

  async flowOf(request: FastifyRequest): Promise<Flow | null> {
    const id = this.#cookieOf(request, COOKIE) ?? '';
    return id === '' ? null : this.flows.find(id, this.services.now());
  }

  /** Value of a form that shows that it came from our page in this browser. */
  guardOf(flow: Flow): string {
    return this.services.secrets.mark('guard', flow.id);
  }

  /** False for a form that another site sent. */
  isOurs(request: FastifyRequest, flow: Flow): boolean {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    const [given, right] = [Buffer.from(fieldOf(request.body as Form, 'guard')), Buffer.from(this.guardOf(flow))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** The page of a step, for a sign-in that is there; others are led to where they stand. */
  async at(
    steps: readonly FlowStep[],
    request: FastifyRequest,
    reply: FastifyReply,
    then: (flow: Flow) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const flow = await this.flowOf(request);
    if (flow === null) return this.ended(reply);
    if (!steps.includes(flow.step)) return this.lead(reply, PAGE_OF_STEP[flow.step]);
    if (request.method === 'POST' && !this.isOurs(request, flow)) return this.ended(reply);
    return then(flow);
  }

  /** The message for the next page, shown once. */
  async takeMessage(flow: Flow): Promise<string | null> {
    const { message } = flow.facts;
    if (message !== null) await this.flows.move(flow, { facts: { message: null } });
    return message;
  }

  /** Back to the current page of a sign-in, with a message. */
  async again(
    reply: FastifyReply,
    flow: Flow,
    message: string,
    { page = PAGE_OF_STEP[flow.step], ...facts }: { page?: string; email?: string } = {},
  ): Promise<FastifyReply> {
    logSignIn(reply, 'refused', { step: flow.step, account: flow.userId });
    await this.flows.move(flow, { facts: { ...facts, message } });
    return this.lead(reply, page);
  }

  async moveTo(
    reply: FastifyReply,
    flow: Flow,
    step: FlowStep,
    to: { userId?: number; facts?: Partial<FlowFacts> } = {},
  ): Promise<FastifyReply> {
    await this.flows.move(flow, { step, ...to });
    return this.lead(reply, PAGE_OF_STEP[step]);
  }

  /** The person of a sign-in; null once the account is disabled. */
  async userOf(flow: Flow): Promise<UserRow | null> {
    return flow.userId === null ? null : findUserById(this.services.db.query, flow.userId);
  }

  ended(reply: FastifyReply): FastifyReply {
    return this.show(
      reply,
      notePage('This sign-in has ended', 'It was not finished in time, or it began in another browser. Begin again.', {
        href: LOGIN_PAGE,
        label: 'To the sign-in page',
      }),
      400,
    );
  }

  /** An attempt to prove who one is. `counted` is what it is counted for, the account itself by default. */
  attemptOf(request: FastifyRequest, account: string, counted = account): Attempt {
    return {
      account: counted,
      address: isBehindUnknownProxy(request) ? null : request.ip,
      device: knownDevice(this.services.secrets, this.#cookieOf(request, DEVICE_COOKIE), account),
    };
  }

  /** Refuses for now, with the time to wait. */
  slowDown(reply: FastifyReply, waitMs: number): FastifyReply {
    logSignIn(reply, 'delayed', {});
    const seconds = Math.ceil(waitMs / 1000);
    const when = seconds < 120 ? counted(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`;
    reply.header('retry-after', String(seconds));
    return this.show(reply, notePage('Too many attempts', `Try again in ${when}.`, { href: '/auth/sign-in', label: 'Back' }), 429);
  }

  /** Both factors are proven: brings the one-time code to the page that asked for it. */
  async finish(request: FastifyRequest, reply: FastifyReply, flow: Flow, user: UserRow): Promise<FastifyReply> {
    const { query } = this.services.db;
    // The first request to end it gets the code: a form sent twice signs in once.
    if (!(await this.flows.end(flow))) return this.ended(reply);
    logSignIn(reply, 'proven', { step: flow.step, account: user.id });
    await this.throttle.succeeded(this.attemptOf(request, user.person.email));
    this.#setCookie(request, reply, COOKIE, '', 0);
    const { email } = user.person;
    this.#setCookie(
      request,
      reply,
      DEVICE_COOKIE,
      deviceCookie(this.services.secrets, this.#cookieOf(request, DEVICE_COOKIE), email),
      DEVICE_SECONDS,
    );
    const { returnTo, challenge } = flow.facts;
    if (returnTo === null || challenge === null) return this.lead(reply, '/auth/ready');
    const code = await issueLoginCode(query, { userId: user.id, challenge, now: this.services.now() });
    return this.lead(reply, withCode(returnTo, code));
  }

  /** True where TLS is in front. */
  #isSecure(request: FastifyRequest): boolean {
    const { publicOrigin } = this.services.config;
    return publicOrigin?.startsWith('https:') === true && request.headers.host === new URL(publicOrigin).host;
  }

  /** Browsers keep a cookie of this name to the very host, to TLS and to all of its paths (RFC 6265bis 4.1.3.2). */
  #nameOf(request: FastifyRequest, name: string): string {
    return this.#isSecure(request) ? `__Host-${name}` : name;
  }

  #cookieOf(request: FastifyRequest, name: string): string | undefined {
    return request.cookies[this.#nameOf(request, name)];
  }

  // Lax, because a foreign login service leads back here from its own site.
  #setCookie(request: FastifyRequest, reply: FastifyReply, name: string, value: string, maxAge: number): void {
    const secure = this.#isSecure(request);
    reply.setCookie(this.#nameOf(request, name), value, { path: secure ? '/' : '/auth/', httpOnly: true, sameSite: 'lax', maxAge, secure });
  }
}
