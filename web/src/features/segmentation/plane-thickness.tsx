import { Slider } from '@mantine/core';
import { fixed } from '../../lib/format.ts';
import { thicknessOf, wallNear } from '../../tools/contours/change.ts';
import { messages } from './messages.ts';
import classes from './segmentation.module.css';
import type { Plane, PlaneView } from './plane.ts';

const MM_PER_CM = 10;

/** The epicardial thickness, as a share of the image's height and in mm where there is a scale. */
export function PlaneThickness({ plane, view: { ready, work, can }, readOnly }: { plane: Plane; view: PlaneView; readOnly: boolean }) {
  const wall = wallNear(ready, work.place, work.row);
  if (!wall) return null;
  const { min, max, step } = ready.rules.EPI_THICKNESS;
  const now = plane.state.thickness ?? thicknessOf(ready, wall.endo, wall.epi);
  const mm = ready.scale ? ` · ${fixed(now * ready.size.height * ready.scale[1] * MM_PER_CM, 1)} mm` : '';
  const send = (to: number, done: boolean) => plane.send({ type: 'thickness', to, done });
  return (
    <div className={classes.thickness}>
      <div>
        <span>{messages.lines.thickness}</span>
        <b data-testid="thickness">
          {messages.lines.ofHeight(fixed(now, 3))}
          {mm}
        </b>
      </div>
      <Slider
        min={min}
        max={max}
        step={step}
        value={now}
        label={null}
        disabled={readOnly || !can.thickness}
        onChange={(to) => send(to, false)}
        onChangeEnd={(to) => send(to, true)}
        thumbLabel={messages.lines.thickness}
      />
    </div>
  );
}
