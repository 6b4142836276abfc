import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Engine } from '@echometry/bindings/api.ts';
import { createEngine } from '@echometry/bindings/client-node.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { serveControl } from './control/serve.ts';
import { storeConfigSet } from './db/config-sets.ts';
import { dropEndedSessions } from './db/sessions.ts';
import { secretBox } from './login/secret-box.ts';
import { dropForgivenFailures } from './login/throttle.ts';
import { dropEndedCodes } from './login/one-time-codes.ts';
import { seedDemo } from './demo/seed.ts';
import { ENGINE_WORKERS } from './limits.ts';
import { urlSigner } from './objects/signed-url.ts';
import { sweepOrphans } from './objects/sweep.ts';
import { teller } from './progress.ts';
import { dropEmptyPatients } from './services/import/records.ts';
import { SHIPPED_SETS } from './shipped-config.ts';
import { openWorkspace, Refusal, type Workspace, type WorkspaceKind } from './workspace.ts';
import { workspaceFolder } from './workspace-folder.ts';

const DEFAULT_PORT = 8080;
const LOOPBACK = '127.0.0.1';
/** Connections get this long to end once the program is told to stop, in ms. */
const STOP_GRACE_MS = 3000;

const NOTE_REAL = 'This workspace is empty. Accounts for real workspaces are not part of this version; npm start without ECHOMETRY_DATA shows the demo.';

const { env } = process;
const tell = teller(env);
const root = env['ECHOMETRY_ROOT'] ?? process.cwd();
const stop = new AbortController();

/** Port from ECHOMETRY_PORT. 0 lets the system choose, which tests use. */
function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Refusal(`ECHOMETRY_PORT is ${text}; it must be a port number.`);
  return port;
}

/** Demo in the checkout, or where --demo asks for one; a folder the person names is real work (contracts.md 7). */
function kindIfNew(demoAsked: boolean): WorkspaceKind {
  const given = env['ECHOMETRY_DATA_GIVEN'] ?? (env['ECHOMETRY_DATA'] ? '1' : '');
  return demoAsked || given === '' ? 'demo' : 'real';
}

function phantomBinary(): string {
  const binary = env['ECHOMETRY_PHANTOM'] ?? path.join(root, 'target', 'release', 'echometry-phantom');
  if (!existsSync(binary)) throw new Refusal('The program that draws the demo is not built. Build it with: npm run build');
  return binary;
}

/** One engine for all jobs, started when first needed. */
function lazyEngine(): { get: () => Promise<Engine>; close: () => Promise<void> } {
  let engine: Promise<Engine> | null = null;
  const start = (): Promise<Engine> => {
    const started = createEngine({ workers: ENGINE_WORKERS, root });
    // A start that failed is tried again at the next import.
    started.catch(() => { engine = null; });
    return started;
  };
  return {
    get: () => (engine ??= start()),
    close: async () => (await engine?.catch(() => null))?.close(),
  };
}

async function prepare(workspace: Workspace): Promise<void> {
  const now = Date.now();
  for (const set of SHIPPED_SETS) await storeConfigSet(workspace.db.query, set, now);
  await dropEndedSessions(workspace.db.query, now);
  await dropEndedCodes(workspace.db.query, now);
  await dropForgivenFailures(workspace.db.query, now);
  await dropEmptyPatients(workspace.db.query);
  await sweepOrphans(workspace.db, workspace.objects);
}

function portRefusal(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') return new Refusal(`Port ${port} is in use. Choose another with ECHOMETRY_PORT, for example ECHOMETRY_PORT=${port + 1} npm start.`);
  if (error.code === 'EACCES') return new Refusal(`Port ${port} needs more rights than this account has. Choose one above 1023 with ECHOMETRY_PORT.`);
  return error;
}

/** Nobody should wait for a demo to be drawn only to read that the port was taken all along. */
async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portRefusal(port, error)));
    probe.listen(port, LOOPBACK, () => probe.close(() => resolve()));
  });
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
  const port = portOf(env['ECHOMETRY_PORT']);
  const engine = lazyEngine();
  await refuseTakenPort(port);
  const databaseUrl = env['ECHOMETRY_DATABASE_URL'];
  const workspace = await openWorkspace({
    folder: workspaceFolder(env),
    kindIfNew: kindIfNew(values.demo),
    ...(databaseUrl ? { database: { kind: 'postgres', url: databaseUrl } } : {}),
    onNew: async (made) => {
      for (const set of SHIPPED_SETS) await storeConfigSet(made.db.query, set, Date.now());
      if (made.mark.kind !== 'demo') return;
      await seedDemo(made, {
        engine: await engine.get(), phantomBinary: phantomBinary(), signal: stop.signal, now: Date.now,
        onProgress: (what, done, total) => tell({ type: 'progress', what, done, total }),
      });
    },
  });
  await prepare(workspace);

  const app = await buildApp({
    services: {
      db: workspace.db, objects: workspace.objects, signer: urlSigner(workspace.signingKey), secrets: secretBox(workspace.loginKey),
      cloud: workspace.mark.cloud, demo: workspace.mark.kind === 'demo', config: readConfig(workspace.folder, env), now: Date.now,
    },
    webRoot: path.join(root, 'web', 'dist'),
  });
  await app.listen({ host: LOOPBACK, port }).catch((error: NodeJS.ErrnoException) => { throw portRefusal(port, error); });
  const control = await serveControl({ workspace, engine: engine.get });
  const address = app.server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  tell({ type: 'ready', url: `http://${LOOPBACK}:${listening}`, note: workspace.mark.kind === 'real' ? NOTE_REAL : '' });

  await new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    else stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS).unref();
  app.server.closeIdleConnections();
  await control.close();
  await app.close();
  await engine.close();
  await workspace.close();
}

process.umask(0o077);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(new Refusal('Stopped.')));

try {
  await start();
  process.exit(0);
} catch (error) {
  if (error instanceof Refusal) tell({ type: 'refusal', message: error.message });
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
