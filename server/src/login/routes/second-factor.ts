import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeTotpStep, totpDeviceOf } from '../../db/accounts.ts';
import type { UserRow } from '../../db/users.ts';
import type { Flow } from '../flow.ts';
import { CODES_PER_FLOW } from '../limits.ts';
import { codePage, recoveredPage, recoveryPage } from '../pages/pages.ts';
import { recoveryCodesLeft, takeRecoveryCode } from '../recovery-codes.ts';
import { openTotpSecret } from '../sealed-totp.ts';
import { acceptedStep } from '../totp.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';

/** Second proof: a code of the authenticator, or one of the recovery codes. */
export function secondFactorRoutes(app: FastifyInstance, context: LoginContext): void {
  const { db, now } = context.services;

  const attemptOf = (request: FastifyRequest, user: UserRow) =>
    context.attemptOf(request, user.person.email, `second factor of ${user.id}`);

  /** Counts an attempt at the second factor; a flow that had its five begins again. */
  const attempted = async (
    request: FastifyRequest,
    reply: FastifyReply,
    flow: Flow,
    then: (user: UserRow) => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    const user = await context.userOf(flow);
    if (user === null) return context.ended(reply);
    const attempt = attemptOf(request, user);
    const wait = await context.throttle.begin(attempt, now());
    if (wait > 0) return context.slowDown(reply, wait);
    if ((await context.flows.attempt(flow)) > CODES_PER_FLOW) {
      await context.flows.move(flow, { step: 'identify', userId: null });
      return context.again(reply, { ...flow, step: 'identify' }, 'Too many wrong codes. Begin again with the password.');
    }
    return then(user);
  };
  const forgive = (request: FastifyRequest, user: UserRow) => context.throttle.succeeded(attemptOf(request, user));

  app.get('/auth/code', (request, reply) =>
    context.at(['code'], request, reply, async (flow) =>
      context.show(reply, codePage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) })),
    ),
  );

  app.post('/auth/code', (request, reply) =>
    context.at(['code'], request, reply, async (flow) =>
      attempted(request, reply, flow, async (user) => {
        const device = await totpDeviceOf(db.query, user.id);
        const step =
          device === null
            ? null
            : acceptedStep(
                openTotpSecret(context.services.secrets, user.id, device.sealedSecret),
                fieldOf(request.body as Form, 'code'),
                now(),
                device.lastStep,
              );
        if (step === null || !(await takeTotpStep(db.query, user.id, step)))
          return context.again(reply, flow, 'This code does not fit, or it was used already. Wait for the next one.');
        await forgive(request, user);
        return context.finish(request, reply, flow, user);
      }),
    ),
  );

  app.get('/auth/recovery', (request, reply) =>
    context.at(['code'], request, reply, async (flow) =>
      context.show(reply, recoveryPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) })),
    ),
  );

  app.post('/auth/recovery', (request, reply) =>
    context.at(['code'], request, reply, async (flow) =>
      attempted(request, reply, flow, async (user) => {
        if (!(await takeRecoveryCode(db.query, user.id, fieldOf(request.body as Form, 'code'), now()))) {
          return context.again(reply, flow, 'This is none of your recovery codes, or it was used already.', { page: '/auth/recovery' });
        }
        await forgive(request, user);
        return context.moveTo(reply, flow, 'recovered');
      }),
    ),
  );

  app.get('/auth/recovered', (request, reply) =>
    context.at(['recovered'], request, reply, async (flow) => {
      const user = await context.userOf(flow);
      if (user === null) return context.ended(reply);
      return context.show(
        reply,
        recoveredPage({
          guard: context.guardOf(flow),
          message: await context.takeMessage(flow),
          left: await recoveryCodesLeft(db.query, user.id),
        }),
      );
    }),
  );

  app.post('/auth/recovered', (request, reply) =>
    context.at(['recovered'], request, reply, async (flow) => {
      const user = await context.userOf(flow);
      if (user === null) return context.ended(reply);
      if (fieldOf(request.body as Form, 'pair') === 'yes') return context.moveTo(reply, flow, 'enrol');
      return context.finish(request, reply, flow, user);
    }),
  );
}
