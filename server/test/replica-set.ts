import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Proxy } from './proxy.ts';
import { ended, type RunningServer, startServer } from './server-process.ts';

/** How replicas are started: each in a separate folder below `temporary`. */
interface ReplicaSettings {
  temporary: string;
  env: Record<string, string>;
  /** Their config.json. */
  config?: object;
}

/** Several servers of one workspace, each a process, behind a proxy. */
export class Replicas {
  private constructor(
    private readonly running: RunningServer[],
    private readonly settings: ReplicaSettings,
    readonly proxy: Proxy,
  ) {}

  static async start(count: number, settings: ReplicaSettings): Promise<Replicas> {
    const running = await Promise.all(Array.from({ length: count }, (_, n) => startReplica(n, settings)));
    return new Replicas(running, settings, await Proxy.before(running.map(({ url }) => url)));
  }

  /** Ends one as a power cut does. */
  kill(n: number): Promise<void> {
    return this.#signal(n, 'SIGKILL');
  }

  /** Ends one as its supervisor does. */
  end(n: number): Promise<void> {
    return this.#signal(n, 'SIGTERM');
  }

  /** Starts one in place of an ended one, of another version where a program is named; returns its address. */
  async replace(n: number, program?: string): Promise<string> {
    const replacement = await startReplica(n, this.settings, program);
    this.running[n] = replacement;
    this.proxy.servers[n] = replacement.url;
    return replacement.url;
  }

  async stop(): Promise<void> {
    this.proxy.close();
    for (const n of this.running.keys()) await this.end(n);
  }

  async #signal(n: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.running[n]?.child;
    if (child === undefined) throw new Error(`there is no replica ${n}`);
    child.kill(signal);
    await ended(child);
  }
}

async function startReplica(n: number, { temporary, env, config }: ReplicaSettings, program?: string): Promise<RunningServer> {
  const folder = path.join(temporary, `replica-${n}`);
  if (config !== undefined) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
  }
  return startServer(folder, { env, ...(program === undefined ? {} : { program }) });
}
