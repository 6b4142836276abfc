import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { buildApp } from './app.ts';
import type { AllServices } from './calls.ts';
import { checkEnvironment, type Config, isReplica, logFormatOf, portOf, readConfig, METRICS_TOKEN } from './config.ts';
import { serveControl } from './cli/control/serve.ts';
import { hasAdministrator } from './db/accounts.ts';
import { storeConfigSet } from './db/config-sets.ts';
import { IMPORT_KIND } from './db/imports.ts';
import { releaseTurns } from './db/turns.ts';
import { secretBox } from './workspace/secret-box.ts';
import { seedDemo } from './demo/seed.ts';
import { ENGINE_WORKERS } from './limits.ts';
import { urlSigner } from './objects/signed-url.ts';
import { originOfBucket } from './objects/bucket-settings.ts';
import { QUARANTINE_MS, sortUnknownObjects } from './objects/quarantine.ts';
import { startReporter } from './workspace/progress.ts';
import { issueSetupLink } from './administration/setup-link.ts';
import { type EngineOnDemand, engineOnDemand } from './imports/engine-on-demand.ts';
import { importsOf } from './imports/imports.ts';
import { maskSamples } from './imports/mask-samples.ts';
import { openUploads, UPLOADS_FOLDER } from './imports/uploads.ts';
import { importWork } from './imports/work-imports.ts';
import { PREDICTIONS_KIND, predictionsWork } from './imports/predictions/predictions-job.ts';
import { drawInThread } from './imports/predictions/thread.ts';
import { studyAliases } from './access/study-aliases.ts';
import { snapshotMaker } from './images/snapshot/make-snapshot.ts';
import { exportWork } from './exports/work-exports.ts';
import { releaseWork } from './releases/work-releases.ts';
import { startJobs } from './jobs/runner.ts';
import { everyNight, projectWork } from './statistics/work-projects.ts';
import { startDeliveries } from './webhooks/deliver.ts';
import { upkeepOf } from './upkeep/scrub/run-scrub.ts';
import { dropWhatEnded, startUpkeep } from './upkeep/upkeep.ts';
import { SHIPPED_SETS } from './workspace/shipped-config.ts';
import { Refusal } from './errors.ts';
import { startRefusal } from './workspace/start-refusal.ts';
import { keepAuditHead } from './workspace/audit-head.ts';
import type { WorkspaceKind } from './workspace/mark.ts';
import { type Log, makeLog } from './http/operations/log.ts';
import { makeMetrics, type Metrics } from './http/operations/metrics.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';
import { databaseOf, keysOf, LOOPBACK, workspaceFolder } from './workspace/workspace-folder.ts';
import { wakeFileThreads } from './workspace/file-threads.ts';
import { complain, complainInto, say, surviveClosedOutput } from './console.ts';

/** Time for connections to end once the program is told to stop, in ms. */
const STOP_GRACE_MS = 3000;

const { env } = process;
const report = startReporter(env);
const root = env['ECHOMETRY_ROOT'] ?? process.cwd();
const stop = new AbortController();
/** Reason why this process must end: another one took the database over. */
let lost: string | null = null;
/** Counters of this server; null until it is about to serve. */
let metrics: Metrics | null = null;

const complainLine = (line: string): void => complain(`${line}\n`);

/** Demo in the checkout, or where --demo asks for one; a folder the person names is real work (docs/contracts.md#workspaces). */
function kindIfNew(demoAsked: boolean): WorkspaceKind {
  const given = env['ECHOMETRY_DATA_GIVEN'] ?? (env['ECHOMETRY_DATA'] ? '1' : '');
  return demoAsked || given === '' ? 'demo' : 'real';
}

function phantomBinary(): string {
  const binary = env['ECHOMETRY_PHANTOM'] ?? path.join(root, 'target', 'release', 'echometry-phantom');
  if (!existsSync(binary)) throw new Refusal('The program that draws the demo is not built. Build it with: npm run build');
  return binary;
}

/** Address to listen on: only this machine, unless ECHOMETRY_HOST names another. */
const wantedHost = (): string => env['ECHOMETRY_HOST'] || LOOPBACK;

/**
 * Other computers cannot reach a workspace without an administrator, or a demo without passwords. In a container the proxy is
 * elsewhere: the operator declares it and is responsible, and the link of the set-up still opens once.
 */
async function hostOf(workspace: Workspace): Promise<{ host: string; note: string }> {
  const host = wantedHost();
  if (host === LOOPBACK) return { host, note: '' };
  if (workspace.mark.kind === 'demo')
    throw new Refusal(
      'A demo workspace asks for no password, so it is open on this computer only. Leave ECHOMETRY_HOST out, or name a workspace of your own with ECHOMETRY_DATA.',
    );
  if (env['ECHOMETRY_SETUP_BEHIND_PROXY'] === 'true' || (await hasAdministrator(workspace.db.query))) return { host, note: '' };
  return { host: LOOPBACK, note: ` Until there is one, only this computer has access; start again afterwards to listen on ${host}.` };
}

