/** Endpoints for balancers and monitors, requested over the network as they would. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../../test/world.ts';
import { buildApp } from '../../app.ts';
import { storeWith } from '../../../test/store-with.ts';
import { StoreUnavailable } from '../../errors.ts';

const TOKEN = 'a-token-of-a-monitor-elsewhere';

/** A sample of the text format: name, labels and value (Prometheus exposition format 0.0.4). */
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$/;

function samplesOf(text: string): { name: string; labels: string; value: number }[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const found = SAMPLE.exec(line);
      if (found === null) throw new Error(`No sample: ${line}`);
      return { name: found[1] ?? '', labels: found[2] ?? '', value: Number(found[3]) };
    });
}

describe.each(databases())('operations on $name', ({ name, seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  const metrics = async (app: FastifyInstance = world.app, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: '/metrics', headers });

  it('/health and /ready respond without a token, and contain nothing about people or studies', async () => {
    const health = await world.app.inject({ method: 'GET', url: '/health' });
    expect([health.statusCode, health.json()]).toEqual([200, { status: 'alive' }]);
    const ready = await world.app.inject({ method: 'GET', url: '/ready' });
    expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([200, { status: 'ready' }, 'no-store']);
  });

  it('/ready names what is away, and /health does not mind', async () => {
    const objects = storeWith(world.services.objects, { respond: () => Promise.reject(new StoreUnavailable('no bucket')) });
    const app = await buildApp({ services: { ...world.services, objects }, webRoot: null, log: false });
    const ready = await app.inject({ method: 'GET', url: '/ready' });
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', away: ['objects'] }]);
    expect((await app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200);
    await app.close();
  });

  it.each([
    ['a full disk', 'ENOSPC', 'disk-full'],
    ['a quota', 'EDQUOT', 'disk-full'],
    ['a folder that may not be written', 'EACCES', 'not-writable'],
    ['a disk that became read-only', 'EROFS', 'not-writable'],
  ])('/ready says so with %s', async (_what, code, reason) => {
    const upkeep = { ...world.services.upkeep, write: () => Promise.reject(Object.assign(new Error('x'), { code })) };
    const app = await buildApp({ services: { ...world.services, upkeep }, webRoot: null, log: false });
    const ready = await app.inject({ method: 'GET', url: '/ready' });
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', away: ['folder'], reason }]);
    expect((await app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200);
    await app.close();
  });

  it('/metrics counts requests by the pattern of their address, and jobs, without names', async () => {
    const app = await buildApp({ services: world.services, webRoot: null, log: false });
    const headers = { 'x-api-key': await world.tokenOf(emailOf('Editor'), 'Editor') };
    const payload = { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name };
    const listed = await app.inject({ method: 'POST', url: '/api/studies/get', headers, payload });
    const { studies } = listed.json<{ studies: { patient_show: string; study_id: string }[] }>();
    await app.inject({ method: 'GET', url: `/api/admin/users/get/${encodeURIComponent(emailOf('Editor'))}`, headers });
    const response = await metrics(app);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const samples = samplesOf(response.body);
    const of = (metric: string, ...labels: string[]) =>
      samples.filter((one) => one.name === metric && labels.every((label) => one.labels.includes(label)));
    expect(of('echometry_request_seconds_count', 'route="/api/studies/get"', 'status="200"')[0]?.value).toBe(1);
    expect(of('echometry_request_seconds_count', 'route="/api/admin/users/get/:id"')[0]?.value).toBe(1);
    expect(of('echometry_database_connections')).toHaveLength(name === 'PostgreSQL' ? 3 : 0);
    for (const { patient_show, study_id } of studies) {
      expect(response.body).not.toContain(`"${patient_show}"`);
      expect(response.body).not.toContain(study_id);
    }
    expect(response.body).not.toContain('@');
    await app.close();
  });

  it('/metrics is for programs of this computer, or with the token', async () => {
    const app = await buildApp({ services: world.services, webRoot: null, log: false, metricsToken: TOKEN });
    expect((await metrics(app)).statusCode).toBe(401);
    expect((await metrics(app, { authorization: 'Bearer of-somebody-else' })).statusCode).toBe(401);
    expect((await metrics(app, { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200);
    await app.close();
    for (const name of ['x-forwarded-for', 'x-original-forwarded-for', 'x-forwarded', 'forwarded-for', 'x-original-host'])
      expect((await metrics(world.app, { [name]: '192.0.2.7' })).statusCode, name).toBe(401);
    const elsewhere = await world.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '192.0.2.7' });
    expect(elsewhere.statusCode).toBe(401);
  });
});
