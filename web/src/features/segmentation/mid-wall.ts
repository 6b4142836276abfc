/** The mid-wall line in the picture, thinner than drawn lines and in the colour of its endocardium. */
import { useEffect, useEffectEvent } from 'react';
import type { CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { colourOf } from '../../tools/palette.ts';
import type { ComputedLine } from '../../tools/whole-cycle/state.ts';
import type { WholeCycle } from './whole-cycle.ts';

/** Kind of the curves that are measured on it. */
const KIND = 'mid-wall-strain';
/** Width of the line, in CSS pixels. */
const WIDTH_PX = 1;

type Curves = Pick<CycleCurves, 'frames' | 'mid_walls'>;

/** The first mid-wall line of a cycle as shapes by frame; null where there is none. */
export function midWallOf({ frames, mid_walls: [line] }: Curves, cycle: number, names: readonly string[]): ComputedLine | null {
  if (!line) return null;
  const colour = colourOf(names.indexOf(line.line));
  const shapes: ComputedLine['shapes'] = new Map(
    frames.flatMap((frame, at) => {
      const points = (line.frames[at] ?? []).map(([x, y]) => ({ x, y }));
      return points.length === 0
        ? []
        : [[frame, { kind: 'line', points, closed: false, colour, style: 'solid', width: WIDTH_PX }] as const];
    }),
  );
  return { cycle, shapes };
}

interface Shown {
  curves: Curves;
  cycle: number;
  /** Kind of the curves that are shown. */
  kind: string | undefined;
  /** Names of the lines, in the order of their colours. */
  names: readonly string[];
}

/** Draws the line while its strain is shown. */
export function useMidWall(whole: WholeCycle, shown: Shown | null): void {
  const show = useEffectEvent(() => {
    whole.send({ type: 'mid-wall', line: shown && midWallOf(shown.curves, shown.cycle, shown.names) });
  });
  const isShown = shown?.kind === KIND;
  const curves = shown?.curves;
  useEffect(() => {
    if (!isShown) return;
    show();
    return () => whole.send({ type: 'mid-wall', line: null });
  }, [isShown, curves, whole]);
}
