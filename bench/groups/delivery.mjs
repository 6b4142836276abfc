// From an address to the first frame over a slow network: the built product, its own server, Chromium's throttling.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compressWeb } from '../../scripts/lib/build.mjs';
import { demoServer } from '../lib/demo-server.mjs';
import { openPage } from '../lib/devtools.mjs';
import { jpegFile } from '../lib/encapsulated.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { sized, SMOKE } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';

/** Fast 3G as a person may have it at a bedside: 1.6 Mbit/s both ways, 150 ms. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: sized(1_600_000, 16_000_000) / 8, uploadThroughput: 1_600_000 / 8 };
/** The clip is at least as large as this, in bytes. */
const CLIP_BYTES = sized(1_000_000, 100_000);
/** Seconds a person waits at most: with an empty browser, and once page and engine were there before. */
const MUST = { cold: 4.5, cached: 1.3 };
const PROJECT = 'demo-pediatric';
const LOOK_EVERY_MS = 20;
const GIVE_UP_MS = 60_000;

/** A clip of as many frames as make the size. */
async function clip() {
  const loop = await syntheticJpeg('422');
  const frames = [];
  for (let bytes = 0; bytes < CLIP_BYTES; bytes += frames.at(-1).length) frames.push(loop.frames[frames.length % loop.frames.length]);
  return jpegFile({ ...loop, frames });
}

/** Address of the selection page of the study that the clip became. */
async function importClip(server) {
  const folder = await mkdtemp(path.join(tmpdir(), 'echometry-bench-clip-'));
  try {
    await writeFile(path.join(folder, 'clip.dcm'), await clip());
    const lines = (await server.run('import', [folder, '--project', PROJECT, '--into-demo', '--json'])).trim().split('\n');
    const [study] = JSON.parse(lines.at(-1)).studies;
    const [patient, date] = study.split('_');
    return `${server.url}/selection?${new URLSearchParams({
      study_id: study,
      study_date: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
      patient_id: patient,
      patient_id_show: study,
      data_type: 'pediatric',
      project: PROJECT,
    })}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the login of an editor down in the browser, on a page without the program. */
async function signIn(page, url) {
  await page.send('Page.navigate', { url: `${url}/manual/index.html` });
  await until(page, `location.pathname === '/manual/index.html' && document.readyState === 'complete'`);
  await page.evaluate(`(async () => {
    const post = async (place, body, token) => (await fetch(place, { method: 'POST', body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token ? { 'x-api-key': token } : {}) } })).json();
    const { token, session } = await post('/auth/demo/sign-in', { email: 'editor@demo' });
    await post('/api/admin/users/accept_terms', { user: 'editor@demo', version: '20240627' }, token);
    const acting = await post('/api/admin/users/act_as', { role: 'Editor' }, token);
    localStorage.setItem('echometry.login', JSON.stringify({ ...session.user, token, createdAt: Date.now(), role_token: acting.token, role: 'Editor', user_roles: [] }));
  })()`);
}

async function until(page, condition) {
  const giveUp = sleep(GIVE_UP_MS).then(() => {
    throw new Error(`not within ${GIVE_UP_MS} ms: ${condition}`);
  });
  const look = async () => {
    for (;;) {
      const found = await page.evaluate(condition).catch(() => false);
      if (found) return found;
      await sleep(LOOK_EVERY_MS);
    }
  };
  return Promise.race([look(), giveUp]);
}

/** Written by the page itself when the canvas names the frame it shows; in ms since the navigation began. */
const WATCH = `new MutationObserver(() => {
  if (globalThis.firstFrameMs === undefined && document.querySelector('[data-testid="viewer"][data-frame]')) globalThis.firstFrameMs = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-frame'] });`;

/** Commands of one target are carried out in the order they are sent. */
function slowDown(send) {
  send('Network.enable');
  send('Network.emulateNetworkConditions', NETWORK);
}

/** Seconds from the navigation to the first frame. */
async function open(page, address) {
  await page.send('Page.navigate', { url: 'about:blank' });
  await page.send('Page.navigate', { url: address });
  return (await until(page, 'globalThis.firstFrameMs')) / 1000;
}

export default async function run({ rounds }) {
  // As an installation has them.
  if (!SMOKE) await compressWeb();
  const server = await demoServer();
  const cold = [];
  const cached = [];
  try {
    const address = await importClip(server);
    for (let round = 0; round < rounds; round += 1) {
      const page = await openPage();
      try {
        await signIn(page, server.url);
        page.onTarget(slowDown);
        slowDown(page.send);
        await page.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH });
        cold.push(await open(page, address));
        // The service worker keeps the shell once the engine is there.
        await until(page, 'navigator.serviceWorker.ready.then(() => true)');
        cached.push(await open(page, address));
      } finally {
        await page.close();
      }
    }
  } finally {
    await server.stop();
  }
  return [
    rowOf('first frame of a 1 MB clip, fast 3G, empty browser', cold, 's', { must: MUST.cold }),
    rowOf('first frame of a 1 MB clip, fast 3G, cached', cached, 's', { must: MUST.cached }),
  ];
}
