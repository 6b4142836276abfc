import type { PageContext } from '../../image-page/parts.ts';
import { CLIP_EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import { colourOf } from '../../tools/palette.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './segmentation.module.css';
import type { Plane } from './plane.ts';
import { messages } from './messages.ts';
import { usePlane, usePlaneScale } from './use-plane.ts';

/** The event and the cycle whose lines are in work. */
export function PlaneState({ plane, context }: { plane: Plane; context: PageContext }) {
  usePlaneScale(plane, context);
  const view = usePlane(plane, context);
  if (!view) return null;
  const { ready, work } = view;
  const { event, cycle } = work.place;
  const cycles = ready.image.cardiac_events.length;
  return (
    <span className={classes.place}>
      {event !== null && (
        <Segments
          label={messages.event}
          value={event}
          segments={CLIP_EVENTS.map((value) => ({ value, label: messages.events[value] }))}
          onChange={(to) => plane.send({ type: 'go-to', place: { cycle, event: to } })}
        />
      )}
      {cycles > 0 && (
        <span className={classes.cycleOf} data-testid="cycle-of">
          <i style={{ background: colourOf(cycle) }} />
          <b>
            {messages.cycle(cycle + 1)} <span>{messages.ofCycles(cycles)}</span>
          </b>
        </span>
      )}
    </span>
  );
}
