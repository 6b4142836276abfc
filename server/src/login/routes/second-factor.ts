import type { FastifyInstance, FastifyReply } from 'fastify';
import { takeTotpStep, totpDeviceOf } from '../../db/accounts.ts';
import type { UserRow } from '../../db/users.ts';
import { CODES_PER_FLOW } from '../limits.ts';
import { codePage, recoveredPage, recoveryPage } from '../pages/pages.ts';
import { recoveryCodesLeft, takeRecoveryCode } from '../recovery-codes.ts';
import { openTotpSecret } from '../sealed-totp.ts';
import { acceptedStep } from '../totp.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';
import { atStep, type Visit } from './visit.ts';

/** Second proof: a code of the authenticator, or one of the recovery codes. */
export function secondFactorRoutes(app: FastifyInstance, context: LoginContext): void {
  app.get('/auth/code', atStep(context, 'code', askCode));
  app.post(
    '/auth/code',
    atStep(context, 'code', (visit) => attempted(visit, checkCode)),
  );
  app.get('/auth/recovery', atStep(context, 'code', askRecoveryCode));
  app.post(
    '/auth/recovery',
    atStep(context, 'code', (visit) => attempted(visit, checkRecoveryCode)),
  );
  app.get('/auth/recovered', atStep(context, 'recovered', askPairing));
  app.post('/auth/recovered', atStep(context, 'recovered', pairOrFinish));
}

const attemptOf = ({ context, request }: Visit, user: UserRow) =>
  context.attemptOf(request, user.person.email, `second factor of ${user.id}`);

/** Counts an attempt at the second factor; a flow that had its five begins again. */
async function attempted(visit: Visit, then: (visit: Visit, user: UserRow) => Promise<FastifyReply>): Promise<FastifyReply> {
  const { context, reply, flow } = visit;
  const user = await context.userOf(flow);
  if (user === null) return context.ended(reply);
  const wait = await context.throttle.begin(attemptOf(visit, user), context.services.now());
  if (wait > 0) return context.slowDown(reply, wait);
  if ((await context.flows.attempt(flow)) > CODES_PER_FLOW) {
    await context.flows.move(flow, { step: 'identify', userId: null });
    return context.again(reply, { ...flow, step: 'identify' }, 'Too many wrong codes. Begin again with the password.');
  }
  return then(visit, user);
}

const forgive = (visit: Visit, user: UserRow) => visit.context.throttle.succeeded(attemptOf(visit, user));

async function askCode({ context, reply, flow }: Visit): Promise<FastifyReply> {
  return context.show(reply, codePage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) }));
}

async function checkCode(visit: Visit, user: UserRow): Promise<FastifyReply> {
  const { context, request, reply, flow } = visit;
  const { db, now, secrets } = context.services;
  const device = await totpDeviceOf(db.query, user.id);
  const step =
    device === null
      ? null
      : acceptedStep(openTotpSecret(secrets, user.id, device.sealedSecret), fieldOf(request.body as Form, 'code'), now(), device.lastStep);
  if (step === null || !(await takeTotpStep(db.query, user.id, step)))
    return context.again(reply, flow, 'This code does not fit, or it was used already. Wait for the next one.');
  await forgive(visit, user);
  return context.finish(request, reply, flow, user);
}

async function askRecoveryCode({ context, reply, flow }: Visit): Promise<FastifyReply> {
  return context.show(reply, recoveryPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) }));
}

async function checkRecoveryCode(visit: Visit, user: UserRow): Promise<FastifyReply> {
  const { context, request, reply, flow } = visit;
  const { db, now } = context.services;
  if (!(await takeRecoveryCode(db.query, user.id, fieldOf(request.body as Form, 'code'), now())))
    return context.again(reply, flow, 'This is none of your recovery codes, or it was used already.', { page: '/auth/recovery' });
  await forgive(visit, user);
  return context.moveTo(reply, flow, 'recovered');
}

/** After a recovery code: whether a new authenticator is paired. */
async function askPairing({ context, reply, flow }: Visit): Promise<FastifyReply> {
  const user = await context.userOf(flow);
  if (user === null) return context.ended(reply);
  return context.show(
    reply,
    recoveredPage({
      guard: context.guardOf(flow),
      message: await context.takeMessage(flow),
      left: await recoveryCodesLeft(context.services.db.query, user.id),
    }),
  );
}

async function pairOrFinish({ context, request, reply, flow }: Visit): Promise<FastifyReply> {
  const user = await context.userOf(flow);
  if (user === null) return context.ended(reply);
  if (fieldOf(request.body as Form, 'pair') === 'yes') return context.moveTo(reply, flow, 'enrol');
  return context.finish(request, reply, flow, user);
}
