import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { Call } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from './databases.ts';
import { JOB_KINDS, type JobKind } from './job-kinds.ts';
import { beginning } from './login-browser.ts';
import { RELEASE_REQUEST } from './release-request.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT, SCOPE, World } from './world.ts';
import { buildApp } from '../src/app.ts';
import { EXPORT_KIND, SENDING_KIND } from '../src/exports/export-jobs.ts';
import { RELEASE_KIND } from '../src/releases/release-kind.ts';
import { queueJob } from '../src/db/jobs.ts';
import { findProject } from '../src/db/projects.ts';
import { findAccount } from '../src/db/users.ts';
import { engineOnDemand } from '../src/imports/engine-on-demand.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';

/** How often the requests below are made: `npm run acceptance` makes a hundred thousand. */
const TIMES = Number(process.env['ECHOMETRY_FUZZ_TIMES'] ?? 1);
/** Requests of one run, by engine: with bodies of the schemas, with torn ones, forms, addresses and targets; together twenty thousand. */
const REQUESTS: Readonly<Record<string, readonly number[]>> = {
  SQLite: [12_000, 2600, 400, 600, 400],
  PostgreSQL: [2900, 600, 200, 200, 100],
};
/** Of a hundred requests, so many get past the door, and as many are refused for their content. */
const ANSWERED_PCT = 2;
/** Requests of jobs that calls read, as they are stored. */
const REQUESTS_OF_JOBS: Partial<Record<JobKind, object>> = {
  [EXPORT_KIND]: defaultExport('measurements'),
  [SENDING_KIND]: { export: `job-of-${EXPORT_KIND}`, pacs: 'research' },
  [RELEASE_KIND]: RELEASE_REQUEST,
};

/** Requests that are under way at a time: calls coincide as in a busy office. */
const AT_ONCE = 8;
/** The seed is part of what is tested: a run can be repeated. */
const SEED = 20261121;

/** mulberry32: small, and the same everywhere. */
function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = randomness(SEED);
const below = (n: number): number => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

type Schema = Record<string, unknown>;
/** Texts that mean something in the world, and what most requests give in a field, so that they come past the door. */
interface Known {
  any: readonly string[];
  byField: Readonly<Record<string, unknown>>;
}

const propertiesOf = (call: Call): object => ((call.body as Schema)['properties'] as object | undefined) ?? {};

/** Values that broke servers before: edges of numbers, texts with another meaning somewhere, wrong kinds. */
const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  '',
  ' ',
  'x'.repeat(300),
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  '💥',
  '../../etc/passwd',
  "'; DROP TABLE study; --",
  '" OR 1=1',
  '%00',
  '{{7*7}}',
  '<script>',
  '1_20260102',
  '99999999999999999999_20260102',
  '-1_20260102',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1 },
  Array.from({ length: 50 }, () => ({})),
];

/** Any value as the text of a field. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Text in an address; half a surrogate has no form there. */
const inAddress = (text: string): string => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''));

/** A value of about the form a schema asks for, now and then of none. */
function valueFor(schema: Schema, known: Known, depth = 0): unknown {
  if (depth > 6 || random() < 0.06) return pick(NASTY);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick(schema['enum']);
  if (Array.isArray(schema['anyOf'])) return valueFor(pick(schema['anyOf'] as Schema[]), known, depth + 1);
  switch (schema['type']) {
    case 'string':
      return random() < 0.6 ? pick(known.any) : pick(NASTY.filter((v) => typeof v === 'string'));
    case 'integer':
      return pick([0, 1, 2, 3, -1, 150, 2 ** 31, 2 ** 53]);
    case 'number':
      return pick([0, 0.1, -5, 1e12]);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: below(4) }, () => valueFor((schema['items'] as Schema | undefined) ?? {}, known, depth + 1));
    case 'object': {
      const properties = Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {}).filter(() => random() > 0.04);
      const made: Record<string, unknown> = Object.fromEntries(
        properties.map(([name, property]) => [
          name,
          known.byField[name] !== undefined && random() < 0.9 ? known.byField[name] : valueFor(property, known, depth + 1),
        ]),
      );
      for (const pattern of Object.keys((schema['patternProperties'] as object | undefined) ?? {}))
        if (random() < 0.5) made['a.b'] = valueFor((schema['patternProperties'] as Record<string, Schema>)[pattern]!, known, depth + 1);
      if (random() < 0.03) made[pick(['surprise', '__proto__x', ''])] = pick(NASTY);
      return made;
    }
    default:
      return pick(NASTY);
  }
}

