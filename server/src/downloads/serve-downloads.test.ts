import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import manifest from '../../package.json' with { type: 'json' };
import { serveDownloads } from './serve-downloads.ts';

const NAME = `echometry-${manifest.version}-py3-none-any.whl`;
/** SHA-256 of "abc" (FIPS 180-2, appendix B.1). */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
let built: FastifyInstance;
let bare: FastifyInstance;

const serving = async (folder: string | null) => {
  const app = fastify();
  await serveDownloads(app, { folder, config: { publicOrigin: 'https://echo.example', returnOrigins: [] } });
  return app;
};
const at = (app: FastifyInstance, url: string, host = 'echo.example') => app.inject({ url, headers: { host } });

beforeAll(async () => {
  const folder = path.join(await temporaryFolder('downloads'), 'downloads');
  await mkdir(folder);
  await writeFile(path.join(folder, NAME), 'abc');
  await writeFile(path.join(folder, 'echometry-0.0.0-py3-none-any.whl'), 'of another version');
  [built, bare] = [await serving(folder), await serving(path.join(folder, 'nothing'))];
});
afterAll(() => Promise.all([built.close(), bare.close()]));

it('the page names the package of this version with its SHA-256 and how it is installed from here', async () => {
  const { body } = await at(built, '/downloads');
  expect(body).toContain(`href="/downloads/${NAME}#sha256=${ABC}"`);
  expect(body).toContain(`pip install https://echo.example/downloads/${NAME}`);
  expect(body).not.toContain('0.0.0');
});

it('a name that a client chose is not repeated as the address of the server', async () => {
  const { body } = await at(built, '/downloads', 'evil.example');
  expect(body).not.toContain('evil.example');
  expect(body).toContain(`pip install https://your-server/downloads/${NAME}`);
});

it('the package arrives as it was built, and nothing else of the folder does', async () => {
  const { body, headers } = await at(built, `/downloads/${NAME}`);
  expect(body).toBe('abc');
  expect(headers['content-disposition']).toBe(`attachment; filename="${NAME}"`);
  expect((await at(built, '/downloads/echometry-0.0.0-py3-none-any.whl')).statusCode).toBe(404);
});

it('a server without the package starts, and the page states that it is not built', async () => {
  const { statusCode, body } = await at(bare, '/downloads');
  expect(statusCode).toBe(200);
  expect(body).toContain('is not built on this server');
  expect((await at(bare, `/downloads/${NAME}`)).statusCode).toBe(404);
});
