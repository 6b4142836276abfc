import { PASSWORD_PATH } from '@echometry/contract/rules/sign-in.ts';
import type { FastifyInstance } from 'fastify';
import { accountName, passwordHashOf, storePasswordHash, takeTotpStep, totpDeviceOf } from '../../db/accounts.ts';
import { endSessionsOf } from '../../db/sessions.ts';
import { findUser } from '../../db/users.ts';
import { FLOWS_PER_MINUTE } from '../limits.ts';
import { notePage, passwordPage } from '../pages/pages.ts';
import { passwordFault } from '../password-rules.ts';
import { hashPassword, passwordFits } from '../password.ts';
import { LOGIN_PAGE } from '../return-address.ts';
import { openTotpSecret } from '../sealed-totp.ts';
import { acceptedStep } from '../totp.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';

/** Changes a password, with both factors proven again, and ends every session. */
export function passwordRoutes(app: FastifyInstance, context: LoginContext): void {
  const { db, now, secrets } = context.services;

  app.get(PASSWORD_PATH, { config: { rateLimit: { max: FLOWS_PER_MINUTE, timeWindow: 60_000 } } }, async (request, reply) => {
    const known = await context.flowOf(request);
    const flow = known?.step === 'identify' ? known : await context.begin(request, reply, {});
    return context.show(reply, passwordPage({ guard: context.guardOf(flow), message: await context.takeMessage(flow) }));
  });

  app.post(PASSWORD_PATH, (request, reply) =>
    context.at(['identify'], request, reply, async (flow) => {
      const form = request.body as Form;
      const refuse = (message: string) => context.again(reply, flow, message, { page: PASSWORD_PATH });
      const email = accountName(fieldOf(form, 'email'));
      const password = form.get('password') ?? '';
      const fault = passwordFault(password, { email });
      if (fault !== null) return refuse(fault);
      if (password !== form.get('again')) return refuse('The two passwords differ.');
      const attempt = context.attemptOf(request, email);
      const wait = await context.throttle.begin(attempt, now());
      if (wait > 0) return context.slowDown(reply, wait);
      const wrong = () => refuse('E-mail, current password or code is wrong.');
      const user = await findUser(db.query, email);
      const stored = user === null ? null : await passwordHashOf(db.query, user.id);
      if (!(await passwordFits(stored, fieldOf(form, 'current'))) || user === null) return wrong();
      const device = await totpDeviceOf(db.query, user.id);
      const step =
        device === null
          ? null
          : acceptedStep(openTotpSecret(secrets, user.id, device.sealedSecret), fieldOf(form, 'code'), now(), device.lastStep);
      if (step === null || !(await takeTotpStep(db.query, user.id, step))) return wrong();
      const passwordHash = await hashPassword(password);
      await db.query.transaction().execute(async (query) => {
        await storePasswordHash(query, user.id, passwordHash, now());
        await endSessionsOf(query, user.id, now());
      });
      await context.throttle.succeeded(attempt);
      return context.show(
        reply,
        notePage('Password changed', 'All your sessions have ended. Sign in with the new password.', {
          href: LOGIN_PAGE,
          label: 'To the sign-in page',
        }),
      );
    }),
  );
}