/** Changes bytes of a text as a broken sender does. */
function torn(text: string): string {
  let changed = text;
  for (let n = 0; n <= below(4); n += 1) {
    const at = below(changed.length + 1);
    changed = pick([
      changed.slice(0, at),
      changed.slice(0, at) + pick(['"', '{', ']', ',', '\\u', '\u0000', '9e999', '-']) + changed.slice(at),
      changed.slice(0, at) + changed.slice(at + 1 + below(8)),
      changed + changed,
    ]).slice(0, 20_000);
  }
  return changed;
}

/** Levels that exhaust the stack of what reads them recursively. */
const MAX_DEPTH = 20_000;

/** The body with one of its fields nested deeper than anything reads. */
function nested(fields: readonly string[]): string {
  const depth = 1 + below(MAX_DEPTH);
  const [open, close] = pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return `{${JSON.stringify(pick([...fields, 'x']))}:${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(depth)}}`;
}

/** Parts of paths that mean something to a file system, a router or a proxy. */
const PATH_PARTS = [
  '..',
  '.',
  '',
  '%00',
  '%ff',
  '%c0%af',
  '%2e%2e',
  '%2f',
  '%5c',
  '\\',
  '\\..\\',
  '%',
  '%zz',
  'assets',
  'api',
  'index.html',
  'auth',
  ';a=b',
  'x',
  ':',
  '*',
  '~',
  '%0d%0a',
  '%F0%9F%92%A5',
  'con',
  '__proto__',
];

/** A request target as a broken or a hostile client writes it. */
function oddTarget(): string {
  const at = `/${Array.from({ length: below(6) }, () => pick(PATH_PARTS)).join(pick(['/', '/', '//', '\\']))}`;
  return pick([
    at,
    at,
    at,
    `http://evil.example${at}`,
    `//evil.example${at}`,
    `/${'x'.repeat(1 + below(9000))}`,
    `/${'a/'.repeat(1 + below(4000))}`,
    `${at}?${'q'.repeat(below(3000))}`,
  ]);
}

/** Headers of every response, also of a refusal (docs/contracts.md#browser). The policy has further parts. */
const USUAL_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'self'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const lacking = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(USUAL_HEADERS).flatMap(([name, start]) => (String(headers[name]).startsWith(start) ? [] : [name]));

/** Any token; signing out uses one that is not needed afterwards. */
const tokenOf = (call: Call, tokens: ReadonlyArray<string | undefined>): string | undefined =>
  call.path === 'sign-out' ? tokens[below(2)] : pick(tokens);
const address = (): string => `198.51.${below(250)}.${below(250)}`;
const headersOf = (token: string | undefined) => ({
  host: '127.0.0.1:8080',
  'content-type': 'application/json',
  ...(token === undefined ? {} : { 'x-api-key': token }),
});

