import { sessionAnswer } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';

export function sessionHandlers(): Pick<Handlers, 'session'> {
  const session: Handlers['session'] = async ({ caller }) => sessionAnswer(caller, caller.session);

  return { session };
}
