// A large import into a running server, next to copying the same files with SHA-256 and fsync; and its memory.
// ECHOMETRY_BENCH_FILES names how many files of each size; without it they are 4 GB of each. With 250 files, starting two
// workers was a tenth of it.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { inRoot } from '../../scripts/lib/root.mjs';
import { demoServer } from '../lib/demo-server.mjs';
import { sized } from '../lib/smoke.mjs';
import { median } from '../lib/rounds.mjs';
import { rowOf } from '../lib/row.mjs';

const FILES = Number(process.env.ECHOMETRY_BENCH_FILES ?? 0);
/** Bytes of the files of each size where their number is not given. */
const BYTES = sized(4e9, 1.6e7);
/** Grey frames of 800 x 500: 50,000 of the larger files are 100 GB. */
const CLIP = { columns: 800, rows: 500 };
const SIZES = [
  { name: '0.8 MB', frames: 2 },
  { name: '2 MB', frames: 5 },
].map((size) => ({ ...size, files: FILES || Math.round(BYTES / (size.frames * CLIP.columns * CLIP.rows)) }));
const FILES_OF_A_PATIENT = 20;
/** Files that are copied at once: more do not copy faster. */
const AT_ONCE = 12;
/** The importer reaches this share of plain copying. */
const MUST_SHARE = 0.6;
const MEGABYTE = 1e6;
/** How often memory is looked at during the import, and how long after it, in ms. */
const LOOK_MS = 250;
const AFTER_MS = sized(10_000, 0);

async function writerOfTests() {
  const outfile = inRoot('build', 'bench', 'dicom-file.mjs');
  await build({
    entryPoints: [inRoot('server', 'test', 'dicom-file.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    packages: 'external',
    logLevel: 'silent',
  });
  return import(outfile);
}

async function writeFiles(writer, folder, { round, frames, files }) {
  await mkdir(folder);
  for (let n = 0; n < files; n += 1) {
    const patient = `L${round}.${frames}.${Math.floor(n / FILES_OF_A_PATIENT)}`;
    const options = {
      patientId: patient,
      uid: `1.2.6.${round}.${frames}.${n}`,
      studyUid: `1.2.7.${patient.slice(1)}`,
      date: '20260312',
      shade: n,
      ...CLIP,
      frames,
    };
    await writeFile(path.join(folder, `${String(n).padStart(6, '0')}.dcm`), writer.dicomFile(options));
  }
}

/** Makes a folder durable; all who ask while it is being synced share the next time, as in the store of objects. */
function sharedSync(folder) {
  let running = Promise.resolve();
  let next = null;
  const sync = async () => {
    const handle = await open(folder, 'r');
    await handle.sync();
    await handle.close();
  };
  return () => {
    next ??= running.then(() => {
      next = null;
      running = sync();
      return running;
    });
    return next;
  };
}

/**
 * Seconds that reading, hashing, writing and syncing the files takes, and the processor time of it. A new file is durable
 * once its folder is as well.
 */
async function copied(from, to) {
  await mkdir(to);
  const syncTo = sharedSync(to);
  const names = await readdir(from);
  const begin = performance.now();
  const before = process.cpuUsage();
  let next = 0;
  const worker = async () => {
    while (next < names.length) {
      const name = names[next++];
      const bytes = await readFile(path.join(from, name));
      const hash = createHash('sha256').update(bytes).digest('hex');
      const file = await open(path.join(to, hash), 'wx');
      await file.writeFile(bytes);
      await file.sync();
      await file.close();
      await syncTo();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, computed: (user + system) / 1e6 };
}

/**
 * Fills as much memory of the machine as the files of a round take, and frees it. Memory that a virtual machine has not used
 * lately is slow: on the one of the README, 2 ms for each file of 0.8 MB that was written first. This is done right before the
 * copy and right before the import, so that both find memory in the same state.
 */
async function touchMemory(parent, bytes) {
  const file = path.join(parent, 'touched');
  const handle = await open(file, 'wx');
  const megabyte = Buffer.alloc(MEGABYTE);
  for (let left = bytes; left > 0; left -= MEGABYTE) await handle.write(megabyte);
  await handle.close();
  await rm(file);
}

async function imported(server, folder, files) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, server.residentMb() ?? 0);
  }, LOOK_MS);
  try {
    const before = server.computedMs() ?? 0;
    const report = JSON.parse(await server.run('import', [folder, '--project', 'demo-adult', '--into-demo', '--json']));
    if (report.imported !== files) throw new Error(`${report.imported} of ${files} files were imported`);
    return { seconds: report.seconds, computed: ((server.computedMs() ?? 0) - before) / 1000, peak };
  } finally {
    clearInterval(timer);
  }
}

/** Rounds of files of one size at a separate server. */
async function measured(writer, { name: size, frames, files }, rounds) {
  const bytes = files * frames * CLIP.columns * CLIP.rows;
  const server = await demoServer();
  const parent = await mkdtemp(path.join(tmpdir(), 'echometry-bench-imports-'));
  const found = { seconds: [], copies: [], shares: [], computed: [], copiesComputed: [], peaks: [], before: [], after: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const folder = path.join(parent, `files-${round}`);
      await writeFiles(writer, folder, { round, frames, files });
      found.before.push(server.residentMb() ?? 0);
      await touchMemory(parent, bytes);
      const copy = await copied(folder, path.join(parent, `copy-${round}`));
      await rm(path.join(parent, `copy-${round}`), { recursive: true });
      await touchMemory(parent, bytes);
      const { seconds, computed, peak } = await imported(server, folder, files);
      await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
      found.after.push(server.residentMb() ?? 0);
      found.seconds.push(seconds / files);
      found.copies.push(copy.seconds / files);
      found.shares.push(copy.seconds / seconds);
      found.computed.push(computed / files);
      found.copiesComputed.push(copy.computed / files);
      found.peaks.push(peak);
      await rm(folder, { recursive: true });
    }
  } finally {
    await server.stop();
    await rm(parent, { recursive: true, force: true });
  }
  const row = (name, values, unit, more) => rowOf(`${name}, ${files} files of ${size}`, values, unit, more);
  return [
    row('importing a file', found.seconds, 's'),
    row('copying a file', found.copies, 's'),
    row('processor time of importing a file', found.computed, 's'),
    row('processor time of copying a file', found.copiesComputed, 's'),
    row('speed as a share of copy, SHA-256 and fsync', found.shares, 'of 1', {
      ratio: median(found.shares),
      must: MUST_SHARE,
      worst: Math.min(...found.shares),
    }),
    row('memory of the server before', found.before, 'MB'),
    row('memory of the server at most', found.peaks, 'MB'),
    row('memory of the server 10 s later', found.after, 'MB'),
  ];
}

export default async function run({ rounds }) {
  const writer = await writerOfTests();
  const rows = [];
  for (const size of SIZES) rows.push(...(await measured(writer, size, rounds)));
  return rows;
}
