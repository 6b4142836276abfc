import { setTimeout as pause } from 'node:timers/promises';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MAX_WEBHOOKS, type WebhookFields } from '@echometry/contract/records/webhook.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../test/databases.ts';
import { hmacSha256, Receiver, type Received } from '../../test/receiver.ts';
import { emailOf, NOON, PROJECT, World } from '../../test/world.ts';
import { DEFAULT_CONFIG } from '../config.ts';
import { dropWhatEnded } from '../upkeep/upkeep.ts';
import { DELIVERIES_KEPT_DAYS, deliveriesOf } from '../db/webhooks.ts';
import type { Resolve } from '../outgoing/public-address.ts';
import { type DeliveryOptions, type DeliveryRunner, startDeliveries } from './deliver.ts';
import { DELIVERY_LEASE_MS, RETRY_WAITS_MS } from './limits.ts';
import type { WebhookHost } from './webhook-settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HERE: WebhookHost = { host: '127.0.0.1', require_tls: false, private_addresses: true };
const HOSTS: readonly WebhookHost[] = [
  HERE,
  { host: 'localhost', require_tls: false },
  { host: 'hooks.example.org', require_tls: false },
  { host: 'inside.example.org', require_tls: false, private_addresses: true },
  { host: 'secure.example.org' },
  { host: '10.0.0.7', require_tls: false },
  { host: '[::1]', require_tls: false },
];
/** Resolves every name to this computer. */
const toHere: Resolve = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

