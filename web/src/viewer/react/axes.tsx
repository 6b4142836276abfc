import { line } from 'd3-shape';
import { useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { Player } from '../clip/player.ts';
import { axesOf, type Axis, type Tick } from '../facts/axes.ts';
import type { Stage } from '../stage.ts';
import classes from './axes.module.css';

/** Length of a tick, and from the axis to its words, in CSS pixels. */
const TICK_PX = 6;
const WORDS_PX = 9;

const path = line();

/** Axes of the region that the image is measured in, where the file has a scale. */
export function Axes({
  stage,
  player,
  scaling,
  modality,
}: {
  stage: Stage;
  player: Player;
  scaling: ImageScale | null;
  modality: string | null;
}) {
  const { metadata } = useSnapshot(player.state);
  const view = useSyncExternalStore(stage.subscribe, () => stage.view.view);
  const hidden = useSyncExternalStore(stage.subscribe, () => stage.hidden);
  if (hidden || !view || !metadata || !scaling) return null;
  const region = modality === null ? metadata.flow_region : scaling.flowRegion(modality);
  if (!region) return null;
  const axes = axesOf(region, scaling, view, metadata, stage.view.canvas);
  return (
    <svg className={classes.axes} data-testid="axes" aria-hidden="true">
      {axes.map((axis) => (
        <OneAxis key={axis.direction} axis={axis} />
      ))}
    </svg>
  );
}

function OneAxis({ axis }: { axis: Axis }) {
  const { direction, unit, across, outside, from, to, ticks } = axis;
  // Next to the picture the ticks point away from it, over it into the region.
  const sign = direction === 'x' ? (outside ? 1 : -1) : outside ? -1 : 1;
  const place = (along: number, away: number): [number, number] =>
    direction === 'x' ? [along, across + sign * away] : [across + sign * away, along];
  const [unitX, unitY] = direction === 'x' ? place(to, WORDS_PX) : place(from, WORDS_PX);
  return (
    <g data-axis={direction} data-side={sign < 0 ? 'before' : 'after'}>
      <path className={classes.line} d={path([place(from, 0), place(to, 0)]) ?? ''} />
      {ticks.map((tick) => (
        <OneTick key={tick.text} tick={tick} place={place} />
      ))}
      <text className={classes.unit} x={unitX} y={unitY} dy={direction === 'y' ? -WORDS_PX : 0} dx={direction === 'x' ? 2 * WORDS_PX : 0}>
        {unit}
      </text>
    </g>
  );
}

function OneTick({ tick: { at, text, zero }, place }: { tick: Tick; place: (along: number, away: number) => [number, number] }) {
  const [x, y] = place(at, WORDS_PX);
  return (
    <g data-zero={zero}>
      <path className={classes.line} d={path([place(at, 0), place(at, TICK_PX)]) ?? ''} />
      <text x={x} y={y}>
        {text}
      </text>
    </g>
  );
}
