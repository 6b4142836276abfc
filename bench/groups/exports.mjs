// Large exports at the built server: masks of many studies and EchoNet videos of many clips, their time and the memory of the server.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { step } from '../../scripts/lib/steps.mjs';
import { copyStudy, studyOf } from '../lib/copied-studies.mjs';
import { demoServer } from '../lib/demo-server.mjs';
import { checkMasks, checkVideos } from '../lib/exported-files.mjs';
import { rowOf } from '../lib/row.mjs';
import { sized } from '../lib/smoke.mjs';
import { sqliteQuery } from '../lib/sqlite-query.mjs';
import { openArchive } from '../lib/zip.mjs';

const PROJECT = 'demo-cycles-adult';
const USER = 'data@demo';
/** Copied studies by their patients, each kind with a study type by which an export chooses it. */
const MASKS = { patient: 'C07', studyType: 'masks', copies: sized(500, 2) };
const VIDEOS = { patient: 'C04', studyType: 'videos', copies: sized(150, 2) };
/** One more copy, whose masks are compared with its contours. */
const CHECKED = { patient: MASKS.patient, studyType: 'checked', copies: 1 };

/** Seconds of the masks of 500 studies, seconds of a clip, and MB of the server's memory. */
const MUST = { masks: 240, clip: 0.3, memory: 600 };
const LOOK_MS = 200;

const opened = (server, id) => openArchive(path.join(server.folder, 'exports', `${id}.zip`));

/** Makes an export of the copies of a study type, and measures it until it has ended. */
async function exported(server, token, { id, studyType, formats }) {
  const before = server.computedMs() ?? 0;
  const request = { project: PROJECT, editor: '', data: 'analysis', mode: '', only_study_type: studyType, image_type: '' };
  const options = { images: false, single_file: false, all_files: true, formats };
  const queued = await server.call('/api/exports/create', { id, user: USER, ...request, ...options }, token);
  if (!queued.accepted) throw new Error(queued.message);
  let peak = 0;
  for (;;) {
    const { status, failure, started_at, ended_at, contents } = await server.call('/api/exports/get', { id }, token);
    peak = Math.max(peak, server.residentMb() ?? 0);
    if (failure !== null) throw new Error(failure);
    if (status === 'finished')
      return { seconds: (ended_at - started_at) / 1000, computed: ((server.computedMs() ?? 0) - before) / 1000, peak, contents };
    await sleep(LOOK_MS);
  }
}

/** Hashes of the masks of an archive with how often each is there, by its manifest. */
async function hashesOf({ read }) {
  const { files } = JSON.parse(String(await read('manifest.json')));
  const hashes = files.filter(({ path: name }) => /\.(?:png|gz)$/.test(name)).map(({ sha256 }) => sha256);
  return hashes.reduce((counts, hash) => counts.set(hash, (counts.get(hash) ?? 0) + 1), new Map());
}

/** The masks of one copy are the areas of its contours, and every other copy has the same ones. */
async function masks(server, token, id) {
  const made = await exported(server, token, { id, studyType: MASKS.studyType, formats: ['masks'] });
  const single = `${id}-checked`;
  await exported(server, token, { id: single, studyType: CHECKED.studyType, formats: ['json', 'masks'] });
  const [all, one] = [await opened(server, id), await opened(server, single)];
  await checkMasks(one);
  const [ofAll, ofOne] = [await hashesOf(all), await hashesOf(one)];
  for (const [hash, count] of ofOne)
    if (ofAll.get(hash) !== count * MASKS.copies) throw new Error(`a mask is there ${ofAll.get(hash)} times for ${MASKS.copies} studies`);
  all.close();
  one.close();
  return made;
}

async function videos(server, token, { id, frames }) {
  const made = await exported(server, token, { id, studyType: VIDEOS.studyType, formats: ['echonet'] });
  const archive = await opened(server, id);
  await checkVideos(archive, { clips: VIDEOS.copies, frames });
  archive.close();
  return made;
}

/** Makes the copies, and returns how many frames the copied clip of the videos has. */
async function copyAll({ query }) {
  for (const { patient, ...copied } of [MASKS, VIDEOS, CHECKED])
    await copyStudy(query, { ...copied, study: await studyOf(query, patient) });
  const [{ frames }] = await query(
    `select max(number_of_frames) as frames from image_file where study_id = ${await studyOf(query, VIDEOS.patient)}`,
  );
  return Number(frames);
}

export default async function run({ rounds }) {
  const found = { masks: [], videos: [] };
  const server = await demoServer({}, { isFresh: true });
  try {
    const db = sqliteQuery(server);
    const frames = await step(`${MASKS.copies} studies and ${VIDEOS.copies} clips`, 'whole tables at once', () => copyAll(db));
    await db.close();
    const token = await server.signIn(USER, 'Data scientist');
    for (let round = 0; round < rounds; round += 1) {
      found.masks.push(await masks(server, token, `bench-masks-${round}`));
      found.videos.push(await videos(server, token, { id: `bench-videos-${round}`, frames }));
    }
  } finally {
    await server.stop();
  }
  const row = (name, made, value, unit, must) => rowOf(name, made.map(value), unit, { must });
  return [
    row(`masks of ${MASKS.copies} studies`, found.masks, ({ seconds }) => seconds, 's', MUST.masks),
    row(`masks of ${MASKS.copies} studies, processor time`, found.masks, ({ computed }) => computed, 's', null),
    row(`masks of ${MASKS.copies} studies, memory of the server at most`, found.masks, ({ peak }) => peak, 'MB', MUST.memory),
    row(`an EchoNet video of ${VIDEOS.copies}`, found.videos, ({ seconds }) => seconds / VIDEOS.copies, 's', MUST.clip),
    row(`an EchoNet video of ${VIDEOS.copies}, processor time`, found.videos, ({ computed }) => computed / VIDEOS.copies, 's', null),
    row(`EchoNet videos of ${VIDEOS.copies} clips, memory of the server at most`, found.videos, ({ peak }) => peak, 'MB', MUST.memory),
  ];
}
