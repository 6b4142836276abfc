/**
 * The saved login (docs/specification.md#platform-3): kept in local storage for 7 days. The sign-in token chooses roles; the role token
 * works. Both are opaque; the server decides what they allow.
 */
import type { RoleConfig, RoleName } from '@echometry/contract/records/role.ts';
import type { Person } from '@echometry/contract/records/user.ts';
import { LOGIN_VALIDITY_MS } from '@echometry/contract/rules/session.ts';

const KEY = 'echometry.login';

export interface SavedLogin extends Person {
  /** Token of the sign-in. */
  token: string;
  createdAt: number;
  /** Token of the role acted as; null before one is chosen. */
  role_token: string | null;
  role: RoleName | null;
  user_roles: RoleConfig[];
  /** `db_name` of the person's projects by `_id`, as the server named them last; absent until then. */
  databases?: Readonly<Record<string, string>>;
  /** `bucket` of projects whose studies were opened, by `_id`, as the server named it last. */
  buckets?: Readonly<Record<string, string | null>>;
}

/** The saved login, or null when there is none or it is too old; an old one is cleared. */
export function readLogin(now = Date.now()): SavedLogin | null {
  const text = localStorage.getItem(KEY);
  if (!text) return null;
  try {
    const login = JSON.parse(text) as SavedLogin;
    if (typeof login.token === 'string' && now - login.createdAt < LOGIN_VALIDITY_MS) return login;
  } catch {
    // Unreadable: treated like an old one.
  }
  localStorage.clear();
  return null;
}

export function writeLogin(login: SavedLogin): void {
  localStorage.setItem(KEY, JSON.stringify(login));
}

export function clearLogin(): void {
  localStorage.removeItem(KEY);
}
