// Marks of cycle timing set by a key, on the built product: what its main thread does until the mark is drawn.
import { demoServer } from './demo-server.mjs';
import { openPage } from './devtools.mjs';
import { signIn, until } from './signed-in-page.mjs';

const PROJECT = 'demo-cycles-fetal';
const TYPE = 'Umbilical artery';
/** Onsets of one pass over the strip; they lie eleven columns apart. */
const ONSETS = 40;
/** Passes before the measured ones, until the browser has compiled what a key runs. */
const WARM_PASSES = 2;
const PASSES = 3;

/**
 * Adds up what each key takes: its event with everything React does at once, and the callbacks of the next animation
 * frame; the time within commands of WebGL, which software carries out here, is taken off. `drawn` tells whether that
 * animation frame gave commands to draw.
 */
const WATCH = `(() => {
  let gl = 0;
  let draws = 0;
  for (const prototype of [WebGLRenderingContext.prototype, WebGL2RenderingContext.prototype]) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || name === 'constructor') continue;
      prototype[name] = function (...args) {
        const from = performance.now();
        try {
          return value.apply(this, args);
        } finally {
          gl += performance.now() - from;
          if (name.startsWith('draw')) draws += 1;
        }
      };
    }
  }
  let key = null;
  const taken = [];
  const ask = requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => ask((time) => {
    const [from, drawing] = [performance.now(), gl];
    callback(time);
    if (key?.frame === undefined || key.frame === time) {
      if (key) { key.frame = time; key.ms += performance.now() - from - (gl - drawing); }
    }
  });
  window.addEventListener('keydown', ({ code }) => {
    if (code !== 'Space') return;
    const [from, drawing] = [performance.now(), gl];
    key = { ms: 0, draws };
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { key.ms += performance.now() - from - (gl - drawing); };
    queueMicrotask(() => channel.port2.postMessage(null));
    // Two animation frames later all is done.
    ask(() => ask(() => { taken.push({ ms: key.ms, drawn: draws > key.draws }); key = null; }));
  }, { capture: true });
  globalThis.keysTaken = () => taken.splice(0);
})()`;

/** Address of the page with the strip. */
async function addressOf(server) {
  const token = await server.signIn('editor@demo', 'Editor');
  const scope = { db_name: PROJECT, medical_data_type: 'fetal' };
  const { studies } = await server.call(
    '/api/studies/get',
    { search_query: { medical_data_type: 'fetal', active: true }, db_name: PROJECT },
    token,
  );
  for (const study of studies) {
    const { images } = await server.call('/api/files/get', { id: study.study_id, ...scope }, token);
    const answer = await server.call('/api/analysis/get', { id: study.study_id, editor: 'editor@demo', ...scope }, token);
    const strip = answer.images?.find((image) => image.type === TYPE && image.reference && !image.is_annotated);
    if (!strip || !images.some(({ instance_id }) => instance_id === strip.instance_id)) continue;
    return `${server.url}/cycletiming?${new URLSearchParams({
      study_id: study.study_id,
      study_date: study.study_date,
      patient_id: String(study.patient_id),
      patient_id_show: study.patient_show ?? study.study_id,
      data_type: 'fetal',
      project: PROJECT,
      image: strip.instance_id,
    })}`;
  }
  throw new Error(`no study of ${PROJECT} has a ${TYPE} to be timed`);
}

const SPACE = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' };
const LEFT = { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37 };
const RIGHT = { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 };

async function press(page, key, modifiers = 0) {
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, modifiers });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, modifiers });
}

const SHIFT = 8;
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))';
const BEATS = `document.querySelectorAll('[data-testid="beat"]').length`;

/** Onsets from left to right, and all removed again. @returns what each key took */
async function pass(page) {
  await until(page, `${BEATS} === 0`);
  await page.evaluate('globalThis.keysTaken()');
  for (let onset = 0; onset < ONSETS; onset += 1) {
    await press(page, RIGHT, SHIFT);
    await press(page, RIGHT);
    await page.evaluate(FRAMES);
    await press(page, SPACE);
    await page.evaluate(FRAMES);
  }
  const marked = await page.evaluate(BEATS);
  if (marked !== ONSETS) throw new Error(`${ONSETS} keys set ${marked} onsets`);
  const taken = await page.evaluate('globalThis.keysTaken()');
  await press(page, { key: 'R', code: 'KeyR', windowsVirtualKeyCode: 82 }, SHIFT);
  for (let step = 0; step <= ONSETS + ONSETS / 10; step += 1) await press(page, LEFT, SHIFT);
  await until(page, `${BEATS} === 0 && document.querySelector('[data-testid="saved-chip"]')?.dataset.state === 'saved'`);
  return taken;
}

/** @returns for every key of the measured passes `{ms, drawn}` */
export async function keyToMark() {
  const server = await demoServer();
  try {
    const address = await addressOf(server);
    const page = await openPage();
    try {
      await signIn(page, server.url);
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH });
      await page.send('Page.navigate', { url: address });
      await until(
        page,
        `document.querySelector('[data-testid="viewer"][data-frame]') && document.querySelector('section[aria-label=Proposals]')?.textContent.includes('repeats')`,
      );
      const taken = [];
      for (let turn = 0; turn < WARM_PASSES + PASSES; turn += 1) {
        const keys = await pass(page);
        if (turn >= WARM_PASSES) taken.push(...keys);
      }
      return taken;
    } finally {
      await page.close();
    }
  } finally {
    await server.stop();
  }
}
