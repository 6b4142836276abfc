import type { LoginServices } from './services.ts';
import { demoHandlers } from './demo.ts';
import { exchangeHandlers } from './exchange.ts';
import { sessionHandlers } from './session.ts';
import { signOutHandlers } from './sign-out.ts';
import { tokenHandlers } from './tokens.ts';

/** Handlers of the calls of signing in and out, and of the tokens of programs. */
export const handlersOfLogin = (services: LoginServices) => ({
  ...demoHandlers(services),
  ...exchangeHandlers(services),
  ...sessionHandlers(),
  ...signOutHandlers(services),
  ...tokenHandlers(services),
});
