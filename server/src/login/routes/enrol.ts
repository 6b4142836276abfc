import type { FastifyInstance } from 'fastify';
import { storeTotpDevice } from '../../db/accounts.ts';
import { endSessionsOf } from '../../db/sessions.ts';
import type { Flow } from '../flow.ts';
import { codesPage, enrolPage } from '../pages/pages.ts';
import { newRecoveryCodes, storeRecoveryCodes } from '../recovery-codes.ts';
import { sealTotpSecret } from '../sealed-totp.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';

/** Pairs an authenticator with an account and hands out the recovery codes. */
export function enrolRoutes(app: FastifyInstance, context: LoginContext): void {
  const { db, now, secrets } = context.services;

  /** The secret being paired: made once for a sign-in, so that a reload shows the same code. */
  const secretOf = async (flow: Flow): Promise<Uint8Array> => {
    if (flow.facts.totpSecret !== null) return Buffer.from(flow.facts.totpSecret, 'hex');
    const secret = newTotpSecret();
    flow.facts.totpSecret = Buffer.from(secret).toString('hex');
    await context.flows.move(flow, {});
    return secret;
  };

  app.get('/auth/enrol', (request, reply) =>
    context.at(['enrol'], request, reply, async (flow) => {
      const user = await context.userOf(flow);
      if (user === null) return context.ended(reply);
      const secret = await secretOf(flow);
      return context.show(
        reply,
        enrolPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow), email: user.person.email, secret }),
      );
    }),
  );

  app.post('/auth/enrol', (request, reply) =>
    context.at(['enrol'], request, reply, async (flow) => {
      const user = await context.userOf(flow);
      if (user === null) return context.ended(reply);
      const secret = await secretOf(flow);
      const step = acceptedStep(secret, fieldOf(request.body as Form, 'code'), now(), 0);
      if (step === null)
        return context.again(
          reply,
          flow,
          'This code does not fit. Check that the clock of the phone is right, and type the code shown now.',
        );
      const recoveryCodes = newRecoveryCodes();
      await db.query.transaction().execute(async (query) => {
        await storeTotpDevice(query, user.id, sealTotpSecret(secrets, user.id, secret), step, now());
        await storeRecoveryCodes(query, user.id, recoveryCodes, now());
        // A factor that changes ends what was signed in with the old one.
        await endSessionsOf(query, user.id, now());
      });
      return context.moveTo(reply, flow, 'codes', { facts: { recoveryCodes, totpSecret: null } });
    }),
  );

  app.get('/auth/recovery-codes', (request, reply) =>
    context.at(['codes'], request, reply, async (flow) =>
      context.show(
        reply,
        codesPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow), codes: flow.facts.recoveryCodes ?? [] }),
      ),
    ),
  );

  app.post('/auth/recovery-codes', (request, reply) =>
    context.at(['codes'], request, reply, async (flow) => {
      const user = await context.userOf(flow);
      if (user === null) return context.ended(reply);
      if (fieldOf(request.body as Form, 'kept') !== 'yes')
        return context.again(reply, flow, 'Keep the codes first: they are shown only now.');
      return context.finish(request, reply, flow, user);
    }),
  );
}
