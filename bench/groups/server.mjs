// The server at work: people who save every second, and a folder that is imported. The load runs on the same cores.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { inRoot } from '../../scripts/lib/root.mjs';
import { demoServer } from '../lib/demo-server.mjs';
import { median } from '../lib/rounds.mjs';
import { sized } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';

/** Annotators who save once a second, each 200 kB, for so many seconds a round. */
const SAVERS = sized(50, 4);
const SECONDS = sized(10, 1);
const SAVE_BYTES = 200_000;
/** Clips of an import: 4 frames of 800 x 600 grey pixels, 1.92 MB each. */
const FILES = sized(100, 5);
const CLIP = { columns: 800, rows: 600, frames: 4 };

/** 50 annotators on two cores wait 100 ms at most in 99 of 100 saves; 20 files of 2 MB a second are imported. */
const MUST = { p99: 100, secondsPerFile: 1 / 20 };

/** Editors of the demo, between whom the savers are shared: one person may not call as often as fifty. */
const PEOPLE = [
  ['editor@demo', 'Editor'],
  ['editor2@demo', 'Editor'],
  ['several@demo', 'Editor'],
  ['blind@demo', 'Ground-truth generator'],
];

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Body of a save of the given size: the images of a study, with comments that compress as a person's work does. */
function saveOf(email, study, images) {
  const comments = Array.from({ length: Math.ceil(SAVE_BYTES / 190 / Math.max(images.length, 1)) }, (_, n) => ({
    date: 1_780_000_000_000 + n * 977,
    user: email,
    initials: 'B',
    content: `point ${(Math.sin(n) * 400).toFixed(9)} ${(Math.cos(n * 7) * 300).toFixed(9)}`,
    type: 'selection',
    study_id: null,
    image_filename: null,
    image_label: null,
  }));
  return JSON.stringify({
    id: study.study_id,
    images: images.map((image) => ({ ...image, comments })),
    missing_images: [],
    validated: false,
    editor: email,
    project: study.project,
    study_state: 'Valid',
    db_name: 'demo_adult',
    medical_data_type: 'US',
  });
}

async function saves(server) {
  const scope = { db_name: 'demo_adult', medical_data_type: 'US' };
  const people = [];
  for (const [email, role] of PEOPLE) {
    const first = (await server.call('/auth/demo/sign-in', { email })).token;
    await server.call('/api/admin/users/accept_terms', { user: email, version: '20240627' }, first);
    people.push({ email, token: (await server.call('/api/admin/users/act_as', { role }, first)).token });
  }
  const { studies } = await server.call(
    '/api/studies/get',
    { search_query: { medical_data_type: 'US', active: true }, db_name: scope.db_name },
    people[0].token,
  );
  const labelled = studies.find((study) => study.analysis !== null);
  const { analysis } = await server.call('/api/analysis/get', { id: labelled.study_id, ...scope }, people[0].token);
  const bodies = people.map(({ email }) => saveOf(email, labelled, analysis.images));
  const times = [];
  const before = server.computedMs();
  await Promise.all(
    Array.from({ length: SAVERS }, async (_, saver) => {
      const { token } = people[saver % people.length];
      await pause((saver / SAVERS) * 1000);
      for (let second = 0; second < SECONDS; second += 1) {
        const begin = performance.now();
        await server.call('/api/analysis/update', bodies[saver % people.length], token);
        const took = performance.now() - begin;
        times.push(took);
        await pause(Math.max(0, 1000 - took));
      }
    }),
  );
  times.sort((a, b) => a - b);
  const computed = before === null ? null : (server.computedMs() - before) / times.length;
  return { p50: median(times), p99: times[Math.floor(times.length * 0.99)], computed };
}

/** Files made by the writer of the tests, new ones for each round. */
async function imported(server, writer, round) {
  const folder = await mkdtemp(path.join(tmpdir(), 'echometry-bench-files-'));
  for (let n = 0; n < FILES; n += 1) {
    await writeFile(
      path.join(folder, `${n}.dcm`),
      writer.dicomFile({
        patientId: `B${n % 9}`,
        uid: `1.2.5.${round}.${n}`,
        studyUid: `1.2.4.${n % 9}`,
        date: '20260312',
        shade: n + round,
        ...CLIP,
      }),
    );
  }
  const report = JSON.parse(await server.run('import', [folder, '--project', 'demo-adult', '--into-demo', '--json']));
  await rm(folder, { recursive: true, force: true });
  if (report.imported !== FILES) throw new Error(`${report.imported} of ${FILES} files were imported`);
  return report.seconds / FILES;
}

export default async function run({ rounds }) {
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
  const writer = await import(outfile);
  const server = await demoServer();
  const found = { p50: [], p99: [], computed: [], import: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { p50, p99, computed } = await saves(server);
      found.p50.push(p50);
      found.p99.push(p99);
      if (computed !== null) found.computed.push(computed);
      found.import.push(await imported(server, writer, round));
    }
  } finally {
    await server.stop();
  }
  const row = (name, values, unit, must, stretch) => rowOf(name, values, unit, { must, stretch });
  return [
    row(`a save of 200 kB, ${SAVERS} people saving every second: median`, found.p50, 'ms', null, null),
    row(`a save of 200 kB, ${SAVERS} people saving every second: 99 of 100`, found.p99, 'ms', MUST.p99, 24),
    // Fifty a second take one core at 20 ms and half of one at 10, whatever else the machine does.
    ...(found.computed.length === 0 ? [] : [row('a save of 200 kB: time the server computes', found.computed, 'ms', 20, 10)]),
    row('importing a file of 2 MB', found.import, 's', MUST.secondsPerFile, null),
  ];
}
