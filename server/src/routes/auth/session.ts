import { sessionAnswer } from '../../http/caller.ts';
import type { Handlers } from '../../http/call-route.ts';

export function sessionHandlers(): Pick<Handlers, 'session'> {
  const session: Handlers['session'] = async ({ caller }) => sessionAnswer(caller, caller.session);

  return { session };
}
