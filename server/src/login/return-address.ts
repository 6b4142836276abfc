import { SIGN_IN_DONE_PATH } from '@echometry/contract/rules/sign-in.ts';

/** Page of the product that takes the code. */
export const LOGIN_PAGE = '/login';
/** Parameters that the login page may carry along (docs/specification.md#platform-2). */
const LOGIN_PARAMETERS = new Set(['location', 'params']);
const MAX_ADDRESS_LENGTH = 2048;

/**
 * The return address, when a code may be brought there: an allowed origin, with the login page or the end of a popup and
 * nothing else. Null for any other, so that no code ever leaves for a foreign place.
 */
export function allowedReturn(text: string, origins: readonly string[]): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '' || !origins.includes(url.origin)) return null;
  if (url.pathname === SIGN_IN_DONE_PATH) return url.search === '' ? url.href : null;
  if (url.pathname !== LOGIN_PAGE) return null;
  return [...url.searchParams.keys()].every((name) => LOGIN_PARAMETERS.has(name)) ? url.href : null;
}

/** The return address with the one-time code in `token` (docs/specification.md#platform-2). */
export function withCode(returnTo: string, code: string): string {
  const url = new URL(returnTo);
  url.searchParams.set('token', code);
  return url.href;
}
