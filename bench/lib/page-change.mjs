// One click in the page and what it leads to: how long the main thread computes until it is painted, and how long that takes by the clock.
import { sized } from './smoke.mjs';

/** Records of the browser: the tasks of threads, and the marks that the page makes. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
const US_PER_MS = 1000;
const [CLICKED, PAINTED] = ['bench-clicked', 'bench-painted'];
/** The page has come to rest when nothing was fetched for so long, in ms. */
const REST_MS = sized(300, 100);
const GIVE_UP_MS = 60_000;

/**
 * Runs in the page, with the element that is clicked. Waits until `count` elements of the selector are new or show another picture and the
 * frame with them is painted, and resolves to ms since the click.
 */
function clickAndWait(element, { selector, count, clicked, painted, giveUpMs }) {
  const before = new Set(document.querySelectorAll(selector));
  const changed = new Set();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${selector} was not seen at ${location.pathname}${location.search}`)), giveUpMs);
    const begin = performance.now();
    // Frames are not asked for while nothing has changed: each would cost computing time.
    const observer = new MutationObserver((records) => {
      for (const { target, type } of records) if (type === 'attributes') changed.add(target);
      const there = [...document.querySelectorAll(selector)].filter((one) => !before.has(one) || changed.has(one));
      if (there.length < count) return;
      observer.disconnect();
      clearTimeout(timer);
      // The second frame begins when the first one was given to be painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          performance.mark(painted);
          resolve(performance.now() - begin);
        }),
      );
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-frame', 'data-view'] });
    performance.mark(clicked);
    element.click();
  });
}

/** CPU time of the page's main thread between both marks, in ms; of a task that a mark cuts, its share by the clock. */
function computedMs(trace) {
  const markOf = (name) => trace.find((event) => event.name === name && event.cat?.includes('blink.user_timing'));
  const [from, to] = [markOf(CLICKED), markOf(PAINTED)];
  if (!from || !to) throw new Error('the marks of the page are not in the trace');
  return trace
    .filter(({ name, ph, pid, tid, tdur }) => name === 'RunTask' && ph === 'X' && pid === from.pid && tid === from.tid && tdur > 0)
    .reduce((sum, { ts, dur, tdur }) => {
      const within = Math.min(ts + dur, to.ts) - Math.max(ts, from.ts);
      return within > 0 ? sum + (tdur * within) / dur / US_PER_MS : sum;
    }, 0);
}

/** Resolves once no request was under way for a while. */
export async function atRest(page) {
  let last = Date.now();
  const touch = () => {
    last = Date.now();
  };
  for (const event of ['request', 'requestfinished', 'requestfailed']) page.on(event, touch);
  const giveUp = Date.now() + GIVE_UP_MS;
  while (Date.now() - last < REST_MS && Date.now() < giveUp) await page.waitForTimeout(REST_MS / 3);
  for (const event of ['request', 'requestfinished', 'requestfailed']) page.off(event, touch);
}

/**
 * Clicks, and waits for what it leads to.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} element
 * @param {{selector: string, count?: number}} seen
 * @returns {Promise<{cpuMs: number, wallMs: number}>}
 */
export async function measureChange(page, element, { selector, count = 1 }) {
  await atRest(page);
  const session = await page.context().newCDPSession(page);
  const trace = [];
  session.on('Tracing.dataCollected', ({ value }) => trace.push(...value));
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES }, transferMode: 'ReportEvents' });
  const wallMs = await element.evaluate(clickAndWait, { selector, count, clicked: CLICKED, painted: PAINTED, giveUpMs: GIVE_UP_MS });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return { cpuMs: computedMs(trace), wallMs };
}
