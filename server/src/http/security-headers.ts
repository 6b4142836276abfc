import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Placeholder in index.html that becomes the nonce of the response. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;

declare module 'fastify' {
  interface FastifyReply {
    styleNonce: string;
  }
}

/** The policy of docs/contracts.md#browser on every response; nothing is inherited from helmet's own defaults. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  options: { objectOrigins: readonly string[]; returnOrigins: readonly string[] },
): Promise<void> {
  app.decorateReply('styleNonce', '');
  app.addHook('onRequest', async (_request, reply) => {
    reply.styleNonce = randomBytes(NONCE_BYTES).toString('base64');
    // helmet sees the raw response only.
    (reply.raw as { styleNonce?: string }).styleNonce = reply.styleNonce;
  });
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${(response as { styleNonce?: string }).styleNonce ?? ''}'`],
        connectSrc: ["'self'", ...options.objectOrigins],
        workerSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...options.objectOrigins],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        // The response to the last form of a sign-in is a redirect to the page that asked for it.
        formAction: ["'self'", ...options.returnOrigins],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xContentTypeOptions: true,
    xFrameOptions: { action: 'deny' },
    // Served in the clear on loopback; a proxy with TLS adds it there.
    strictTransportSecurity: false,
    xDnsPrefetchControl: { allow: false },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    originAgentCluster: true,
    xXssProtection: false,
  });
}
