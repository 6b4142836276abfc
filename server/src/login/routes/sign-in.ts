import type { FastifyInstance } from 'fastify';
import { accountName, passwordHashOf, totpDeviceOf } from '../../db/accounts.ts';
import { findUser } from '../../db/users.ts';
import { signInPage } from '../pages/pages.ts';
import { passwordFits } from '../password.ts';
import { fieldOf, type Form, type LoginContext } from './login-context.ts';

const WRONG = 'E-mail or password is wrong.';

/** First proof: e-mail and password. The message never reveals which of the two is wrong. */
export function signInRoutes(app: FastifyInstance, context: LoginContext): void {
  const { config, db, now } = context.services;

  app.get('/auth/sign-in', (request, reply) =>
    context.at(['identify'], request, reply, async (flow) =>
      context.show(
        reply,
        signInPage({
          guard: context.guardOf(flow),
          message: await context.takeMessage(flow),
          email: flow.facts.email,
          provider: config.oidc?.name ?? null,
          passwords: config.oidc?.only !== true,
        }),
      ),
    ),
  );

  app.post('/auth/sign-in', (request, reply) =>
    context.at(['identify'], request, reply, async (flow) => {
      const form = request.body as Form;
      if (config.oidc?.only === true) return context.again(reply, flow, `Sign in with ${config.oidc.name}.`);
      const email = accountName(fieldOf(form, 'email'));
      const attempt = context.attemptOf(request, email);
      const wait = await context.throttle.begin(attempt, now());
      if (wait > 0) return context.slowDown(reply, wait);
      const user = await findUser(db.query, email);
      const stored = user === null ? null : await passwordHashOf(db.query, user.id);
      if (!(await passwordFits(stored, fieldOf(form, 'password'))) || user === null) {
        return context.again(reply, flow, WRONG, { email });
      }
      const paired = await totpDeviceOf(db.query, user.id);
      return context.moveTo(reply, flow, paired === null ? 'enrol' : 'code', { userId: user.id, facts: { email: user.person.email } });
    }),
  );
}
