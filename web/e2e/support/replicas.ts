/** Three servers of one demo workspace behind a proxy, one of which is killed and replaced again and again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase } from '../../../server/test/postgres.ts';
import { Proxy } from '../../../server/test/proxy.ts';
import { freshBucket } from '../../../server/test/s3.ts';
import { AcknowledgedSaves } from './acknowledged-saves.ts';
import { DemoServer } from './demo-server.ts';
import { signInEverybody } from './logins.ts';
import { LOGINS, WORKSPACE } from './workspace-copy.ts';

const REPLICAS = 3;
/** Making the demo takes longer where its objects go into a bucket, each read back, in ms. */
const MADE_WITHIN_MS = 600_000;
/** From one kill to the next, and how long a killed server stays away, in ms. */
const ROUND_MS = Number(process.env['ECHOMETRY_REPLICA_ROUND_MS'] ?? 15_000);
const AWAY_MS = Math.min(5000, ROUND_MS / 4);

/** Settings that servers of one workspace share. */
async function settingsIn(folder: string): Promise<Record<string, string>> {
  const url = await freshDatabase();
  const { endpoint, prefix, bucket, accessKeyId, secretAccessKey } = await freshBucket();
  return {
    ECHOMETRY_KEYS: path.join(folder, 'keys'),
    ECHOMETRY_DATABASE_URL: url,
    ECHOMETRY_OBJECT_STORE: JSON.stringify({ endpoint, bucket, prefix }),
    ECHOMETRY_S3_ACCESS_KEY_ID: accessKeyId,
    ECHOMETRY_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

class Killing {
  killed = 0;
  #isOver = false;
  #wake: () => void = () => undefined;
  readonly #done: Promise<void>;

  constructor(
    private readonly servers: DemoServer[],
    private readonly proxy: Proxy,
    private readonly start: (n: number) => Promise<DemoServer>,
  ) {
    this.#done = this.#run();
  }

  /** Ends with every server at work. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#wake();
    await this.#done;
  }

  async #run(): Promise<void> {
    await this.#pause(ROUND_MS / 2);
    for (let n = 0; !this.#isOver; n = (n + 1) % REPLICAS) {
      await this.servers[n]?.kill();
      this.killed += 1;
      await this.#pause(AWAY_MS);
      const replacement = await this.start(n);
      this.servers[n] = replacement;
      this.proxy.servers[n] = replacement.url;
      await this.#pause(ROUND_MS - AWAY_MS);
    }
  }

  #pause(ms: number): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Makes the workspace, signs its people in, and serves it; what it returns looks for what was lost, and ends everything. */
export default async function serveReplicas(): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), 'journeys-replicas-'));
  const folder = path.join(parent, WORKSPACE);
  const settings = await settingsIn(folder);
  const { ECHOMETRY_KEYS: _, ...alone } = settings;
  const making = await DemoServer.start(folder, alone, MADE_WITHIN_MS);
  await writeFile(path.join(parent, LOGINS), JSON.stringify(await signInEverybody(making.url)));
  await making.stop();
  const start = (n: number): Promise<DemoServer> =>
    DemoServer.start(path.join(parent, `replica-${n}`), { ...settings, ECHOMETRY_REPLICAS: 'true' });
  const servers = await Promise.all(Array.from({ length: REPLICAS }, (_none, n) => start(n)));
  const saves = new AcknowledgedSaves();
  const proxy = await Proxy.before(
    servers.map(({ url }) => url),
    (exchange) => saves.hear(exchange),
  );
  process.env['ECHOMETRY_JOURNEYS'] = parent;
  process.env['ECHOMETRY_JOURNEY_REPLICAS'] = 'true';
  process.env['ECHOMETRY_JOURNEY_URL'] = proxy.url;
  const killing = new Killing(servers, proxy, start);
  return async () => {
    await killing.end();
    const faults = await saves.faults(proxy.url);
    proxy.close();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(parent, { recursive: true, force: true });
    process.stdout.write(
      `${killing.killed} replicas killed, ${proxy.passed.size} at work; ${saves.count} saves acknowledged and read back, ${faults.length} faults\n`,
    );
    if (killing.killed === 0) faults.push('no replica was killed');
    if (saves.count === 0) faults.push('nothing was saved');
    if (faults.length > 0) throw new Error(faults.join('\n'));
  };
}
