/** Serves the page of web/harness: the viewer with a test tool, under a policy as strict as the product's. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'vite';
import { REPOSITORY } from './repository.ts';

const BUILT = path.join(REPOSITORY, 'build', 'harness');
const NONCE = 'harness';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const HEADERS = {
  'content-security-policy': `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export interface Workbench {
  url: string;
  close: () => Promise<void>;
}

export async function serveWorkbench(): Promise<Workbench> {
  await build({
    root: path.join(REPOSITORY, 'web', 'harness'),
    logLevel: 'silent',
    build: { outDir: BUILT, emptyOutDir: true },
  });
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(BUILT, pathname === '/' ? 'index.html' : path.normalize(pathname));
    readFile(file).then(
      (bytes) => {
        const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
        const body = type === 'text/html' ? bytes.toString().replace('__CSP_NONCE__', NONCE) : bytes;
        response.writeHead(200, { ...HEADERS, 'content-type': type }).end(body);
      },
      () => response.writeHead(404, HEADERS).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
