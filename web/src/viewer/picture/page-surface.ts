/**
 * The one drawing surface of the page. A browser keeps the memory of a WebGL context long after its canvas is gone,
 * so images take turns on one surface instead of each making its own (docs/why/tools.md#one-drawing-surface-for-the-page).
 */
import { Surface } from './gl.ts';
import { commandCache } from './regl-cache.generated.ts';

let made: Surface | null = null;

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

/** Animation frames until the browser's compositor has given back the buffers it showed. */
const GIVEN_BACK_AFTER = 3;

/**
 * Takes the surface out of an element, unless another image has it already. The memory of the last picture is given back a few
 * animation frames later, if no image has taken it: a size that is set frees only buffers that are not shown any more, and
 * changing pages must not wait for it.
 */
export function leaveSurface(host: HTMLElement, surface: Surface): void {
  if (surface.canvas.parentElement !== host) return;
  surface.canvas.remove();
  const later = (frames: number): void => {
    if (frames > 0)
      requestAnimationFrame(() => {
        later(frames - 1);
      });
    else if (!surface.canvas.isConnected) surface.clear();
  };
  later(GIVEN_BACK_AFTER);
}
