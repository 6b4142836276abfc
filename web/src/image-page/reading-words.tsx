import { useSyncExternalStore, type ReactNode } from 'react';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import { fixed } from '../lib/format.ts';
import type { Point } from '../tools/point.ts';
import type { Stage } from '../viewer/stage.ts';
import classes from './panel.module.css';

/** From the place to its words, and the room that they need at the right, in CSS pixels. */
const GAP_PX = 8;
const ROOM_PX = 150;
/** Words beside their place stay this far from the edges of the picture, in CSS pixels. */
const EDGE_PX = 24;

export interface ReadingWordsProps {
  stage: Stage | null;
  /** In stored pixels. */
  place: Point | null;
  reading: Pick<PhysicalReading, 'x' | 'y'> | null;
  /** From the place down to the words, in CSS pixels; without it they are beside the place. */
  downPx?: number;
  testId: string;
  /** Words after the values. */
  more?: () => ReactNode;
}

/** Time and value at a place of a strip, next to it on the screen; nothing without a place or its values. */
export function ReadingWords({ stage, place, reading, downPx, testId, more }: ReadingWordsProps) {
  const view = useSyncExternalStore(stage?.subscribe ?? never, () => stage?.view.view ?? null);
  const at = place && view ? stage?.view.toScreen(place) : null;
  if (!reading || !at || !stage) return null;
  const { width, height } = stage.view.canvas;
  const left = at.x > width - ROOM_PX;
  const top = downPx === undefined ? Math.min(Math.max(at.y, EDGE_PX), height - EDGE_PX) : at.y + downPx;
  return (
    <span
      className={classes.words}
      data-side={left ? 'left' : 'right'}
      data-beside={downPx === undefined}
      data-testid={testId}
      aria-hidden="true"
      style={{ left: at.x + (left ? -GAP_PX : GAP_PX), top }}
    >
      {reading.x && (
        <>
          {fixed(reading.x.value, 3)} <i>{reading.x.unit}</i>
        </>
      )}
      {reading.y && (
        <>
          {' '}
          {fixed(reading.y.value, 1)} <i>{reading.y.unit}</i>
        </>
      )}
      {more?.()}
    </span>
  );
}

const never = () => () => undefined;
