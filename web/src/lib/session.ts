/** Who is signed in, in which role, with which projects. */
import { proxy } from 'valtio';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ProjectSummary } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { User } from '@echometry/contract/records/user.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { call, onSessionEnded } from './api.ts';
import { messages } from './messages.ts';
import { finishSignIn, signInBeside } from './sign-in.ts';
import { clearLogin, readLogin, writeLogin, type SavedLogin } from './login-store.ts';

interface SessionState {
  login: SavedLogin | null;
  /** Loaded after sign-in: roles, projects and terms. */
  user: User | null;
  /** The server ended the session while a page was open: the page stays, and asks for a new sign-in in place. */
  ended: boolean;
}

export const session = proxy<SessionState>({ login: readLogin(), user: null, ended: false });

onSessionEnded(() => {
  if (session.login) session.ended = true;
});

function save(login: SavedLogin): void {
  writeLogin(login);
  session.login = login;
}

type SignedIn = AnswerOf<typeof CALLS.exchange>;

async function begin({ token, session: { user } }: SignedIn): Promise<void> {
  save({ ...user, token, createdAt: Date.now(), role_token: null, role: null, user_roles: [] });
  await loadUser();
}

const signInDemo = (email: string): Promise<SignedIn> => call(CALLS.demoSignIn, { email }, { as: 'nobody' });

/** One-click sign-in of the demo workspace. */
export const enterDemo = async (email: string): Promise<void> => begin(await signInDemo(email));

/** Signs in with the code of the address; false when the code does not belong to this tab. */
export async function enterWithCode(code: string): Promise<boolean> {
  const found = await finishSignIn(code);
  if (!found) return false;
  await begin(found);
  return true;
}

/**
 * Signs in again in the middle of work, and takes up the same role. Must be called from a click.
 * @returns false when another person signed in: the page then shows work of the person before
 */
export async function signInAgain(demo: boolean): Promise<boolean> {
  const before = session.login;
  if (!before) return false;
  const found = await (demo ? signInDemo(before.email) : signInBeside(before.email));
  if (found.session.user.email !== before.email) {
    await begin(found);
    session.ended = false;
    return false;
  }
  // Both tokens change at once: a page between two roles would be left.
  const acting = before.role === null ? null : await call(CALLS.actAs, { role: before.role }, { token: found.token });
  save({ ...before, token: found.token, createdAt: Date.now(), role_token: acting?.token ?? null });
  session.ended = false;
  return true;
}

/** Reads roles, projects and accepted terms of the person signed in. */
export async function loadUser(): Promise<User> {
  const login = readLogin();
  if (!login) throw new Error(messages.call.notSignedIn);
  const user = await call(CALLS.usersGet, null, { id: login.email, as: 'sign-in' });
  session.user = user;
  save({ ...login, user_roles: user.user_role, databases: Object.fromEntries(user.projects.map(({ _id, db_name }) => [_id, db_name])) });
  return user;
}

/** Keeps where the files of a project are, so that they can be asked for before the project is read again. */
export function keepBucket(project: string, bucket: string | null): void {
  const login = readLogin();
  if (login && ownValue(login.buckets, project) !== bucket) save({ ...login, buckets: { ...login.buckets, [project]: bucket } });
}

/** The project of an address or a row (`_id`), as the calls name it; undefined when the person is not a member. */
export const projectOf = (id: string): ProjectSummary | undefined => session.user?.projects.find((project) => project._id === id);

export const hasAcceptedTerms = (user: Pick<User, 'accepted_terms_of_use'>): boolean => TERMS_VERSION in user.accepted_terms_of_use;

export async function acceptTerms(): Promise<void> {
  const login = readLogin();
  if (!login) return;
  await call(CALLS.acceptTerms, { user: login.email, version: TERMS_VERSION }, { as: 'sign-in' });
  await loadUser();
}

/** Takes up a role: the token that comes back is scoped to it. */
export async function actAs(role: RoleName): Promise<void> {
  const { token } = await call(CALLS.actAs, { role }, { as: 'sign-in' });
  const login = readLogin();
  if (login) save({ ...login, role_token: token, role });
}

let loading: Promise<User> | null = null;

/** The person signed in, read once for all who ask at the same time. */
export const theUser = async (): Promise<User> =>
  session.user ??
  (loading ??= loadUser().finally(() => {
    loading = null;
  }));

let check: Promise<boolean> | null = null;

/** Asks the server whether the saved login still holds. The next check takes the response. */
export function checkAhead(): void {
  check = askServer();
  // The page that takes it reports the failure.
  check.catch(() => undefined);
}

/** Asks the server whether the saved login still holds. */
export function checkSession(): Promise<boolean> {
  const begun = check;
  check = null;
  return begun ?? askServer();
}

async function askServer(): Promise<boolean> {
  if (!readLogin()) return false;
  await Promise.all([call(CALLS.session, null), theUser()]);
  return true;
}

/** Ends the session here and on the server. The caller flushes unsaved work before (study/leave.ts). */
export async function endSession(): Promise<void> {
  // This browser forgets the token either way. On a server that is away the session lasts until it expires (SECURITY.md).
  await call(CALLS.signOut, {}, { as: 'sign-in' }).catch(() => undefined);
  dropSession();
}

/** Forgets the login of this browser; the journal of unsaved work stays (docs/contracts.md#journal). */
export function dropSession(): void {
  clearLogin();
  session.login = null;
  session.user = null;
  session.ended = false;
}

/**
 * The user's own Logout clears all this browser holds.
 * @param keep names of databases that hold unsent work of other people
 */
export async function clearBrowser(keep: readonly string[] = []): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  try {
    const databases = await indexedDB.databases();
    await Promise.all(
      databases.flatMap(({ name }) =>
        name === undefined || keep.includes(name)
          ? []
          : [
              new Promise<void>((resolve) => {
                const request = indexedDB.deleteDatabase(name);
                request.onsuccess = request.onerror = request.onblocked = () => resolve();
              }),
            ],
      ),
    );
  } catch (error) {
    console.warn('Browser databases could not be removed on logout.', error);
  }
}