/** Text of the console for a workspace without an administrator. */
async function setupNote(workspace: Workspace, origin: string): Promise<string> {
  if (workspace.mark.kind === 'demo') return '';
  const link = await issueSetupLink(workspace.db.query, origin, Date.now());
  return link === null
    ? ''
    : `This workspace is empty and has no administrator yet. Make the first one with this link, which works once and for 30 minutes: ${link}`;
}

/** Makes a workspace ready to serve. Stored content is never removed here. */
async function prepare(workspace: Workspace, isPreparing: boolean): Promise<void> {
  const now = Date.now();
  // Of replicas, one of an older version would bring older content back: only --prepare stores it.
  if (!workspace.shared || isPreparing) for (const set of SHIPPED_SETS) await storeConfigSet(workspace.db.query, set, now);
  await dropWhatEnded(workspace, now);
  // A bucket is listed once a day, while the server runs (upkeep/upkeep.ts).
  if (workspace.place.kind === 'bucket') return;
  const { setApart, broughtBack } = await sortUnknownObjects(workspace.db, workspace.objects, now);
  if (broughtBack > 0) complain(`${counted(broughtBack, 'object')} that records name came back from the quarantine.\n`);
  if (setApart > 0)
    complain(
      `${counted(setApart, 'stored object that no record names was', 'stored objects that no record names were')} set apart; nothing was deleted. An import that was cut off leaves some. ` +
        `If there are many, an older database may have been opened: npm run admin -- quarantine lists them, and they are kept for ${QUARANTINE_MS / 86_400_000} days.\n`,
    );
}

function portRefusal(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new Refusal(`Port ${port} is in use. Choose another with ECHOMETRY_PORT, for example ECHOMETRY_PORT=${port + 1} npm start.`);
  if (error.code === 'EACCES')
    return new Refusal(`Port ${port} needs more rights than this account has. Choose one above 1023 with ECHOMETRY_PORT.`);
  return error;
}

/** Drawing a demo is a waste if the port was taken all along. */
async function refuseTakenPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portRefusal(port, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

interface StartOptions {
  demo: boolean;
  /** Makes the workspace ready for servers of this version and ends. */
  prepare: boolean;
}

/** The base of everything that runs. */
interface Base {
  workspace: Workspace;
  config: Config;
  engine: EngineOnDemand;
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false }, prepare: { type: 'boolean', default: false } } });
  checkEnvironment(env);
  wakeFileThreads(root);
  const port = portOf(env['ECHOMETRY_PORT']);
  const log = makeLog(logFormatOf(env), process.stderr);
  if (log.format === 'json') complainInto((text) => log.logger.warn({ event: 'notice' }, text.trim()));
  const config = readConfig(workspaceFolder(env), env);
  const engine = engineOnDemand(startEngine, (seconds) => metrics?.decoded(seconds));
  if (!values.prepare) await refuseTakenPort(port, wantedHost());
  const workspace = await open(config, engine, values);
  await prepare(workspace, values.prepare);
  if (values.prepare) {
    await workspace.close();
    return say(`The workspace ${workspace.mark.workspace_id} is ready for servers of this version.\n`);
  }
  await serve({ workspace, config, engine }, log, port);
}

