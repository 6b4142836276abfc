import { Type } from 'typebox';

/** Where the login service begins (docs/contracts.md#browser). */
export const SIGN_IN_PATH = '/auth/';
/** Where a popup ends that signs in again in place: it broadcasts the code and closes. */
export const SIGN_IN_DONE_PATH = '/auth/done';
/** Where a person changes the password. */
export const PASSWORD_PATH = '/auth/password';
/** Name of the BroadcastChannel on which that popup sends `{ code }`. */
export const SIGN_IN_CHANNEL = 'echometry-sign-in';

/** Random bytes of a verifier: 256 bits, kept in sessionStorage by the page that begins a sign-in. */
export const VERIFIER_BYTES = 32;

const BASE64URL_256_BITS = '^[A-Za-z0-9_-]{43}$';
/** base64url of VERIFIER_BYTES random bytes, without padding. */
export const Verifier = Type.String({ pattern: BASE64URL_256_BITS });
/** base64url of the verifier's SHA-256. */
export const Challenge = Type.String({ pattern: BASE64URL_256_BITS });
/** What `token` of the return address carries. */
export const OneTimeCode = Type.String({ pattern: BASE64URL_256_BITS });

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The challenge of a verifier, as PKCE's S256 (RFC 7636 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

export interface SignInRequest {
  /** Address prefix of the login service (config/endpoints.json, `services.auth`). */
  service: string;
  /** Where the code is brought: an allowed origin with `/login` (and its `location` and `params`) or SIGN_IN_DONE_PATH. */
  returnTo: string;
  challenge: string;
  /** E-mail to fill in, for signing in again. */
  email?: string;
}

/** The address that begins a sign-in. */
export function signInAddress({ service, returnTo, challenge, email }: SignInRequest): string {
  return `${service}?${new URLSearchParams({ return: returnTo, challenge, ...(email === undefined ? {} : { email }) })}`;
}
