import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Challenge, SIGN_IN_DONE_PATH, SIGN_IN_PATH } from '@echometry/contract/rules/sign-in.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { FLOWS_PER_MINUTE } from '../limits.ts';
import { ownOrigin } from '../own-origin.ts';
import { notePage } from '../pages/pages.ts';
import { DONE_SCRIPT, LINK_SCRIPT } from '../pages/scripts.ts';
import { STYLE } from '../pages/style.ts';
import { allowedReturn, LOGIN_PAGE } from '../return-address.ts';
import type { LoginContext } from './login-context.ts';

const FONT = readFileSync(createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
const MAX_EMAIL = 254;

/** Where a sign-in begins and ends, and what its pages are drawn with. */
export function beginRoutes(app: FastifyInstance, context: LoginContext): void {
  const { config } = context.services;

  app.get(
    SIGN_IN_PATH,
    { config: { rateLimit: { max: FLOWS_PER_MINUTE, timeWindow: 60_000 } } },
    async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply) => {
      const { return: back, challenge, email } = request.query;
      const own = ownOrigin(request, config);
      if (own === null) {
        return context.show(
          reply,
          notePage('This address is not known', 'The administrator has to name it as public_origin in config.json of the workspace.', null),
          400,
        );
      }
      const returnTo = typeof back === 'string' ? allowedReturn(back, [own, ...config.returnOrigins]) : null;
      if (returnTo === null || !Value.Check(Challenge, challenge)) {
        return context.show(
          reply,
          notePage('This sign-in was not started here', 'Start from the sign-in page of Echometry.', {
            href: LOGIN_PAGE,
            label: 'To the sign-in page',
          }),
          400,
        );
      }
      await context.begin(request, reply, {
        returnTo,
        challenge,
        email: typeof email === 'string' && email.length <= MAX_EMAIL ? email : null,
      });
      return context.lead(reply, '/auth/sign-in');
    },
  );

  app.get(SIGN_IN_DONE_PATH, async (_request, reply) =>
    context.show(reply, notePage('Signed in', 'You can close this window and continue in the other one.', null, '/auth/done.js')),
  );
  app.get('/auth/ready', async (_request, reply) =>
    context.show(
      reply,
      notePage('Ready', 'Your account is ready. You can now sign in.', { href: LOGIN_PAGE, label: 'To the sign-in page' }),
    ),
  );

  const asset = (path: string, type: string, content: string | Buffer): void => {
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  };
  asset('/auth/style.css', 'text/css; charset=utf-8', STYLE);
  asset('/auth/link.js', 'text/javascript; charset=utf-8', LINK_SCRIPT);
  asset('/auth/done.js', 'text/javascript; charset=utf-8', DONE_SCRIPT);
  asset('/auth/inter.woff2', 'font/woff2', FONT);
}
