/** Real servers that are killed between an event and its delivery. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { expect, it, vi } from 'vitest';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { Receiver } from './receiver.ts';
import { ended, MAIN, post, type RunningServer, startServer } from './server-process.ts';
import { emailOf, PROJECT, SCOPE, seedWorld, type Seeded } from './world.ts';
import { temporaryFolder } from './temporary.ts';

/** A server looks for deliveries every two seconds; several times that on a busy machine. */
const PATIENCE = { timeout: 30_000 };

it('a server that is killed before or during a delivery sends it after its restart, with the same id', { timeout: 120_000 }, async () => {
  expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
  const folder = path.join(await temporaryFolder('webhooks'), 'workspace');
  await mkdir(folder);
  await writeFile(
    path.join(folder, 'config.json'),
    JSON.stringify({ webhook_hosts: [{ host: '127.0.0.1', require_tls: false, private_addresses: true }] }),
  );
  const seeded: { world: Seeded | null } = { world: null };
  const made = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    onNew: async (workspace) => {
      seeded.world = await seedWorld(workspace.db, workspace.objects);
    },
  });
  await made.close();
  const studyId = seeded.world?.studyId;
  const receiver = await Receiver.start();
  let server: RunningServer | null = null;
  const kill = async () => {
    server?.child.kill('SIGKILL');
    if (server !== null) await ended(server.child);
  };
  const tokenOf = async (url: string, role: 'Admin' | 'Editor') => {
    const { token } = await post(url, CALLS.demoSignIn, { email: emailOf(role) });
    return (await post(url, CALLS.actAs, { role }, token)).token;
  };
  const finish = async (url: string) => {
    const work = { images: [], missing_images: [], validated: false, study_state: 'Valid', project: PROJECT._id, ...SCOPE };
    await post(url, CALLS.analysisUpdate, { id: studyId, editor: emailOf('Editor'), ...work }, await tokenOf(url, 'Editor'));
  };
  const idAt = (place: number) => receiver.received[place]?.headers['echometry-delivery'];
  try {
    server = await startServer(folder);
    const admin = await tokenOf(server.url, 'Admin');
    const fields = { name: 'Receiver', url: receiver.url(), events: ['analysis-finished'], active: true };
    const webhook = await post(server.url, CALLS.webhooksCreate, { project: PROJECT._id, fields }, admin);
    if (webhook.outcome !== 'made') throw new Error('the webhook was not made');

    // The save is acknowledged, and the server is gone before it looks for deliveries, or while it sends this one.
    receiver.next(() => undefined);
    await finish(server.url);
    await kill();
    server = await startServer(folder);
    const known = await tokenOf(server.url, 'Admin');
    const log = async () => (await post(server!.url, CALLS.webhooksDeliveries, { id: webhook.id }, known)).deliveries;
    const [first] = await log();
    expect(first).toMatchObject({ event: 'analysis-finished', subject: studyId });
    if (receiver.received.length === 0) await vi.waitFor(() => expect(receiver.received).toHaveLength(1), PATIENCE);
    await kill();

    // The receiver got it and never responded: the server was killed while it waited.
    server = await startServer(folder);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2), PATIENCE);
    expect(new Set(receiver.received.map((_, place) => idAt(place)))).toEqual(new Set([first?.id]));
    const again = await tokenOf(server.url, 'Admin');
    const { url } = server;
    await vi.waitFor(
      async () =>
        expect((await post(url, CALLS.webhooksDeliveries, { id: webhook.id }, again)).deliveries).toMatchObject([
          { id: first?.id, state: 'delivered' },
        ]),
      PATIENCE,
    );
  } finally {
    await kill();
    await receiver.close();
  }
});
