import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_DELIVERIES, NO_EXPORTS, NO_JOBS } from '../../test/no-jobs.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';
import { buildApp } from '../app.ts';
import { DEFAULT_CONFIG } from '../config.ts';
import { secretBox } from '../workspace/secret-box.ts';
import { urlSigner } from '../objects/signed-url.ts';
import { temporaryFolder } from '../../test/temporary.ts';

let world: World;
let pages: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  const folder = await temporaryFolder('http');
  world = await World.make({ kind: 'sqlite', file: path.join(folder, 'records.sqlite') });
  const webRoot = path.join(folder, 'web');
  await mkdir(path.join(webRoot, 'assets'), { recursive: true });
  await writeFile(
    path.join(webRoot, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="services" content="__SERVICES__">',
  );
  await writeFile(path.join(webRoot, 'assets', 'app-1a2b3c.js'), 'export {};');
  await writeFile(path.join(webRoot, 'assets', 'engine-1a2b3c.wasm'), new Uint8Array([0, 97, 115, 109]));
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  pages = await buildApp({
    services: {
      db: world.db,
      objects: world.objects,
      signer: urlSigner(new Uint8Array(32)),
      secrets: secretBox(new Uint8Array(32)),
      snapshots: world.services.snapshots,
      engine: world.services.engine,
      upkeep: world.services.upkeep,
      aliases: world.services.aliases,
      cloud: 'local',
      demo: false,
      config: DEFAULT_CONFIG,
      jobs: NO_JOBS,
      deliveries: NO_DELIVERIES,
      exports: NO_EXPORTS,
      imports: world.services.imports,
      now: () => world.now,
    },
    webRoot,
    log: false,
  });
});
afterAll(async () => {
  await pages.close();
  await world.close();
});

afterEach(() => {
  vi.useRealTimers();
});

const get = (url: string) => pages.inject({ url, headers: { host: '127.0.0.1' } });

