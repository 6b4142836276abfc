import { endSession } from '../db/sessions.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function signOutHandlers(services: Services): Pick<Handlers, 'signOut'> {
  const signOut: Handlers['signOut'] = async ({ caller, reply }) => {
    // Cached images and icons go; "storage" would take other people's unsent journals with it.
    reply.header('clear-site-data', '"cache"');
    await endSession(services.db.query, caller.session, services.now());
    return { signed_out: true as const };
  };

  return { signOut };
}
