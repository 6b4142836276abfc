import type { PageContext } from '../../image-page/parts.ts';
import { CLIP_EVENTS, type ClipEvent } from '@echometry/contract/rules/cardiac-events.ts';
import { colourOf } from '../../tools/palette.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './segmentation.module.css';
import type { Plane } from './plane.ts';
import { messages } from './messages.ts';
import { usePlane, usePlaneScale } from './use-plane.ts';
import { useWholeCycle } from './use-whole-cycle.ts';
import type { WholeCycle } from './whole-cycle.ts';

const WHOLE = 'whole';

/** The event and the cycle whose lines are in work. */
export function PlaneState({ plane, whole, context }: { plane: Plane; whole: WholeCycle; context: PageContext }) {
  usePlaneScale(plane, context);
  const view = usePlane(plane, context);
  const open = useWholeCycle(whole, context);
  if (!view) return null;
  const { ready, work } = view;
  const { event } = work.place;
  const cycle = open?.cycle ?? work.place.cycle;
  const choose = (to: ClipEvent | typeof WHOLE): void => {
    if (to === WHOLE) return whole.send({ type: 'open' });
    if (open) whole.send({ type: 'close' });
    plane.send({ type: 'go-to', place: { cycle, event: to } });
  };
  const cycles = ready.image.cardiac_events.length;
  return (
    <span className={classes.place}>
      {event !== null && (
        <Segments
          label={messages.event}
          value={open ? WHOLE : event}
          segments={[
            ...CLIP_EVENTS.map((value) => ({ value, label: messages.events[value] })),
            { value: WHOLE, label: messages.whole.title },
          ]}
          onChange={choose}
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
