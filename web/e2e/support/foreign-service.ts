/** An institution's own login service: a real OpenID Connect provider with a page where people identify themselves. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const CLIENT = { client_id: 'echometry', client_secret: 'a secret of the journeys alone' };

export interface ForeignService {
  /** Its entry in config.json of the installation. */
  config: Record<string, unknown>;
  /** Names the installation that people are sent back to; sign-ins are possible only afterwards. */
  admit: (installation: string) => void;
  close: () => Promise<void>;
}

const page = (
  uid: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Institute</title><link rel="icon" href="data:,"></head><body><main>
<h1>Institute login</h1><form method="post" action="/interaction/${uid}"><label>Account <input name="account" autofocus></label><button>Enter</button></form></main></body></html>`;

async function accountIn(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text).get('account') ?? '';
}

export async function startForeignService(): Promise<ForeignService> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => {
    handle(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const admit = (installation: string): void => {
    const provider = new Provider(issuer, {
      clients: [
        { ...CLIENT, redirect_uris: [`${installation}/auth/oidc/callback`], response_types: ['code'], grant_types: ['authorization_code'] },
      ],
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      claims: { openid: ['sub', 'amr'], profile: ['given_name', 'family_name'], email: ['email'] },
      conformIdTokenClaims: false,
      // Set, so that the provider does not remind us.
      ttl: Object.fromEntries(
        ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [kind, 600]),
      ),
      jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
      cookies: { keys: ['of the journeys alone'] },
      findAccount: (_context: unknown, subject: string) => ({
        accountId: subject,
        claims: async () => ({ sub: subject, given_name: 'Institute', family_name: subject, email: `${subject}@institute.example` }),
      }),
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    });
    const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { prompt, params, session, uid } = await provider.interactionDetails(request, response);
      if (prompt.name === 'login') {
        if (request.method === 'POST')
          return provider.interactionFinished(request, response, { login: { accountId: await accountIn(request), amr: ['pwd', 'mfa'] } });
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(uid));
        return;
      }
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id });
      grant.addOIDCScope(params.scope);
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      );
    };
    const answer = provider.callback();
    handle = (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        interact(request, response).catch((error: unknown) => {
          response.writeHead(500).end(String(error));
        });
      else answer(request, response);
    };
  };
  return {
    config: { name: 'the institute', issuer, ...CLIENT, amr_values: ['mfa'], only: true },
    admit,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
