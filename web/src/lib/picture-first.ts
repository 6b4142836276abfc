/**
 * The picture before the page: what a step of a tool changes is drawn over the picture in the next animation frame, and the rest of the
 * page follows after that frame. Before the next input the page is brought up to date.
 */
import { flushSync } from 'react-dom';

/** Browsers draw no frame of a window that is covered; then the page follows after this long, in ms. */
const LONGEST_MS = 100;
/** Inputs that the page may respond to. */
const INPUTS = ['keydown', 'pointerdown', 'click', 'input', 'wheel', 'focusin'] as const;

/** Inputs on a picture. A control of the page that is clicked or typed into shows what it was given at once. */
const ON_PICTURE: ReadonlySet<string> = new Set(['keydown', 'pointerdown', 'pointermove', 'pointerup', 'wheel']);

/** Parts of the page that wait for a notification. */
const waiting = new Set<() => void>();
let holds = false;
let frame = 0;
let timer = 0;
const { port1: afterFrame, port2: inFrame } = new MessageChannel();

function release(): void {
  if (!holds) return;
  holds = false;
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const listeners = [...waiting];
  waiting.clear();
  for (const notify of listeners) notify();
}

/** Brings the page up to date before the next input. */
function catchUp(): void {
  if (holds) flushSync(release);
}

// A message comes after the frame in which it was sent.
afterFrame.addEventListener('message', release);
afterFrame.start();
for (const type of INPUTS) window.addEventListener(type, catchUp, { capture: true });
document.addEventListener('visibilitychange', catchUp);

/** During an input on the picture: parts of the page are notified only after the next frame is drawn. */
export function pictureFirst(): void {
  if (holds || document.hidden || !ON_PICTURE.has(window.event?.type ?? '')) return;
  holds = true;
  frame = requestAnimationFrame(() => {
    inFrame.postMessage(null);
  });
  timer = window.setTimeout(release, LONGEST_MS);
}

/** Notifies a part of the page, now or after the picture. */
export function notifyPage(listener: () => void): void {
  if (holds) waiting.add(listener);
  else listener();
}
