import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PersonChange } from '@echometry/contract/records/people.ts';
import type { TLiteral, TObject, TSchema, TUnion } from 'typebox';
import { Value } from 'typebox/value';
import { AdminRequest } from '../src/administration/request.ts';
import { ask, reachOwner } from '../src/cli/control/ask.ts';
import type { ControlMessage } from '../src/cli/control/messages.ts';
import { PredictionsRequest } from '../src/imports/predictions/request.ts';
import { ImportRequest } from '../src/imports/request.ts';
import { MaintenanceRequest } from '../src/upkeep/request.ts';
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
const GRANTS = { roles: [], projects: [PROJECT._id], is_test: false };
const SEARCH = { patient: 'P1', from: null, to: null, description: null, modality: null };

/** Every command; `n` makes what it creates its own. */
const COMMANDS: ReadonlyArray<(n: number) => unknown> = [
  () => ({ command: 'admin', action: 'list' }),
  () => ({ command: 'admin', action: 'setup-link' }),
  (n) => ({ command: 'admin', action: 'create-project', project: { ...PROJECT, _id: `hung-up-${n}`, db_name: `hung_up_${n}` } }),
  () => ({ command: 'admin', action: 'list-tokens', email: null }),
  (n) => person({ act: 'invite', email: `person${n}@test`, grants: GRANTS }),
  (n) => person({ act: 'add-machine', email: `machine${n}@test`, name: 'A machine', grants: GRANTS }),
  (n) => person({ act: 'cancel-invitation', email: `person${n}@test` }),
  ...(['disable', 'enable', 'revoke-sessions', 'reset-totp', 'reset-password'] as const).map(
    (act) => () => person({ act, email: emailOf('Viewer') }),
  ),
  () => person({ act: 'end-session', email: emailOf('Editor'), session: 'f'.repeat(64) }),
  () => person({ act: 'revoke-token', email: emailOf('Editor'), token: 'abcdef0123456789' }),
  () => person({ act: 'grant', email: emailOf('Viewer'), role: 'Editor', project: null, reviews_to: [] }),
  () => person({ act: 'revoke', email: emailOf('Viewer'), role: 'Editor' }),
  ...(['add-member', 'remove-member'] as const).map((act) => () => person({ act, email: emailOf('Viewer'), project: PROJECT._id })),
  (n) => person({ act: 'test-user', email: emailOf('Viewer'), project: null, marked: n % 2 === 0 }),
  (n) => maintain('backup', { folder: path.join(folder, '..', `backup-${n}`) }),
  () => maintain('scrub'),
  () => maintain('clean-streams'),
  () => maintain('reorder', { place: null }),
  () => maintain('reorder', { place: incoming }),
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

/** Constants of one field in the kinds of a request. */
const constants = (kinds: TSchema, field: string): string[] =>
  (kinds as TUnion<TObject[]>).anyOf.map(({ properties }) => String((properties[field] as TLiteral | undefined)?.const));
/** Every command by its innermost name, as the schemas of requests have it. */
const NAMES = [
  ...constants(AdminRequest, 'action').filter((name) => name !== 'person'),
  ...constants(PersonChange, 'act'),
  ...constants(MaintenanceRequest, 'action'),
  ...[ImportRequest, PredictionsRequest].map(({ properties }) => String(properties.command.const)),
];
const nameOf = (request: unknown): string | undefined => {
  const { command, action, change } = request as { command?: string; action?: string; change?: { act: string } };
  return change?.act ?? action ?? command;
};

it('every command is among those whose clients hang up', () => {
  const requests = COMMANDS.map((command) => command(1)).filter((request) => typeof request === 'object');
  expect(new Set(requests.map(nameOf))).toEqual(new Set(NAMES));
  const schemas = [AdminRequest, MaintenanceRequest, PredictionsRequest, ImportRequest];
  expect(requests.filter((request) => !schemas.some((schema) => Value.Check(schema, request)))).toEqual([]);
});

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
