import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { acceptedTerms, acceptTerms as storeAcceptance } from '../db/users.ts';
import { requireOwn } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';

export function acceptTermsHandlers(services: Services): Pick<Handlers, 'acceptTerms'> {
  const acceptTerms: Handlers['acceptTerms'] = async ({ body, caller }) => {
    // No one accepts for another person, not even an administrator.
    requireOwn(caller, body.user);
    if (body.version !== TERMS_VERSION) throw invalidField('version', `The current version of the terms is ${TERMS_VERSION}`);
    await storeAcceptance(services.db.query, caller.user.id, body.version, services.now());
    return { accepted_terms_of_use: await acceptedTerms(services.db.query, caller.user.id) };
  };

  return { acceptTerms };
}
