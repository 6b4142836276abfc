/** A server on a copy of the workspace of this run: what one file of journeys changes, no other sees. */
import { constants, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DemoServer } from './demo-server.ts';
import { given } from './repository.ts';

/** Names in the folder of the run. */
export const WORKSPACE = 'demo';
export const LOGINS = 'logins.json';

export class WorkspaceCopy {
  readonly #parent: string;
  readonly #server: DemoServer;

  private constructor(parent: string, server: DemoServer) {
    this.#parent = parent;
    this.#server = server;
  }

  /** Copies and serves; `serverUrl` and `workspaceFolder` name this copy from now on. */
  static async serve(): Promise<WorkspaceCopy> {
    const parent = await mkdtemp(path.join(tmpdir(), 'journeys-copy-'));
    const folder = path.join(parent, WORKSPACE);
    await cp(path.join(given('ECHOMETRY_JOURNEYS'), WORKSPACE), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const server = await DemoServer.start(folder);
    process.env['ECHOMETRY_JOURNEY_URL'] = server.url;
    process.env['ECHOMETRY_JOURNEY_WORKSPACE'] = folder;
    return new WorkspaceCopy(parent, server);
  }

  async end(): Promise<void> {
    await this.#server.stop();
    await rm(this.#parent, { recursive: true, force: true });
  }
}

/** Saved logins of the workspace before it was copied, by person and role. */
export const preparedLogins = (): Record<string, string> =>
  JSON.parse(readFileSync(path.join(given('ECHOMETRY_JOURNEYS'), LOGINS), 'utf8')) as Record<string, string>;