/** An engine, with the geometry by which scales are read here. */
async function startEngine(): Promise<Engine> {
  await loadGeometry(new Uint8Array(await readFile(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'))));
  return createEngine({ workers: ENGINE_WORKERS, root });
}

function open(config: Config, engine: EngineOnDemand, options: StartOptions): Promise<Workspace> {
  const database = databaseOf(env);
  return openWorkspace({
    folder: workspaceFolder(env),
    kindIfNew: kindIfNew(options.demo),
    ...(database === null ? {} : { database }),
    bucket: config.objectStore,
    replica: isReplica(env),
    prepare: options.prepare,
    keys: keysOf(env),
    onLost: (reason) => {
      lost = reason;
      stop.abort(new Refusal(reason));
    },
    onNew: (made) => fill(made, engine),
  });
}

/** Fills a new workspace. */
async function fill(made: Workspace, engine: EngineOnDemand): Promise<void> {
  for (const set of SHIPPED_SETS) await storeConfigSet(made.db.query, set, Date.now());
  if (made.mark.kind !== 'demo') return;
  await engine.during((running) =>
    seedDemo(made, {
      engine: running,
      phantomBinary,
      drawn: env['ECHOMETRY_DEMO_DRAWN'] || null,
      signal: stop.signal,
      now: Date.now,
      onProgress: (what, done, total) => report({ type: 'progress', what, done, total }),
    }),
  );
}

/** Serves until this process receives a signal to stop. */
async function serve(base: Base, log: Log, port: number): Promise<void> {
  const { workspace, config, engine } = base;
  const { host, note: hostNote } = await hostOf(workspace);
  // Known once the server listens; mails are sent after that.
  let origin = config.publicOrigin ?? `http://${LOOPBACK}:${port}`;
  const work = await startWork(base, () => origin);
  metrics = makeMetrics({ db: workspace.db, folder: workspace.folder, ofProcess: true });
  const app = await buildApp({
    log,
    metrics,
    metricsToken: env[METRICS_TOKEN] || null,
    services: servicesOf(base, work),
    replica: workspace.shared,
    webRoot: path.join(root, 'web', 'dist'),
    downloads: path.join(root, 'server', 'dist', 'downloads'),
    objectOrigins: config.objectStore?.access === 'presigned' ? [originOfBucket(config.objectStore)] : [],
  });
  const url = await listen(app, host, port);
  origin = config.publicOrigin ?? url;
  const { pacs, versionsKeptDays } = config;
  const control = await serveControl({ workspace, root, engine, samples: work.samples, origin, pacs, versionsKeptDays });
  const auditHead = await keepAuditHead(workspace, complainLine);
  const upkeep = startUpkeep(workspace, { log: complainLine, dropIdle: work.uploads.dropIdle, versionsKeptDays });
  const note = await setupNote(workspace, origin);
  report({ type: 'ready', url, note: note === '' ? '' : note + hostNote });

  await untilStopped();
  setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS).unref();
  app.server.closeIdleConnections();
  await control.close();
  await upkeep.close();
  work.endNights();
  await work.jobs.close();
  await work.exports.close();
  await work.deliveries.close();
  await app.close();
  await auditHead.close();
  await engine.close();
  await workspace.close();
  if (lost !== null) throw new Refusal(lost);
}

type Work = Awaited<ReturnType<typeof startWork>>;

/** Starts the work that no request waits for. */
async function startWork({ workspace, config, engine }: Base, origin: () => string) {
  const secrets = secretBox(workspace.loginKey);
  const samples = maskSamples();
  const uploads = await openUploads(path.join(workspace.folder, UPLOADS_FOLDER), { now: Date.now });
  if (!workspace.shared) await releaseTurns(workspace.db.query);
  const exports = await exportWork(workspace, { root, config, origin, now: Date.now, complain: complainLine });
  const jobs = await startJobs({
    db: workspace.db,
    work: {
      [IMPORT_KIND]: importWork({ workspace, config, secrets, uploads, engine, samples }),
      [PREDICTIONS_KIND]: predictionsWork({ workspace, secrets, uploads, draw: drawInThread(workspace, root), now: Date.now }),
      ...exports.kinds,
      ...projectWork(workspace, { root, now: Date.now }),
      ...releaseWork(workspace, { root, now: Date.now }),
    },
    shared: workspace.shared,
    now: Date.now,
    onEnd: exports.afterEnd,
    complain: complainLine,
  });
  const endNights = everyNight(workspace, { now: Date.now, wake: jobs.wake, complain: complainLine });
  const deliveries = await startDeliveries({
    db: workspace.db,
    secrets,
    config,
    shared: workspace.shared,
    now: Date.now,
    complain: complainLine,
  });
  return { secrets, samples, uploads, exports, jobs, endNights, deliveries };
}

function servicesOf({ workspace, config, engine }: Base, { secrets, samples, uploads, exports, jobs, deliveries }: Work): AllServices {
  return {
    db: workspace.db,
    objects: workspace.objects,
    signer: urlSigner(workspace.signingKey),
    secrets,
    snapshots: snapshotMaker({ db: workspace.db, objects: workspace.objects, engine, deidKey: workspace.deidKey, now: Date.now }),
    engine,
    upkeep: upkeepOf(workspace, complainLine),
    aliases: studyAliases(workspace.deidKey),
    cloud: workspace.mark.cloud,
    demo: workspace.mark.kind === 'demo',
    config,
    jobs,
    deliveries,
    exports: exports.results,
    imports: importsOf(config, uploads, { shared: workspace.shared, samples }),
    now: Date.now,
  };
}

/** Listens, and returns the address on this computer. */
async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw portRefusal(port, error);
  });
  app.server.on('error', (error) => complain(`a connection was not accepted: ${error.message}\n`));
  const address = app.server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${LOOPBACK}:${listening}`;
}

async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    else stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

process.umask(0o077);
surviveClosedOutput();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(new Refusal('Stopped.')));

try {
  await start();
  process.exit(0);
} catch (error) {
  const message = error instanceof Refusal ? error.message : startRefusal(error, workspaceFolder(env));
  if (message !== null) report({ type: 'refusal', message });
  else complain(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
