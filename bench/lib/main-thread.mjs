// Computing time of the page's main thread for an input event, and whether the next animation frame draws it.

import { median } from './rounds.mjs';

/** Records of the browser: events with the scripts they run, callbacks of animation frames, and the tasks these are part of. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
const US_PER_MS = 1000;

/** Runs in the page. Notes for every event of a type what WebGL does until the end of the animation frame after it: ms in its calls, and whether it draws. */
export function watchGl(type) {
  let inGl = 0;
  let draws = 0;
  const methods = WebGLRenderingContext.prototype;
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = Object.getOwnPropertyDescriptor(methods, name)?.value;
    if (typeof method !== 'function') continue;
    methods[name] = function timed(...args) {
      const start = performance.now();
      const answer = method.apply(this, args);
      inGl += performance.now() - start;
      if (name.startsWith('draw')) draws += 1;
      return answer;
    };
  }
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  const taken = [];
  // A message comes after the animation frame that sent it.
  port1.onmessage = () => {
    const { key, before } = heard.shift();
    taken.push({ key, glMs: inGl - before.inGl, drawn: draws > before.draws });
  };
  addEventListener(
    type,
    ({ key }) => {
      heard.push({ key, before: { inGl, draws } });
      ask(() => port2.postMessage(null));
    },
    { capture: true },
  );
  globalThis.eventsTaken = () => taken.splice(0);
  globalThis.areEventsTaken = () => heard.length === 0;
}

/** Slices of the thread that the events were given to, in order. */
function threadOf(trace, type) {
  const isEvent = ({ name, args }) => name === 'EventDispatch' && args?.data?.type === type;
  const first = trace.find(isEvent);
  if (first === undefined) throw new Error(`no ${type} was heard`);
  return trace
    .filter(({ ph, pid, tid, tdur }) => ph === 'X' && pid === first.pid && tid === first.tid && tdur !== undefined)
    .sort((a, b) => a.ts - b.ts)
    .map((slice) => ({
      ...slice,
      isEvent: isEvent(slice),
      isFrame: slice.name === 'FireAnimationFrame',
      isTask: slice.name === 'RunTask',
    }));
}

/** The task that a slice is a part of. */
const taskOf = (tasks, { ts }) => tasks.findLast((task) => task.ts <= ts && ts < task.ts + task.dur);

/** Ms of each event, and of the first animation frame after it. */
function computedMs(trace, type) {
  const slices = threadOf(trace, type);
  const tasks = slices.filter(({ isTask }) => isTask);
  const frames = slices.filter(({ isFrame }) => isFrame).map((frame) => ({ ...frame, task: taskOf(tasks, frame) }));
  return slices
    .filter(({ isEvent }) => isEvent)
    .map((event) => {
      const next = frames.find(({ ts }) => ts > event.ts)?.task;
      const callbacks = frames.filter(({ ts, task }) => next !== undefined && task === next && ts > event.ts);
      return [event, ...callbacks].reduce((sum, { tdur }) => sum + tdur, 0) / US_PER_MS;
    });
}

/**
 * Lets `work` give the page events of a type, which `watchGl` watches, and returns for each its key, whether it was drawn in the next animation
 * frame, and how many ms the main thread computed outside of WebGL: in the scripts of the event and in the callbacks of that frame. It is time of
 * the thread itself: what others compute meanwhile on the same processors, as the software that draws here, is not part of it. The time of
 * WebGL's calls is only known by the clock; of an event in which they took longer than in half of them, that half's time is taken off.
 */
export async function computedFor(page, type, work) {
  const session = await page.context().newCDPSession(page);
  const trace = [];
  session.on('Tracing.dataCollected', ({ value }) => trace.push(...value));
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES }, transferMode: 'ReportEvents' });
  await work();
  // The frames of the last events may still be under way.
  await page.waitForFunction(() => globalThis.areEventsTaken());
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const computed = computedMs(trace, type);
  const taken = await page.evaluate(() => globalThis.eventsTaken());
  if (taken.length !== computed.length) throw new Error(`${computed.length} events were given to the page, and it heard ${taken.length}`);
  const usualGlMs = median(taken.map(({ glMs }) => glMs));
  return taken.map(({ key, glMs, drawn }, index) => ({ key, drawn, ms: computed[index] - Math.min(glMs, usualGlMs) }));
}
