import type { OverlayShape } from './overlay.ts';

/** Shapes that lie over a frame. */
export type Shapes = (frameNumber: number) => readonly OverlayShape[];

/** Shapes of several sources, the uppermost last: the same list as long as every source returns its own. */
export function stacked(...sources: readonly Shapes[]): Shapes {
  const parts: (readonly OverlayShape[])[] = [];
  let all: readonly OverlayShape[] = [];
  return (frameNumber) => {
    let same = parts.length === sources.length;
    for (let at = 0; at < sources.length; at += 1) {
      const shapes = sources[at]?.(frameNumber) ?? [];
      if (parts[at] === shapes) continue;
      parts[at] = shapes;
      same = false;
    }
    if (!same) all = parts.flat();
    return all;
  };
}