describe.each(databases())('webhooks on $name', ({ seeded }) => {
  let world: World;
  let receiver: Receiver;
  let admin: string;
  const runners: DeliveryRunner[] = [];
  const complaints: string[] = [];

  beforeEach(async () => {
    world = await World.make(await seeded(), { config: { ...DEFAULT_CONFIG, webhookHosts: HOSTS } });
    receiver = await Receiver.start();
    admin = await world.tokenOf(emailOf('Admin'), 'Admin');
    complaints.length = 0;
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.close();
    await receiver.close();
    await world.close();
    if (complaints.length > 0) throw new Error(complaints.join('; '));
  });

  const run = async (more: Partial<DeliveryOptions> = {}): Promise<DeliveryRunner> => {
    const runner = await startDeliveries({
      db: world.db,
      secrets: world.secrets,
      config: { webhookHosts: HOSTS },
      now: () => world.now,
      complain: (line) => complaints.push(line),
      ...more,
    });
    runners.push(runner);
    return runner;
  };
  const fieldsOf = (more: Partial<WebhookFields> = {}): WebhookFields => ({
    name: 'Receiver',
    url: receiver.url(),
    events: ['analysis-finished'],
    active: true,
    ...more,
  });
  const make = async (more: Partial<WebhookFields> = {}) => {
    const { answer } = await world.call(CALLS.webhooksCreate, { token: admin, body: { project: PROJECT._id, fields: fieldsOf(more) } });
    if (answer.outcome !== 'made') throw new Error(answer.faults[0]?.message);
    return answer;
  };
  const log = async (id: string) => (await world.call(CALLS.webhooksDeliveries, { token: admin, body: { id } })).answer.deliveries;
  const save = async (more: Parameters<World['save']>[2] = {}, email = emailOf('Editor')) =>
    world.call(CALLS.analysisUpdate, { token: await world.tokenOf(email, 'Editor'), body: world.save(email, [], more) });
  /** Waits until the delivery at the top of the log is as expected. */
  const until = (id: string, part: object) => vi.waitFor(async () => expect((await log(id))[0]).toMatchObject(part), 5000);
  const requests = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count), 5000);
  const test = async (id: string) => (await world.call(CALLS.webhooksTest, { token: admin, body: { id } })).answer.delivery;
  const acts = async () =>
    (await world.db.query.selectFrom('audit_entry').select(['act', 'subject', 'detail']).orderBy('id').execute()).map((row) => [
      row.act,
      row.subject,
      JSON.parse(row.detail) as unknown,
    ]);
  const isSigned = async ({ headers, body }: Received, secret: string) =>
    headers['echometry-signature'] === `v1=${await hmacSha256(secret, `${String(headers['echometry-timestamp'])}.${body}`)}`;

  it('are delivered at the third attempt with the same id, signed, and with ids and states only', async () => {
    const { id, secret } = await make();
    receiver.next(500, (response) => response.destroy());
    const runner = await run();
    const { answer } = await save();
    runner.wake();
    await until(id, { state: 'waiting', attempts: 1, status: 500, cause: 'The receiver responded with status 500.' });
    expect((await log(id))[0]).toMatchObject({ attempted_at: NOON, next_at: NOON + RETRY_WAITS_MS[0]! });
    world.now += RETRY_WAITS_MS[0]!;
    runner.wake();
    await until(id, { state: 'waiting', attempts: 2, status: null, next_at: world.now + RETRY_WAITS_MS[1]! });
    expect((await log(id))[0]?.cause).toMatch(/^The receiver could not be reached: it closed the connection without a response/);
    world.now += RETRY_WAITS_MS[1]!;
    runner.wake();
    await until(id, { state: 'delivered', attempts: 3, status: 204, cause: null, next_at: null });

    expect(receiver.received).toHaveLength(3);
    const [delivery] = await log(id);
    const version = answer.conflict === false ? answer.version : null;
    for (const [attempt, request] of receiver.received.entries()) {
      expect(request.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'echometry-event': 'analysis-finished',
        'echometry-delivery': delivery?.id,
        'echometry-timestamp': String(Math.floor((NOON + [0, 10_000, 70_000][attempt]!) / 1000)),
      });
      expect(JSON.parse(request.body)).toEqual({
        event: 'analysis-finished',
        delivery: delivery?.id,
        time: new Date(NOON).toISOString(),
        project: PROJECT._id,
        study: world.studyId,
        analysis: version,
        blind: false,
        state: 'Valid',
      });
      expect(await isSigned(request, secret)).toBe(true);
      expect(await isSigned({ ...request, body: `${request.body} ` }, secret)).toBe(false);
    }
  });

  it('announce once that an analysis became complete, and never a save that was not stored', async () => {
    const requirement = { type: '4-chamber 2D', qc: true };
    await world.db.query
      .updateTable('project')
      .set({ document: JSON.stringify({ ...PROJECT, image_requirements: [requirement] }) })
      .where('key', '=', PROJECT._id)
      .execute();
    const { id } = await make();
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    const send = (missing: string[], base?: number | null) =>
      world.call(CALLS.analysisUpdate, {
        token,
        body: world.save(emailOf('Editor'), [], { missing_images: missing, ...(base === undefined ? {} : { base_version: base }) }),
      });
    expect((await send([])).status).toBe(200);
    expect(await log(id)).toEqual([]);
    expect((await send(['4-chamber 2D'], null)).answer).toMatchObject({ conflict: true });
    expect(await log(id)).toEqual([]);
    expect((await send(['4-chamber 2D'])).answer).toMatchObject({ conflict: false });
    expect((await send(['4-chamber 2D'])).answer).toMatchObject({ conflict: false });
    expect((await log(id)).map(({ event, subject }) => [event, subject])).toEqual([['analysis-finished', world.studyId]]);
    await send([]);
    await send(['4-chamber 2D']);
    expect(await log(id)).toHaveLength(2);
  });

  it('do not announce the work of a test user', async () => {
    const { id } = await make();
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    expect((await save({}, 'tester@test')).status).toBe(200);
    expect(await log(id)).toEqual([]);
  });

  it('are sent the events they were made for, while they are active', async () => {
    const other = await make({ events: ['export-ready'] });
    const paused = await make({ active: false });
    const { id } = await make();
    await save();
    expect([await log(other.id), await log(paused.id)]).toEqual([[], []]);
    expect(await log(id)).toHaveLength(1);
    // Deliveries that wait when a webhook is paused wait until it is active again.
    const change = (active: boolean) => world.call(CALLS.webhooksChange, { token: admin, body: { id, fields: fieldsOf({ active }) } });
    await change(false);
    const runner = await run();
    await test(paused.id);
    runner.wake();
    await requests(1);
    expect(receiver.received[0]?.headers['echometry-event']).toBe('test');
    expect((await log(id))[0]).toMatchObject({ state: 'waiting', attempts: 0 });
    await change(true);
    runner.wake();
    await until(id, { state: 'delivered' });
  });

  it('are never led elsewhere', async () => {
    const elsewhere = await Receiver.start();
    try {
      const { id } = await make();
      for (const status of [301, 302, 303, 307, 308])
        receiver.next((response) => response.writeHead(status, { location: elsewhere.url() }).end());
      const runner = await run();
      for (const status of [301, 302, 303, 307, 308]) {
        world.now += 1000;
        await test(id);
        runner.wake();
        await until(id, {
          state: 'given-up',
          status,
          cause: `The receiver redirects elsewhere (status ${status}), which is not followed. Enter the address it means.`,
        });
      }
      expect([receiver.received.length, elsewhere.received.length]).toEqual([5, 0]);
    } finally {
      await elsewhere.close();
    }
  });

  it('reach a private address only where the host may have one', async () => {
    let asked = 0;
    const runner = await run({ resolve: (...args) => ((asked += 1), toHere(...args)) });
    for (const host of ['localhost', 'hooks.example.org']) {
      const { id } = await make({ url: receiver.url(host) });
      await test(id);
      runner.wake();
      await until(id, { state: 'given-up', status: null });
      expect((await log(id))[0]?.cause).toBe(
        `${host} is at 127.0.0.1, an address that is not public, so nothing was sent. To allow it, set "private_addresses": true for this host in webhook_hosts of config.json.`,
      );
    }
    expect(receiver.received).toEqual([]);
    const { id } = await make({ url: receiver.url('inside.example.org') });
    await test(id);
    runner.wake();
    await until(id, { state: 'delivered' });
    // One look-up for each attempt: the address that was checked is the one that is connected to.
    expect(asked).toBe(3);
  });

  it.each(['10.0.0.7', '[::1]'])('do not connect to the number %s of a private network', async (host) => {
    const { id } = await make({ url: `http://${host}:${receiver.port}/` });
    const runner = await run();
    await test(id);
    runner.wake();
    await until(id, { state: 'given-up', status: null });
    expect((await log(id))[0]?.cause).toContain(`is at ${host.replace(/[[\]]/g, '')}, an address that is not public`);
  });

  it('are given up after the last wait, and sent again with the same id when an Admin asks', async () => {
    const { id } = await make();
    receiver.next(...RETRY_WAITS_MS.map(() => 503), 503);
    await save();
    const runner = await run();
    for (const [failures, wait] of RETRY_WAITS_MS.entries()) {
      runner.wake();
      await until(id, { state: 'waiting', attempts: failures + 1, next_at: world.now + wait });
      world.now += wait - 1;
      runner.wake();
      await pause(20);
      expect(receiver.received).toHaveLength(failures + 1);
      world.now += 1;
    }
    runner.wake();
    await until(id, { state: 'given-up', attempts: RETRY_WAITS_MS.length + 1, status: 503, next_at: null });
    const [before] = await log(id);
    const { answer } = await world.call(CALLS.webhooksRedeliver, { token: admin, body: { id: before!.id } });
    expect(answer).toEqual({ queued: true });
    runner.wake();
    await until(id, { id: before!.id, state: 'delivered', attempts: RETRY_WAITS_MS.length + 2, cause: null });
    expect(new Set(receiver.received.map(({ headers, body }) => `${String(headers['echometry-delivery'])} ${body}`)).size).toBe(1);
    expect(RETRY_WAITS_MS.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(DAY_MS);
  });

  it('get each event once from several servers, and an event of a server that died from another one', async () => {
    const { id } = await make();
    const dead = await run({ shared: true });
    receiver.next(() => undefined);
    const first = await test(id);
    dead.wake();
    await requests(1);
    // The receiver never responds: the first server holds the delivery like a killed server, until its claim runs out.
    const servers = [await run({ shared: true }), await run({ shared: true })];
    const ids = [first];
    world.now += DELIVERY_LEASE_MS - 1;
    for (const server of servers) server.wake();
    await pause(50);
    expect(receiver.received).toHaveLength(1);
    for (let n = 1; n < MAX_WEBHOOKS; n += 1) ids.push(await test((await make({ name: `Receiver ${n}` })).id));
    await expect(make()).rejects.toThrow(`This project has ${MAX_WEBHOOKS} webhooks, which is the most.`);
    world.now += 1;
    for (const server of servers) server.wake();
    await requests(ids.length + 1);
    await pause(50);
    const sent = receiver.received.map(({ headers }) => headers['echometry-delivery']);
    expect(new Set(sent.slice(1))).toEqual(new Set(ids));
    expect(sent[0]).toBe(first);
  });

  it('have secrets that are shown once and stored sealed, and every change is an act', async () => {
    const { id, secret } = await make({ name: ' Registry ' });
    expect(secret).toMatch(/^echo_whs_[\w-]{43}$/);
    const list = async () => (await world.call(CALLS.webhooksList, { token: admin, body: { project: PROJECT._id } })).answer;
    expect(await list()).toEqual({
      webhooks: [{ id, ...fieldsOf({ name: 'Registry' }), created_at: NOON, last: null, waiting: 0 }],
      hosts: HOSTS.map(({ host }) => host),
    });
    const rows = await world.db.query.selectFrom('webhook').selectAll().execute();
    const stored = rows.map((row) => `${JSON.stringify(row)} ${Buffer.from(row.sealed_secret).toString('latin1')}`).join();
    expect(stored).not.toContain(secret.slice('echo_whs_'.length));
    // Sealed for this webhook only: copied to another one it signs nothing.
    world.now += 1000;
    const other = await make();
    await world.db.query.updateTable('webhook').set({ sealed_secret: rows[0]!.sealed_secret }).where('id', '=', other.id).execute();
    const runner = await run();
    await test(other.id);
    runner.wake();
    await until(other.id, { state: 'given-up', status: null });
    expect((await log(other.id))[0]?.cause).toMatch(/^The secret of this webhook cannot be opened/);
    expect(receiver.received).toEqual([]);

    const delivery = await test(id);
    runner.wake();
    await until(id, { state: 'delivered' });
    expect((await list()).webhooks[0]).toMatchObject({ last: { id: delivery, event: 'test', state: 'delivered' }, waiting: 0 });
    await world.call(CALLS.webhooksRedeliver, { token: admin, body: { id: delivery } });
    await world.call(CALLS.webhooksChange, { token: admin, body: { id, fields: fieldsOf({ active: false }) } });
    const remove = async () => (await world.call(CALLS.webhooksRemove, { token: admin, body: { id } })).answer.removed;
    expect([await remove(), await remove()]).toEqual([true, false]);
    const detail = { project: PROJECT._id, host: `127.0.0.1:${receiver.port}`, events: 'analysis-finished' };
    expect((await acts()).filter(([, subject]) => subject === id)).toEqual([
      ['webhook-made', id, { ...detail, name: 'Registry', active: true }],
      ['webhook-tested', id, { project: PROJECT._id }],
      ['webhook-redelivered', id, { project: PROJECT._id, delivery, event: 'test' }],
      ['webhook-changed', id, { ...detail, name: 'Receiver', active: false }],
      ['webhook-removed', id, { ...detail, name: 'Receiver', active: false }],
    ]);
    expect((await world.call(CALLS.webhooksTest, { token: admin, body: { id } })).error.code).toBe('not-found');
  });

  it.each([
    ['https://other.example.org/in', 'other.example.org is not among the hosts in webhook_hosts of config.json.'],
    ['http://secure.example.org/in', 'Use https: for secure.example.org, webhook_hosts in config.json does not allow http.'],
    ['https://user:word@secure.example.org/in', 'Leave user and password out of the address: the receiver checks the signature instead.'],
    ['https://secure.example.org/in#part', 'Leave out the part after #: it is not sent.'],
    ['ftp://secure.example.org/in', 'Write an address that begins with https://'],
    ['secure.example.org', 'Write an address that begins with https://'],
  ])('cannot be made for %s', async (url, message) => {
    const { answer } = await world.call(CALLS.webhooksCreate, { token: admin, body: { project: PROJECT._id, fields: fieldsOf({ url }) } });
    expect(answer).toEqual({ outcome: 'refused', faults: [{ field: 'url', message }] });
    expect(await acts()).toEqual([]);
  });

  it('send nothing to a host that the configuration no longer names', async () => {
    const { id } = await make();
    const runner = await run({ config: { webhookHosts: [] } });
    await test(id);
    runner.wake();
    await until(id, { state: 'given-up', cause: 'Webhooks are off: webhook_hosts in config.json names no host.' });
    expect(receiver.received).toEqual([]);
  });

  it('keep what ended in their log for a month, and what waits for as long as it waits', async () => {
    const { id } = await make();
    const runner = await run();
    await test(id);
    runner.wake();
    await until(id, { state: 'delivered' });
    await runner.close();
    await save();
    await dropWhatEnded(world, NOON + DELIVERIES_KEPT_DAYS * DAY_MS);
    const states = async () => (await deliveriesOf(world.db.query, id, 10)).map(({ state }) => state).sort();
    expect(await states()).toEqual(['delivered', 'waiting']);
    await dropWhatEnded(world, NOON + DELIVERIES_KEPT_DAYS * DAY_MS + 1);
    expect(await states()).toEqual(['waiting']);
  });
});