describe('every response', () => {
  it.each(['/', '/studies', '/assets/app-1a2b3c.js', '/config/endpoints.json', '/api/nothing', '/auth/session'])(
    'of %s carries the policy and the isolation headers',
    async (url) => {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}';/);
      expect(policy).toContain("connect-src 'self';");
      for (const part of [
        "worker-src 'self'",
        "img-src 'self' blob: data:",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toContain("unsafe-eval' ");
      expect(policy).not.toContain('unsafe-inline');
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );
});

describe('pages', () => {
  it('carry the nonce of their policy, another each time', async () => {
    const nonces = await Promise.all(
      ['/', '/studies'].map(async (url) => {
        const response = await get(url);
        const nonce = /content="([^"]+)"/.exec(response.body)?.[1];
        expect(String(response.headers['content-security-policy'])).toContain(`'nonce-${nonce}'`);
        expect(response.headers['cache-control']).toBe('no-store');
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });
  it.each([
    '/',
    '/login',
    '/accept-terms',
    '/user-page',
    '/tasks',
    '/export',
    '/studies',
    '/selection',
    '/preview',
    '/overview',
    '/reference',
    '/cycletiming',
    '/segmentation',
    '/measurements',
    '/prisma-review',
    '/prisma-data',
    '/review',
    '/validation',
    '/courses',
    '/feedback',
  ])('are served on %s', async (url) => {
    expect((await get(`${url}?study_id=1`)).headers['content-type']).toContain('text/html');
  });
  it.each(['/studies/', '/nothing', '/index.html', '/studies/x', '/.key'])('are not served on %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
  it('never leave the folder', async () => {
    for (const url of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/%2e%2e%2f%2e%2e%2fsecret.txt'])
      expect((await get(url)).body).not.toBe('secret');
  });
  it('keep hashed assets for ever, wasm with its type and in pieces', async () => {
    expect((await get('/assets/app-1a2b3c.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const piece = await pages.inject({ url: '/assets/engine-1a2b3c.wasm', headers: { host: '127.0.0.1', range: 'bytes=1-2' } });
    expect(piece).toMatchObject({ statusCode: 206, body: 'as' });
    expect(piece.headers['content-type']).toBe('application/wasm');
  });
  it('find the services and the cloud in config/endpoints.json', async () => {
    expect((await get('/config/endpoints.json')).json()).toEqual({
      cloud: 'local',
      services: { custom: '/api/', admin: '/api/admin/', auth: '/auth/' },
      foreign_sign_in: false,
      inactivity: { period_minutes: 10, check_seconds: 120, timeout_seconds: 30 },
    });
  });
  it('state the services of config/endpoints.json, so that their first calls need not wait for it', async () => {
    const written = /<meta name="services" content="([^"]*)">/.exec((await get('/')).body)?.[1] ?? '';
    expect(JSON.parse(written.replaceAll('&quot;', '"'))).toEqual((await get('/config/endpoints.json')).json().services);
  });
});

describe('addresses that lead nowhere', () => {
  it.each(['/nothing', '/studies/nothing', '/api/nothing', '/assets/nothing.js', '/auth/nothing'])(
    '%s answer a browser with a page, a client with JSON',
    async (url) => {
      const page = await pages.inject({ url, headers: { host: '127.0.0.1', accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' } });
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body).toContain('There is no such page');
      for (const accept of ['application/json', '*/*', undefined]) {
        const client = await pages.inject({ url, headers: { host: '127.0.0.1', ...(accept === undefined ? {} : { accept }) } });
        expect([client.statusCode, client.json()]).toEqual([404, { code: 'not-found', message: 'No such address' }]);
      }
    },
  );
});

describe('bodies', () => {
  const post = (payload: string | object, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'POST', url: '/api/studies/get', headers: { 'content-type': 'application/json', ...headers }, payload });
  it('other than JSON, or with poisoned prototypes, are refused', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    for (const body of [
      '{',
      '[]',
      '"x"',
      '{"__proto__": {"x": 1}}',
      '{"\\u005F_proto__": {"x": 1}}',
      '{"c\\u006fnstructor": {"prototype": {"x": 1}}}',
    ]) {
      const response = await post(body, { [TOKEN_HEADER]: token });
      expect([body, response.statusCode]).toEqual([body, 400]);
      expect(response.json()).toMatchObject({ code: 'invalid-body' });
    }
  });
  it('larger than the call allows are refused', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    const response = await post({ search_query: 'x'.repeat(70_000) }, { [TOKEN_HEADER]: token });
    expect([response.statusCode, response.json()]).toMatchObject([413, { code: 'body-too-large' }]);
  });
  it('that are compressed are refused', async () => {
    expect((await post('x', { 'content-encoding': 'gzip' })).statusCode).toBe(415);
  });
});

describe('signed addresses', () => {
  const urls = async (email = emailOf('Viewer'), role = 'Viewer' as const) => {
    const body = { bucket: '0', object: `US/${world.studyId.split('_')[0]}/20260102/` };
    return (await world.call(CALLS.getUrls, { token: await world.tokenOf(email, role), body })).answer;
  };
  const fetchUrl = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
  const dicom = async () => (await urls()).find((u) => u.kind === 'dicom')!.url;

  it('lead to icons, files and a listing of every image of the study', async () => {
    const list = await urls();
    expect(list.map((u) => u.kind)).toEqual(['listing', ...Array.from({ length: 3 }, () => ['small_icon', 'big_icon', 'dicom']).flat()]);
    const listing = (await fetchUrl(list[0]!.url)).json<Array<{ filename: string }>>();
    expect(listing.map((f) => f.filename)).toEqual(world.images.map((i) => i.filename));
    const file = await fetchUrl(list[3]!.url);
    expect(file).toMatchObject({ statusCode: 200, body: 'object 1 of a study' });
    expect(file.headers).toMatchObject({
      'content-type': 'application/dicom',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'accept-ranges': 'bytes',
    });
    expect(file.headers['cache-control']).toContain('immutable');
  });
  it.each([
    ['bytes=0-5', 206, 'object', 'bytes 0-5/19'],
    ['bytes=14-', 206, 'study', 'bytes 14-18/19'],
    ['bytes=-5', 206, 'study', 'bytes 14-18/19'],
    ['bytes=5-99', 206, 't 1 of a study', 'bytes 5-18/19'],
    ['bytes=99-', 416, '', 'bytes */19'],
    ['bytes=0-1,3-4', 200, 'object 1 of a study', undefined],
  ] as const)('answer %s with %i', async (range, status, body, contentRange) => {
    const response = await fetchUrl(await dicom(), { range });
    expect(response).toMatchObject({ statusCode: status, body });
    expect(response.headers['content-range']).toBe(contentRange);
  });
  it('are refused when changed in any part or past their end', async () => {
    const url = await dicom();
    const forged = [
      url.replace(/exp=\d/, 'exp=9'),
      url.replace('uid=', 'uid=1'),
      url.replace(/sig=./, 'sig=A'),
      url.replace(/sig=[^&]+/, ''),
      url.replace(/object\/./, 'object/0'),
      url.split('?')[0]!,
    ];
    for (const address of forged.filter((candidate) => candidate !== url))
      expect([address, (await fetchUrl(address)).statusCode]).toEqual([address, 403]);
    world.now += 21 * 60_000;
    expect((await fetchUrl(url)).statusCode).toBe(403);
    world.now -= 21 * 60_000;
  });
  it('live ten minutes at most, and five at least', async () => {
    const before = world.now;
    for (const minutes of [0, 2, 4.99, 5, 7]) {
      world.now = before + minutes * 60_000;
      for (const { expires_at } of await urls()) {
        expect(expires_at - world.now).toBeGreaterThanOrEqual(5 * 60_000);
        expect(expires_at - world.now).toBeLessThanOrEqual(10 * 60_000);
      }
    }
    world.now = before;
  });
  it('end when the person signs out, and clear what the browser cached', async () => {
    await world.addPerson('leaves@test', ['Viewer']);
    const url = (await urls('leaves@test')).find((u) => u.kind === 'dicom')!.url;
    expect((await fetchUrl(url)).statusCode).toBe(200);
    const token = await world.tokenOf('leaves@test', 'Viewer');
    const out = await world.app.inject({ method: 'POST', url: '/auth/sign-out', headers: { [TOKEN_HEADER]: token }, payload: {} });
    expect([out.statusCode, out.headers['clear-site-data']]).toEqual([200, '"cache"']);
    expect((await fetchUrl(url)).statusCode).toBe(403);
    expect((await fetchUrl(await dicom())).statusCode).toBe(200);
  });
  it('end for a user who leaves the project', async () => {
    const id = await world.addPerson('gone@test', ['Viewer']);
    const url = (await urls('gone@test')).find((u) => u.kind === 'dicom')!.url;
    expect((await fetchUrl(url)).statusCode).toBe(200);
    await world.db.query.deleteFrom('project_member').where('user_id', '=', id).execute();
    expect((await fetchUrl(url)).statusCode).toBe(403);
  });
  it('are not given for a wrong bucket, path or another study', async () => {
    const token = await world.tokenOf(emailOf('Viewer'), 'Viewer');
    const patient = world.studyId.split('_')[0];
    for (const body of [
      { bucket: '1', object: `US/${patient}/20260102/` },
      { bucket: '0', object: `${patient}/20260102/` },
      { bucket: '0', object: `US/${patient}/20260103/` },
      { bucket: '0', object: '../../keys/' },
      { bucket: '0', object: 'US/999/20260102/' },
    ]) {
      expect(await world.call(CALLS.getUrls, { token, body })).toMatchObject({ status: 400, error: { field: 'object' } });
    }
  });
});

describe('files and lists', () => {
  it('store which files are active only for the user, and show Viewers none of it', async () => {
    const [editor, viewer] = [await world.tokenOf(emailOf('Editor'), 'Editor'), await world.tokenOf(emailOf('Viewer'), 'Viewer')];
    const body = { id: world.studyId, ...SCOPE };
    const off = world.images[1]!.filename;
    const update = await world.call(CALLS.filesUpdate, {
      token: editor,
      body: { ...body, editor: emailOf('Editor'), images: world.images.map((i) => ({ filename: i.filename, active: i.filename !== off })) },
    });
    expect(update.answer).toEqual({ images_selected: 2, total_images: 3 });
    const mine = (await world.call(CALLS.filesGet, { token: editor, body })).answer;
    expect([mine.selection_stored, mine.images.filter((i) => !i.active).map((i) => i.filename)]).toEqual([true, [off]]);
    const theirs = (await world.call(CALLS.filesGet, { token: viewer, body })).answer;
    expect([theirs.selection_stored, theirs.images.every((i) => i.active)]).toEqual([false, true]);
    expect(mine.study).toMatchObject({ age_days: { value: 9000, source: 'file' }, sex: { value: 'F' }, height_cm: null });
  });

  it('let one editor hold a study open, for a day at most', async () => {
    const [first, second] = [await world.tokenOf(emailOf('Editor'), 'Editor'), await world.tokenOf('editor2@test', 'Editor')];
    const open = (token: string, user: string, value: boolean) =>
      world.call(CALLS.setOpen, { token, body: { study_id: world.studyId, user, open: value, ...SCOPE } });
    expect((await open(first, emailOf('Editor'), true)).answer).toMatchObject({ is_open: true, mine: true });
    expect((await open(second, 'editor2@test', true)).answer).toMatchObject({ is_open: true, mine: false, open_by: emailOf('Editor') });
    expect((await open(second, 'editor2@test', false)).answer).toMatchObject({ is_open: true });
    const rows = (
      await world.call(CALLS.studiesGet, {
        token: second,
        body: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
      })
    ).answer.studies;
    expect(rows[0]).toMatchObject({ is_open: true, open_by: emailOf('Editor') });
    world.now += 24 * 3_600_000;
    expect((await open(second, 'editor2@test', true)).answer).toMatchObject({ mine: true });
    world.now -= 24 * 3_600_000;
  });
});

it('sign-ins beyond 120 a minute from one address are refused', async () => {
  // The clock does not move, however long the requests take.
  vi.useFakeTimers({ toFake: ['Date'] });
  const attempt = () =>
    pages.inject({ method: 'POST', url: '/auth/demo/sign-in', headers: { host: '127.0.0.1' }, payload: { email: 'x' } });
  const statuses = new Set<number>();
  for (let n = 0; n < 120; n += 1) statuses.add((await attempt()).statusCode);
  expect([...statuses]).toEqual([403]);
  const refused = await attempt();
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too-many-requests' }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('one person makes the same call 1200 times a minute at most; others and other calls are not concerned', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const [editor, viewer] = [await world.tokenOf(emailOf('Editor'), 'Editor'), await world.tokenOf(emailOf('Viewer'), 'Viewer')];
  // A single server; what several count together is in call-limits.test.ts.
  const server = world.app;
  const ask = (token: string) => server.inject({ url: '/auth/session', headers: { [TOKEN_HEADER]: token } });
  const statuses = new Map<number, number>();
  for (let n = 0; n < 1201; n += 1) {
    const { statusCode } = await ask(editor);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 1200],
    [429, 1],
  ]);
  expect(Number((await ask(editor)).headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(viewer)).statusCode).toBe(200);
  expect(
    (await server.inject({ method: 'POST', url: '/api/status/get_all', headers: { [TOKEN_HEADER]: editor }, payload: SCOPE })).statusCode,
  ).toBe(200);
});
