/** Logins put in place: signing in is a separate journey, and need not be repeated in every other. */
import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import type { SavedLogin } from '../../src/lib/login-store.ts';
import type { User } from '@echometry/contract/records/user.ts';

/** Under which name a login is found. */
export const loginKey = (email: string, role: string): string => `${email} ${role}`;

/**
 * Signs every person of a demo in, in every role they hold, as the page would; people who have not accepted the terms must do it
 * on the page.
 * @returns saved logins of the page, as text
 */
export async function signInEverybody(url: string): Promise<Record<string, string>> {
  const call = async (place: string, body: object | null, token?: string): Promise<unknown> => {
    const response = await fetch(url + place, {
      method: body ? 'POST' : 'GET',
      headers: { origin: url, ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { [TOKEN_HEADER]: token } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${place} returned ${response.status}`);
    return response.json();
  };
  const { users } = (await call('/auth/demo/users', null)) as { users: { email: string }[] };
  const logins: Record<string, string> = {};
  for (const { email } of users) {
    const { token, session } = (await call('/auth/demo/sign-in', { email })) as { token: string; session: { user: User } };
    const user = (await call(`/api/admin/users/get/${encodeURIComponent(email)}`, null, token)) as User;
    if (!(TERMS_VERSION in user.accepted_terms_of_use)) continue;
    for (const { role, name_to_show } of user.user_role) {
      const acting = (await call('/api/admin/users/act_as', { role }, token)) as { token: string };
      const login = { ...session.user, token, createdAt: Date.now(), role_token: acting.token, role, user_roles: user.user_role };
      logins[loginKey(email, name_to_show)] = JSON.stringify(login satisfies SavedLogin);
    }
  }
  return logins;
}