describe.each(databases())('the service on $name', ({ name, seeded }) => {
  const [bodies = 0, raw = 0, forms = 0, addresses = 0, targets = 0] = REQUESTS[name]!.map((count) => TIMES * count);
  const all = bodies + raw + forms + addresses + targets;
  let world: World;
  /** The same service with the pages of a build, on a separate port: targets are sent as they are written. */
  let pages: FastifyInstance;
  let port = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const tokens: Array<string | undefined> = [undefined, 'x'.repeat(43)];
  const seen = new Map<number, number>();
  const failures: unknown[] = [];

  const underWay = new Set<Promise<void>>();

  /** Neither a 5xx nor a response without the usual headers may be. */
  function note(what: unknown, status: number, headers: OutgoingHttpHeaders): void {
    seen.set(status, (seen.get(status) ?? 0) + 1);
    const without = lacking(headers);
    if (status >= 500 || without.length > 0) failures.push({ what, status, without });
  }

  /** Sends one request, when there are fewer than may be under way. */
  async function send(what: unknown, options: InjectOptions): Promise<void> {
    while (underWay.size >= AT_ONCE) await Promise.race(underWay);
    const sent = world.app.inject(options).then(({ statusCode, headers }) => {
      note(what, statusCode, headers);
      underWay.delete(sent);
    });
    underWay.add(sent);
  }

  beforeAll(async () => {
    // Versions of configuration sets are checked by the engine.
    world = await World.make(await seeded(), { engine: engineOnDemand(() => createEngine({ workers: 1 })) });
    const roles: RoleName[] = ['Editor', 'Ground-truth generator', 'Viewer', 'Reviewer', 'Admin', 'Data scientist'];
    // Many of each, because what one person may ask in a minute is limited.
    for (let n = 0; n < 3; n += 1) {
      for (const role of roles) {
        await world.addPerson(`${n}-${emailOf(role)}`, [role], { reviewsTo: [`0-${emailOf('Editor')}`] });
        tokens.push(await world.tokenOf(`${n}-${emailOf(role)}`, role));
      }
    }
    tokens.push(await world.tokenOf(emailOf('Editor')));
    for (const kind of JOB_KINDS)
      await queueJob(world.db.query, {
        id: `job-of-${kind}`,
        kind,
        ownerId: (await findAccount(world.db.query, '0-editor@test'))!.id,
        role: 'Editor',
        projectId: (await findProject(world.db.query, { key: PROJECT._id }))!.id,
        request: REQUESTS_OF_JOBS[kind] ?? {},
        now: world.now,
      });
    const webRoot = await temporaryFolder('web');
    await mkdir(path.join(webRoot, 'assets'));
    await writeFile(path.join(webRoot, 'index.html'), '<!doctype html>');
    pages = await buildApp({ services: world.services, webRoot, log: false, notice: () => undefined });
    await pages.listen({ host: '127.0.0.1', port: 0 });
    port = (pages.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    agent.destroy();
    await pages.close();
    await world.close();
  });

  /** Sends a target letter for letter. */
  const sendTarget = (target: string): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent, path: target, headers: { host: '127.0.0.1:8080' } }, (response) => {
        const { statusCode = 0, headers } = response;
        note(target.slice(0, 300), statusCode, headers);
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });

  it(`${all} absurd requests are refused or handled, never a 5xx`, { timeout: 900_000 }, async () => {
    const calls = Object.values(CALLS) as Call[];
    const posts = calls.filter((call) => call.method === 'POST');
    const known: Known = {
      any: [
        world.studyId,
        SCOPE.db_name,
        'US',
        'alpha',
        emailOf('Editor'),
        world.images[0]!.instance_id,
        world.images[0]!.filename,
        'echo_caliper',
        'IAP',
        'Editor',
        '20240627',
        '0',
        'save-0001',
        '4-chamber 2D',
        'A4C',
        ...JOB_KINDS.map((kind) => `job-of-${kind}`),
      ],
      byField: {
        db_name: SCOPE.db_name,
        medical_data_type: 'US',
        id: world.studyId,
        study_id: world.studyId,
        project: 'alpha',
        user: '0-editor@test',
        bucket: '0',
        object: `US/${world.studyId.split('_')[0]}/20260102/`,
      },
    };
    const images = (): unknown[] =>
      world.images.slice(0, below(4)).map((image) => {
        const entries = Object.entries(image as unknown as Record<string, unknown>);
        return Object.fromEntries(entries.map(([name, value]) => [name, random() < 0.05 ? pick(NASTY) : value]));
      });
    for (let n = 0; n < bodies; n += 1) {
      const call = pick(posts);
      const body = valueFor(call.body as Schema, known) as Record<string, unknown>;
      if (typeof body === 'object' && body !== null && 'images' in body && random() < 0.7 && call.path === 'analysis/update')
        body['images'] = images();
      // Ids of everything that has one, whatever the call asks for.
      if (typeof body === 'object' && body !== null && 'id' in body && random() < 0.2) body['id'] = pick(known.any);
      const payload = random() < 0.02 ? nested(Object.keys(propertiesOf(call))) : (JSON.stringify(body) ?? '');
      await send([call.path, payload.slice(0, 300)], {
        method: 'POST',
        url: SERVICE_PREFIX[call.service] + call.path,
        remoteAddress: address(),
        headers: headersOf(tokenOf(call, tokens)),
        payload,
      });
    }
    for (let n = 0; n < raw; n += 1) {
      const call = pick(posts);
      const payload = torn(JSON.stringify(valueFor(call.body as Schema, known)) ?? '{}');
      const headers = {
        ...headersOf(tokenOf(call, tokens)),
        ...pick([
          {},
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/json; charset=utf-16' },
          { 'content-encoding': 'gzip' },
          { 'content-type': 'multipart/form-data' },
          { cookie: 'echometry-flow=%00' },
        ]),
      };
      await send([call.path, payload.slice(0, 300), headers], {
        method: pick(['POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const),
        url: SERVICE_PREFIX[call.service] + call.path,
        remoteAddress: address(),
        headers,
        payload,
      });
    }
    const pages = [
      '/auth/sign-in',
      '/auth/code',
      '/auth/recovery',
      '/auth/recovered',
      '/auth/enrol',
      '/auth/recovery-codes',
      '/auth/link',
      '/auth/account',
      '/auth/password',
      '/auth/oidc',
      '/auth/done',
    ];
    for (let n = 0; n < forms; n += 1) {
      const fields = new URLSearchParams(
        Array.from({ length: below(5) }, () => [
          pick(['email', 'code', 'guard', 'kept', 'pair', 'name', 'again', 'x']),
          textOf(pick(NASTY)).slice(0, 400),
        ]),
      );
      const begun = await world.app.inject({ url: beginning().address, remoteAddress: address(), headers: { host: '127.0.0.1:8080' } });
      const cookie = String(begun.headers['set-cookie'] ?? '').split(';')[0] ?? '';
      const url = pick(pages);
      // A hash takes a tenth of a second, so that few forms come as far as a password.
      const hashes = url === '/auth/sign-in' || url === '/auth/password';
      if (hashes ? n % 25 === 0 : random() < 0.7) fields.set('guard', world.secrets.mark('guard', cookie.split('=')[1] ?? ''));
      await send([url, fields.toString()], {
        method: pick(['GET', 'POST', 'POST'] as const),
        url: url + pick(['', '', `?token=${inAddress(textOf(pick(NASTY)).slice(0, 60))}`]),
        remoteAddress: address(),
        headers: {
          host: pick(['127.0.0.1:8080', 'evil.example', '']),
          cookie: pick([cookie, torn(cookie).replace(/[^\x20-\x7e]/g, ''), 'echometry-flow=']),
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: random() < 0.7 ? fields.toString() : torn(fields.toString()),
      });
    }
    for (let n = 0; n < addresses; n += 1) {
      const odd = inAddress(textOf(pick(NASTY))).slice(0, 600);
      const url = pick([
        `/api/admin/users/get/${odd}`,
        `/api/admin/projects/get/${odd}`,
        `/files/object/${odd}?exp=1&uid=1&pid=1&sig=${odd}`,
        `/files/listing/${odd}`,
        `/auth/?return=${odd}&challenge=${odd}`,
        `/auth/?return=${odd}&return=${odd}`,
        `/auth/oidc/callback?code=${odd}&state=${odd}`,
        `/x${odd}`,
        `/api/${odd}`,
        '/api/%',
        '/files/object/%2e%2e%2f',
        `/api/admin/users/get/%ff`,
        '/api/admin/users/get/a%00b',
        '/api/admin/projects/get/%00',
        '/files/object/%00?exp=1',
        `/auth/ready?token=${odd}`,
      ]);
      await send(url, { method: 'GET', url, remoteAddress: address(), headers: headersOf(pick(tokens)) });
    }
    for (let n = 0; n < targets; n += 1) await sendTarget(oddTarget());
    await Promise.all(underWay);
    expect(failures).toEqual([]);
    const total = [...seen.values()].reduce((a, b) => a + b, 0);
    process.stdout.write(
      `fuzzed ${total} requests: ${[...seen]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${status} x ${n}`)
        .join(', ')}\n`,
    );
    expect(total).toBe(all);
    // It must have been more than refusals at the door.
    for (const status of [200, 400]) expect(100 * (seen.get(status) ?? 0)).toBeGreaterThan(ANSWERED_PCT * all);
  });
});
