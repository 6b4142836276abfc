// What the page's scripts do for an event of its input, without the browser's own work and without what software draws.

/**
 * Runs in the page. Notes for every event of a type how long the page's scripts ran for it: in the task of the event, and in the callbacks of the
 * animation frame after it, without the time inside of WebGL calls, which software draws here; and whether WebGL drew.
 */
export function watchMainThread(type) {
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
  let inFrames = 0;
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    ask((now) => {
      const start = performance.now();
      callback(now);
      inFrames += performance.now() - start;
    });
  const taken = [];
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  // A message comes after the animation frame that sent it.
  port1.onmessage = () => {
    const { key, inEvent, before } = heard.shift();
    taken.push({ key, ms: inEvent + inFrames - before.inFrames - (inGl - before.inGl), drawn: draws > before.draws });
  };
  addEventListener(
    type,
    ({ key }) => {
      heard.push({ key, inEvent: 0, start: performance.now(), before: { inGl, inFrames, draws } });
      ask(() => port2.postMessage(null));
    },
    { capture: true },
  );
  // To be called when the page has its own listener: this one comes after it, and after what that left to be done at its end.
  globalThis.listenLast = () =>
    addEventListener(type, () => {
      const last = heard.at(-1);
      last.inEvent = performance.now() - last.start;
    });
  globalThis.eventsTaken = () => taken.splice(0);
}
