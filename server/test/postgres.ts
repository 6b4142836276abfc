import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const DEBIAN = '/usr/lib/postgresql';
/** Port of the temporary server is only a file name: it listens on a socket in its own folder. */
const PORT = 5432;

export interface TestPostgres {
  url: (database: string) => string;
  stop: () => void;
}

const isRoot = process.getuid?.() === 0;

/** Runs a program of the server; it refuses root, so root lends the account the package made. */
function asServer(program: string, args: string[]): void {
  const [command, rest] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args];
  const run = spawnSync(command, rest, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${path.basename(program)} failed: ${run.stderr || run.stdout}`);
}

const newestVersion = (): string | undefined =>
  existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0] : undefined;

/** True when a server is named by ECHOMETRY_TEST_POSTGRES or Debian's is installed. */
export const hasPostgres = (): boolean => Boolean(process.env['ECHOMETRY_TEST_POSTGRES']) || newestVersion() !== undefined;

/** The server named by the environment, else Debian's in a temporary folder. Throws when there is neither. */
export function startPostgres(): TestPostgres {
  const given = process.env['ECHOMETRY_TEST_POSTGRES'];
  if (given) {
    return {
      url: (database) => {
        const url = new URL(given);
        url.pathname = `/${database}`;
        return url.toString();
      },
      stop: () => undefined,
    };
  }
  const version = newestVersion();
  if (version === undefined) throw new Error('No PostgreSQL is installed');
  const bin = path.join(DEBIAN, version, 'bin');
  const folder = mkdtempSync(path.join(tmpdir(), 'echometry-pg-'));
  if (isRoot) {
    const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    const gid = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, uid, gid);
  }
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  asServer(path.join(bin, 'initdb'), ['-D', data, '-U', 'echometry', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions']);
  asServer(path.join(bin, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-l',
    path.join(folder, 'log'),
    '-o',
    `-k ${folder} -c listen_addresses= -p ${PORT} -c fsync=off`,
    'start',
  ]);
  return {
    url: (database) => `postgres://echometry@/${database}?host=${encodeURIComponent(folder)}&port=${PORT}`,
    stop: () => {
      asServer(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new empty database on a running server. */
export async function freshDatabase(url: (database: string) => string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url(name);
}
