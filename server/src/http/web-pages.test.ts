import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, gunzipSync, gzip } from 'node:zlib';
import { fastify } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { DEFAULT_CONFIG } from '../config.ts';
import { servePages } from './web-pages.ts';

const SCRIPT = `export const text = '${'echo '.repeat(400)}';`;

describe('files of the page', () => {
  const app = fastify();
  beforeAll(async () => {
    const webRoot = await temporaryFolder('web-pages');
    await mkdir(path.join(webRoot, 'assets'));
    await writeFile(path.join(webRoot, 'index.html'), '<!doctype html>');
    const script = path.join(webRoot, 'assets', 'app-1a2b3c.js');
    await writeFile(script, SCRIPT);
    await writeFile(`${script}.br`, await promisify(brotliCompress)(SCRIPT));
    await writeFile(`${script}.gz`, await promisify(gzip)(SCRIPT));
    await writeFile(path.join(webRoot, 'assets', 'small-4d5e6f.js'), 'export {};');
    app.decorateReply('styleNonce', '');
    await servePages(app, { webRoot, cloud: 'local', config: DEFAULT_CONFIG });
  });

  const get = (url: string, encodings: string) => app.inject({ url, headers: { 'accept-encoding': encodings } });

  it('are sent as the build compressed them: Brotli before gzip, by what the browser takes', async () => {
    const brotli = await get('/assets/app-1a2b3c.js', 'gzip, deflate, br, zstd');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    const gzipped = await get('/assets/app-1a2b3c.js', 'gzip');
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(SCRIPT);
  });

  it('keep their own type and their caching when they are compressed', async () => {
    const { headers } = await get('/assets/app-1a2b3c.js', 'br');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('are sent plain to a client that takes no encoding, and where compressing would save nothing', async () => {
    const plain = await get('/assets/app-1a2b3c.js', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
    expect((await get('/assets/small-4d5e6f.js', 'br')).body).toBe('export {};');
  });
});
