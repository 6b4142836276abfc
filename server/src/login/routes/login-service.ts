import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { LoginServices } from '../services.ts';
import { beginRoutes } from './begin.ts';
import { enrolRoutes } from './enrol.ts';
import { linkRoutes } from './link.ts';
import { LoginContext } from './login-context.ts';
import { oidcRoutes } from './oidc.ts';
import { passwordRoutes } from './password.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { signInRoutes } from './sign-in.ts';

/** Largest form, in bytes. */
const MAX_FORM_BYTES = 8 * 1024;

/** The login service under /auth/: the external authentication service of the specification, without the product's program. */
export async function loginService(app: FastifyInstance, services: LoginServices): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookie);
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => {
        done(null, new URLSearchParams(String(body)));
      },
    );
    // A form is a form: a body of another kind has no fields.
    scope.addHook('preHandler', async (request) => {
      if (request.method === 'POST' && !(request.body instanceof URLSearchParams)) request.body = new URLSearchParams();
    });
    const context = new LoginContext(services);
    for (const routes of [beginRoutes, signInRoutes, secondFactorRoutes, enrolRoutes, linkRoutes, passwordRoutes]) routes(scope, context);
    if (services.config.oidc !== null) oidcRoutes(scope, context, services.config.oidc);
  });
}
