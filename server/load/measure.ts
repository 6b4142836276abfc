import { fork } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';
import { ended, startServer } from '../test/server-process.ts';
import { PROJECT, SCOPE } from '../test/world.ts';
import type { LoadCase } from './cases.ts';
import { FILE_BYTES, PIECE_BYTES, PLAY_EVERY_S, SAMPLE_MS, SECONDS } from './limits.ts';
import type { LoadPerson, LoadSite } from './load-site.ts';
import { MARK } from './traced-image.ts';

/** Results of the clients, and resources of the server. */
export interface Measured {
  /** Times of saves from when they were due, and of pieces of files from when they were asked for, in ms. */
  saves: number[];
  reads: number[];
  failures: string[];
  lastedS: number;
  /** Memory of the server once a second, in MiB. */
  rssMiB: number[];
  /** Bytes of one save on the wire, and bytes that the database grew for each. */
  saveBytes: number;
  grewBytes: number;
  /** Processor time of the server for one save with what was played meanwhile, in ms: it does not depend on what else runs. */
  processorMs: number;
}

const bodyOf = ({ email, studyId }: LoadPerson, more: object): string =>
  JSON.stringify({
    id: studyId,
    missing_images: [],
    validated: false,
    editor: email,
    project: PROJECT._id,
    study_state: 'Valid',
    ...SCOPE,
    save_id: MARK,
    ...more,
  });

export function clientOf(person: LoadPerson, { changes, plays }: LoadCase) {
  const all = bodyOf(person, { images: person.images });
  const one = bodyOf(person, { changes: { images: person.images.slice(0, 1), removed: [] }, base_version: 0 });
  const [patient] = person.studyId.split('_');
  const { getUrls } = CALLS;
  return {
    token: person.token,
    first: changes ? all.replaceAll(MARK, `first-${person.studyId}`) : null,
    save: (changes ? one : all).split(MARK),
    files: plays
      ? { path: SERVICE_PREFIX[getUrls.service] + getUrls.path, body: JSON.stringify({ bucket: '0', object: `US/${patient}/20260102/` }) }
      : null,
  };
}

/** Bytes of the records, with what a checkpoint has not moved yet. */
async function sizeOf(location: DatabaseLocation): Promise<number> {
  if (location.kind === 'sqlite')
    return ['', '-wal'].reduce((sum, end) => sum + (statSync(location.file + end, { throwIfNoEntry: false })?.size ?? 0), 0);
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size');
  await client.end();
  return Number(rows[0]!.size);
}

export const memoryMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Ticks of a second in /proc (proc(5)). */
const TICKS_PER_S = 100;

/** Processor time that a process took, in user and in system mode, in ms. */
function processorMs(pid: number): number {
  // After the name in parentheses, which may hold anything, utime and stime are the 12th and 13th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (1000 * (Number(fields[11]) + Number(fields[12]))) / TICKS_PER_S;
}

type Client = ReturnType<typeof clientOf>;
type Seen = Pick<Measured, 'saves' | 'reads' | 'failures' | 'lastedS'>;

/** Lets clients save at a server for so long, in a separate process. */
export function letClients(
  url: string,
  clients: readonly Client[],
  { seconds, everyS }: { seconds: number; everyS: number },
): Promise<Seen> {
  const people = fork(path.join(import.meta.dirname, 'clients.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const result = new Promise<Seen>((resolve, reject) => {
    people.once('message', (seen) => resolve(seen as Seen));
    people.once('exit', (code) => code !== 0 && reject(new Error('The clients ended unexpectedly')));
  });
  people.send({ url, seconds, everyS, playEveryS: PLAY_EVERY_S, pieceBytes: PIECE_BYTES, fileBytes: FILE_BYTES, clients });
  return result;
}

/** Lets the clients of a case at a server that was just started. */
export async function measure(site: LoadSite, location: DatabaseLocation, load: LoadCase): Promise<Measured> {
  const { child, url } = await startServer(site.folder, { env: site.env });
  const rssMiB: number[] = [];
  const sampling = setInterval(() => rssMiB.push(memoryMiB(child.pid!)), SAMPLE_MS);
  try {
    const clients = site.people.map((person) => clientOf(person, load));
    const before = await sizeOf(location);
    const processorBefore = processorMs(child.pid!);
    const seen = await letClients(url, clients, { seconds: SECONDS, everyS: load.everyS });
    const saveBytes = Buffer.byteLength(clients[0]!.save.join('x'.repeat(20)));
    // The round before the clock is in both as well.
    const all = seen.saves.length + site.people.length * (load.changes ? 2 : 1);
    const grewBytes = ((await sizeOf(location)) - before) / all;
    return { ...seen, rssMiB, saveBytes, grewBytes, processorMs: (processorMs(child.pid!) - processorBefore) / all };
  } finally {
    clearInterval(sampling);
    child.kill('SIGTERM');
    await ended(child);
  }
}
