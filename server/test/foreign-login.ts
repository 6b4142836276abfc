import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Who is at the foreign service when it is asked, and how they proved it. */
export interface AtForeignService {
  subject: string;
  acr?: string;
  amr?: string[];
}

export interface ForeignLogin {
  issuer: string;
  now: AtForeignService;
  /** Follows an address as a browser does until it leads back to us; returns that address. */
  visit: (address: string) => Promise<string>;
  close: () => Promise<void>;
}

export const CLIENT = { client_id: 'echometry', client_secret: 'a secret of the test alone' };

/** A real OpenID Connect provider on this machine, whose people sign in by being there. */
export async function foreignLogin(redirectUri: string): Promise<ForeignLogin> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    handle(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const login: ForeignLogin = {
    issuer,
    now: { subject: 'nobody' },
    visit: async (address) => {
      const cookies = new Map<string, string>();
      let at = address;
      for (let hop = 0; hop < 10 && at.startsWith(issuer); hop += 1) {
        const response = await fetch(at, { redirect: 'manual', headers: { cookie: [...cookies].map(([n, v]) => `${n}=${v}`).join('; ') } });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`the foreign service stopped at ${response.status}: ${await response.text()}`);
        at = new URL(location, at).href;
      }
      return at;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], response_types: ['code'], grant_types: ['authorization_code'] }],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    acrValues: ['two-factors'],
    claims: { openid: ['sub', 'amr', 'acr'], profile: ['given_name', 'family_name'], email: ['email'] },
    conformIdTokenClaims: false,
    // Set, so that the provider does not remind us.
    ttl: Object.fromEntries(['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [kind, 600])),
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['of the test alone'] },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, given_name: 'Foreign', family_name: subject, email: `${subject}@elsewhere.example` }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  });
  const enter = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      const { subject, acr, amr } = login.now;
      return provider.interactionFinished(request, response, {
        login: { accountId: subject, ...(acr ? { acr } : {}), ...(amr ? { amr } : {}) },
      });
    }
    const grant = new provider.Grant({ accountId: login.now.subject, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
  };
  const answer = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      enter(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    else answer(request, response);
  };
  return login;
}
