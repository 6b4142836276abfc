// A separate PostgreSQL for the tests: a temporary folder, a free port, no trace left.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Refusal, run } from './run.mjs';
import { installDebian } from './chromium.mjs';
import { freePort } from './free-port.mjs';
import { step } from './steps.mjs';

const VERSIONS = '/usr/lib/postgresql';
const MIN_VERSION = 15;
/** A crash of the machine may take it with it; a crash of the server may not. Its log stays small. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=256MB'];

function programs() {
  if (!existsSync(VERSIONS)) return null;
  const newest = readdirSync(VERSIONS)
    .map(Number)
    .filter((version) => version >= MIN_VERSION)
    .sort((a, b) => b - a)
    .find((version) => existsSync(path.join(VERSIONS, String(version), 'bin', 'initdb')));
  return newest === undefined ? null : path.join(VERSIONS, String(newest), 'bin');
}

/** Starts it; returns its address and how to stop it. As root it runs as the user postgres, which it insists on. */
export async function startPostgres() {
  if (!programs()) await installDebian('postgresql', 'the server is tested on PostgreSQL too');
  const bin = programs();
  if (!bin) throw new Refusal('PostgreSQL was not found. Install it with: apt-get install postgresql');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'echometry-postgres-'));
  const root = process.getuid?.() === 0;
  const as = (program, args, options) =>
    root ? run('runuser', ['-u', 'postgres', '--', program, ...args], options) : run(program, args, options);
  if (root) {
    await run('chown', ['postgres', folder], { log: 'postgres-chown' });
    chmodSync(folder, 0o700);
  }
  const data = path.join(folder, 'data');
  const port = await freePort();
  const stop = async () => {
    await as(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { log: 'postgres-stop', cwd: '/' }).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
  await step('PostgreSQL for the tests', null, async () => {
    await as(path.join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'echometry', '--no-sync', '-E', 'UTF8', '--locale=C'], {
      log: 'postgres-initdb',
      cwd: '/',
    });
    await as(
      path.join(bin, 'pg_ctl'),
      [
        '-w',
        '-D',
        data,
        '-l',
        path.join(folder, 'server.log'),
        '-o',
        `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} ${SETTINGS.map((setting) => `-c ${setting}`).join(' ')}`,
        'start',
      ],
      { log: 'postgres-start', cwd: '/' },
    );
  });
  return { url: `postgres://echometry@127.0.0.1:${port}/postgres`, stop };
}
