/** A server on a copy of the workspace of this run: what one file of journeys changes, no other sees. */
import { constants, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DemoServer } from './demo-server.ts';
import { given } from './repository.ts';

/** Names in the folder of the run. */
export const WORKSPACE = 'demo';
export const LOGINS = 'logins.json';

/** Settings of a server: its config.json, null for none, and what is added to its environment. */
export interface ServerSettings {
  config: Record<string, unknown> | null;
  env: Record<string, string>;
}
export const NO_SETTINGS: ServerSettings = { config: null, env: {} };

export class WorkspaceCopy {
  readonly #parent: string;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #server: DemoServer;

  private constructor(parent: string, folder: string, env: Record<string, string>, server: DemoServer) {
    this.#parent = parent;
    this.#folder = folder;
    this.#env = env;
    this.#server = server;
  }

  /** Copies and serves; `serverUrl` and `workspaceFolder` then name this copy. */
  static async serve({ config, env }: ServerSettings): Promise<WorkspaceCopy> {
    const parent = await mkdtemp(path.join(tmpdir(), 'journeys-copy-'));
    const folder = path.join(parent, WORKSPACE);
    try {
      await cp(path.join(given('ECHOMETRY_JOURNEYS'), WORKSPACE), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
      if (config !== null) await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
      const server = await DemoServer.start(folder, env);
      process.env['ECHOMETRY_JOURNEY_URL'] = server.url;
      process.env['ECHOMETRY_JOURNEY_WORKSPACE'] = folder;
      return new WorkspaceCopy(parent, folder, env, server);
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      throw error;
    }
  }

  /** Kills the server. @returns starts another on the same workspace at the same address */
  async kill(): Promise<() => Promise<void>> {
    await this.#server.kill();
    return async () => {
      this.#server = await DemoServer.start(this.#folder, { ...this.#env, ECHOMETRY_PORT: new URL(this.#server.url).port });
    };
  }

  async end(): Promise<void> {
    await this.#server.stop();
    await rm(this.#parent, { recursive: true, force: true });
  }
}

/** Saved logins of the workspace before it was copied, by person and role. */
export const preparedLogins = (): Record<string, string> =>
  JSON.parse(readFileSync(path.join(given('ECHOMETRY_JOURNEYS'), LOGINS), 'utf8')) as Record<string, string>;
