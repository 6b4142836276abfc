import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, reachOwner } from '../src/cli/control/ask.ts';
import type { ControlMessage } from '../src/cli/control/messages.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { dicomFile } from './dicom-file.ts';
import { seeded } from './random-record.ts';
import { ended, MAIN, type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT, seedWorld } from './world.ts';

const HANG_UPS = 200;
/** Longest time between a request and its hang-up, in ms. */
const MAX_WAIT_MS = 60;
const FILES = 20;
const random = seeded(20261126);

let folder: string;
let incoming: string;
let server: RunningServer;
/** A PACS that takes requests and never responds: its work continues until it is cancelled. */
const silent = createServer();

beforeAll(async () => {
  if (!existsSync(MAIN)) throw new Error('The server is not built. Build it with: npm run build');
  const place = await temporaryFolder('hang-ups');
  folder = path.join(place, 'workspace');
  incoming = path.join(place, 'incoming');
  await mkdir(incoming);
  for (let n = 0; n < FILES; n += 1)
    await writeFile(
      path.join(incoming, `${n}.dcm`),
      dicomFile({ patientId: `H${n}`, uid: `1.2.8.${n}`, studyUid: `1.2.9.${n}`, date: '20260312', shade: n }),
    );
  await writeFile(path.join(incoming, 'lines.json'), JSON.stringify({ format: 1, lines: [] }));
  const workspace = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    onNew: async (made) => void (await seedWorld(made.db, made.objects)),
  });
  await workspace.close();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/dicom-web`;
  await writeFile(path.join(folder, 'config.json'), JSON.stringify({ pacs: [{ name: 'silent', address }] }));
  server = await startServer(folder);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await ended(server.child);
  silent.close();
});

const connected = async (): Promise<Socket> => {
  const socket = await reachOwner(path.join(folder, 'control.sock'));
  if (socket === null) throw new Error('The server does not listen any more');
  return socket.on('error', () => undefined);
};

const importFrom = (source: unknown) => ({ command: 'import', source, project: PROJECT._id, data_type: null, into_demo: true });
const person = (change: Record<string, unknown>) => ({ command: 'admin', action: 'person', change });
const maintain = (action: string, more: Record<string, unknown> = {}) => ({ command: 'maintain', action, ...more });
const SEARCH = { patient: 'P1', from: null, to: null, description: null, modality: null };

/** Every command; `n` makes what it creates its own. */
const COMMANDS: ReadonlyArray<(n: number) => unknown> = [
  () => ({ command: 'admin', action: 'list' }),
  () => ({ command: 'admin', action: 'setup-link' }),
  (n) => ({ command: 'admin', action: 'create-project', project: { ...PROJECT, _id: `hung-up-${n}`, db_name: `hung_up_${n}` } }),
  (n) => person({ act: 'invite', email: `person${n}@test`, grants: { roles: [], projects: [PROJECT._id], is_test: false } }),
  () => person({ act: 'revoke-sessions', email: emailOf('Editor') }),
  (n) => maintain('backup', { folder: path.join(folder, '..', `backup-${n}`) }),
  () => maintain('scrub'),
  () => maintain('quarantine'),
  () => maintain('quarantine-restore', { key: null }),
  () => maintain('quarantine-purge'),
  () => maintain('prune-versions', { dry_run: true }),
  () => maintain('move-objects', { to: 'folder', bucket: null, leave_damaged: false }),
  () => importFrom(incoming),
  () => importFrom({ pacs: 'silent', selection: SEARCH }),
  () => ({
    command: 'predictions',
    project: PROJECT._id,
    rater: 'unet@models.example',
    version: '1',
    file: path.join(incoming, 'lines.json'),
    exported: null,
  }),
  () => 'not a request',
];

/** Sends a request, or a part of it, and hangs up with what the server sent still unread. */
async function hangUp(request: unknown): Promise<void> {
  const socket = await connected();
  const line = `${JSON.stringify(request)}\n`;
  socket.write(random() < 0.1 ? line.slice(0, Math.floor(random() * line.length)) : line);
  await pause(random() * MAX_WAIT_MS);
  socket.destroy();
}

async function answersTo(request: unknown): Promise<ControlMessage[]> {
  const answers: ControlMessage[] = [];
  for await (const message of ask(await connected(), request, new AbortController().signal)) answers.push(message);
  return answers;
}

it(`${HANG_UPS} clients that hang up in the middle of commands end neither the server nor the commands of others`, async () => {
  for (let n = 0; n < HANG_UPS; n += 1) await hangUp(COMMANDS[n % COMMANDS.length]!(n));
  expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  // Commands of one kind wait for each other: a response shows that the ones before have ended.
  expect(await answersTo({ command: 'admin', action: 'list' })).toMatchObject([{ type: 'answer' }]);
  expect((await answersTo(maintain('scrub'))).at(-1)).toMatchObject({ type: 'answer', answer: { failed: false } });
  expect((await answersTo(importFrom(incoming))).at(-1)).toMatchObject({ type: 'report', report: { cancelled: false } });
});

it('stops although a client does not read the end of its connection', async () => {
  const socket = await connected();
  socket.write(`${JSON.stringify(maintain('quarantine'))}\n`);
  await pause(MAX_WAIT_MS);
  server.child.kill('SIGTERM');
  await ended(server.child);
  socket.destroy();
  expect(server.child.exitCode).toBe(0);
  server = await startServer(folder);
}, 30_000);

it('cancels a command whose client hangs up', async () => {
  const socket = await connected();
  const asked = once(silent, 'request') as Promise<[IncomingMessage]>;
  socket.write(`${JSON.stringify(importFrom({ pacs: 'silent', selection: SEARCH }))}\n`);
  const [request] = await asked;
  const closed = once(request.socket, 'close');
  socket.destroy();
  // Within the time of the test, which is shorter than the server waits for a PACS.
  await closed;
}, 30_000);
