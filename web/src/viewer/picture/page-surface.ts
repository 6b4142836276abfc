/**
 * The one drawing surface of the page. A browser keeps the memory of a WebGL context long after its canvas is gone,
 * so images take turns on one surface instead of each making its own (docs/why/tools.md#one-drawing-surface-for-the-page).
 */
import { Surface } from './gl.ts';
import { commandCache } from './regl-cache.generated.ts';

let made: Surface | null = null;
let clearing: ReturnType<typeof setTimeout> | undefined;

const theSurface = (): Surface => (made ??= new Surface(document.createElement('canvas'), commandCache));

/** Makes the surface while a page waits for its study: the browser takes its time for that. */
export function prepareSurface(): void {
  try {
    theSurface();
  } catch {
    // The image that takes the surface reports the failure.
  }
}

/**
 * Puts the surface into an element and empties it.
 * @throws Error when the browser has no WebGL
 */
export function takeSurface(host: HTMLElement): Surface {
  const surface = theSurface();
  surface.reset();
  host.append(surface.canvas);
  return surface;
}

/** How long the memory of the last picture stays for the next one, in ms: setting a size waits for the graphics process. */
const KEPT_MS = 30_000;

/**
 * Takes the surface out of an element, unless another image has it already. The memory of the last picture is given back if no image
 * has taken the surface after a while.
 */
export function leaveSurface(host: HTMLElement, surface: Surface): void {
  if (surface.canvas.parentElement !== host) return;
  surface.canvas.remove();
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    if (!surface.canvas.isConnected) surface.clear();
  }, KEPT_MS);
}
