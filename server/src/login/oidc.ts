import * as oidc from 'openid-client';
import type { OidcConfig } from './login-settings.ts';

/** Where the foreign service brings people back. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback';

/** Time the foreign service has for each response, in seconds. */
const TIMEOUT_S = 10;
/** Largest response of the foreign service, in bytes, once inflated: its description and its keys are a few kB. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Values that must come back with the response of the foreign service. */
export interface OidcChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom the foreign service vouches for. Names and e-mail are only for a new account: they are never used to find an account. */
export interface ForeignPerson {
  issuer: string;
  subject: string;
  email: string | null;
  name: string;
  family_names: string;
  hadSecondFactor: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Fetches a response of bounded size: a small compressed one may inflate to any number of bytes. */
async function boundedFetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error(`The foreign service returned more than ${MAX_ANSWER_BYTES} bytes`);
    pieces.push(piece);
  }
  const { status, statusText, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(pieces), { status, statusText, headers });
}

/** Talks OpenID Connect to the configured service: authorization code with PKCE, state and nonce (RFC 9700 2.1). */
export function oidcClient(config: OidcConfig) {
  let discovered: Promise<oidc.Configuration> | null = null;
  const service = (): Promise<oidc.Configuration> => {
    const issuer = new URL(config.issuer);
    // In the clear only on this machine, for trying it out.
    const execute = issuer.protocol === 'http:' && LOOPBACK.has(issuer.hostname) ? [oidc.allowInsecureRequests] : [];
    discovered ??= oidc.discovery(issuer, config.client_id, config.client_secret, undefined, {
      execute,
      timeout: TIMEOUT_S,
      [oidc.customFetch]: boundedFetch,
    });
    // A service that was not there is asked again at the next sign-in.
    discovered.catch(() => {
      discovered = null;
    });
    return discovered;
  };
  const proves = (claims: Record<string, unknown>): boolean => {
    const amr = Array.isArray(claims['amr']) ? claims['amr'].map(String) : [];
    return (
      (config.acr_values?.includes(textOf(claims['acr'])) ?? false) || (config.amr_values?.some((value) => amr.includes(value)) ?? false)
    );
  };
  return {
    /** Address to lead a person to, and what to remember meanwhile. */
    async begin(origin: string): Promise<{ address: string; checks: OidcChecks }> {
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const address = oidc.buildAuthorizationUrl(await service(), {
        redirect_uri: origin + OIDC_CALLBACK_PATH,
        scope: config.scope ?? 'openid profile email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ...(config.acr_values === undefined ? {} : { acr_values: config.acr_values.join(' ') }),
      });
      return { address: address.href, checks };
    },
    /** Exchanges what the person brought back; throws when any of it does not fit. */
    async finish(callback: URL, checks: OidcChecks): Promise<ForeignPerson> {
      const tokens = await oidc.authorizationCodeGrant(await service(), callback, {
        pkceCodeVerifier: checks.verifier,
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The foreign service returned no ID token');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        hadSecondFactor: proves(claims),
        email: textOf(claims['email']) || null,
        name: textOf(claims['given_name']) || textOf(claims['name']),
        family_names: textOf(claims['family_name']),
      };
    },
  };
}
