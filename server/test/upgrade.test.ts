import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '../src/db/connect.ts';
import { ARRIVING_MS, Client, pause } from './client.ts';
import { buildNextVersion, NEXT_MIGRATION } from './next-version.ts';
import { hasPostgres } from './postgres.ts';
import { Replicas } from './replica-set.ts';
import { hasS3 } from './s3.ts';
import { environment, MAIN, startServer } from './server-process.ts';
import { type Acknowledged, faultsAfter, makeShared, saveOnce } from './shared-workspace.ts';
import { emailOf, SCOPE } from './world.ts';

const REPLICAS = 3;
/** How long people work between two steps of the upgrade, in ms. */
const STEP_MS = 1500;

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/ready`)).status === 200;
}

it.runIf(hasS3() && hasPostgres())(
  'three servers are replaced one by one by the next version while people work, and the version before starts no more',
  { timeout: 240_000 },
  async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    const next = await buildNextVersion();
    const { temporary, seeded, env } = await makeShared();
    const replicas = await Replicas.start(REPLICAS, { temporary, env });
    const { proxy } = replicas;
    const failures: string[] = [];
    const acknowledged: Acknowledged = new Map();
    let isOver = false;
    const clients: Client[] = [];
    const client = (): Client => {
      const made = new Client(proxy.url, failures);
      clients.push(made);
      return made;
    };
    const repeated = (): number => clients.reduce((sum, one) => sum + one.repeated, 0);
    const saving = async (email: string): Promise<void> => {
      const editor = client();
      await editor.signIn(email, 'Editor');
      await editor.until(
        () => isOver,
        (turn) => saveOnce(editor, seeded, email, turn, acknowledged),
      );
    };
    const arriving = async (): Promise<void> => {
      const newcomer = client();
      await newcomer.until(
        () => isOver,
        () => newcomer.signIn(emailOf('Viewer'), 'Viewer'),
        ARRIVING_MS,
      );
    };
    const reading = async (): Promise<void> => {
      const reader = client();
      await reader.signIn(emailOf('Reviewer'), 'Reviewer');
      await reader.until(
        () => isOver,
        async () => {
          await reader.call(CALLS.studiesGet, { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name });
          await reader.call(CALLS.analysisGet, { id: seeded.studyId, ...SCOPE });
        },
      );
    };
    const people = [saving(emailOf('Editor')), saving('editor2@test'), arriving(), reading()];
    /** Saves acknowledged within a step, which lasts until there is one. */
    const step = async (): Promise<number> => {
      const before = acknowledged.size;
      do await pause(STEP_MS);
      while (acknowledged.size === before);
      return acknowledged.size - before;
    };

    const saves: number[] = [];
    try {
      saves.push(await step());
      const prepared = spawnSync(process.execPath, [next, '--prepare'], {
        env: { ...environment(path.join(temporary, 'prepare')), ...env },
        encoding: 'utf8',
      });
      expect([prepared.status, prepared.stdout]).toEqual([0, expect.stringContaining('is ready for servers of this version')]);
      // Servers of the previous version continue with the migrated tables.
      expect(await Promise.all(proxy.servers.map(isReady))).toEqual([true, true, true]);
      saves.push(await step());
      // Their prepared statements for the earlier tables remain valid: nothing had to be asked again.
      expect(repeated()).toBe(0);
      for (let n = 0; n < REPLICAS; n += 1) {
        await replicas.end(n);
        expect(await isReady(await replicas.replace(n, next))).toBe(true);
        saves.push(await step());
      }
      await expect(startServer(path.join(temporary, 'before'), { env })).rejects.toThrow(
        new RegExp(
          `^A newer Echometry brought this database to ${NEXT_MIGRATION}.*Start the newer version; there is no way back but a backup`,
        ),
      );
    } finally {
      isOver = true;
      await Promise.all(people);
      await replicas.stop();
    }

    const db = connect({ kind: 'postgres', url: env['ECHOMETRY_DATABASE_URL'] ?? '' });
    try {
      expect(await faultsAfter({ db }, acknowledged)).toEqual([]);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.query);
      expect(rows.map(({ name }) => name).filter((name) => name === NEXT_MIGRATION)).toEqual([NEXT_MIGRATION]);
    } finally {
      await db.close();
    }
    process.stdout.write(
      `upgraded while ${acknowledged.size} saves were acknowledged, by step ${saves.join(', ')}; ${repeated()} calls were made again\n`,
    );
    expect(failures).toEqual([]);
    expect(proxy.passed.size).toBe(2 * REPLICAS);
  },
);
