// A page in headless Chromium with the product built into it, isolated as the product is served.
import { createReadStream, existsSync, statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { CHROMIUM_SWITCHES, ensureChromium } from '../../scripts/lib/chromium.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { step } from '../../scripts/lib/steps.mjs';

const TYPES = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};
const BUILT = inRoot('build', 'bench', 'page');
/** The folder whose page is built there. */
let built = null;

/**
 * Builds the page of a folder by its own vite.config and opens it; without a folder, the page of this bench. `files` are served under
 * their names, `peers` is the folder of Cornerstone's packages.
 * @returns {Promise<{fresh: (query?: string) => Promise<import('playwright-core').Page>, close: () => Promise<void>}>}
 */
export async function openBrowser({ files, peers, page: root = inRoot('bench', 'page') }) {
  const { buildEngineWasm } = await import('../../scripts/lib/build.mjs');
  await buildEngineWasm();
  if (built !== root)
    await step('page', 'the product for the browser groups', async () => {
      const { build } = await import('vite');
      await build({
        root,
        base: './',
        logLevel: 'silent',
        build: { outDir: BUILT, emptyOutDir: true, target: 'es2022' },
        worker: { format: 'es' },
      });
      built = root;
    });
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const place = name.startsWith('/nm/')
      ? path.join(peers, 'node_modules', name.slice(4))
      : (files[name.slice(1)] ?? path.join(BUILT, name === '/' ? 'index.html' : name));
    const isolation = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    };
    if (Buffer.isBuffer(place) || place instanceof Uint8Array)
      return response.writeHead(200, { ...isolation, 'content-length': place.length }).end(place);
    if (!existsSync(place) || !statSync(place).isFile()) return response.writeHead(404, isolation).end();
    response.writeHead(200, {
      ...isolation,
      'content-type': TYPES[path.extname(place)] ?? 'application/octet-stream',
      'content-length': statSync(place).size,
    });
    return createReadStream(place).pipe(response);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(null));
  });
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...CHROMIUM_SWITCHES, '--enable-precise-memory-info'],
  });
  const fresh = async (query = '') => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.goto(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/${query}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return page;
  };
  return {
    fresh,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}
