import { SHORT_EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { frameOf, samePlace } from '../../tools/lines/place.ts';
import { isPlaceTraced } from '../../tools/lines/record.ts';
import { colourOf } from '../../tools/palette.ts';
import layout from '../../ui/layout.module.css';
import classes from './segmentation.module.css';
import type { Plane } from './plane.ts';
import { usePlane } from './use-plane.ts';

/** The frames of the events over the bar of a clip: solid where their lines are traced, hollow where they are not yet. */
export function PlaneCine({ plane, context }: { plane: Plane; context: PageContext }) {
  const view = usePlane(plane, context);
  if (!view || view.ready.size.frames < 2) return null;
  const { ready, work } = view;
  const last = ready.size.frames - 1;
  return (
    <div className={`${layout.over} ${classes.cine}`} data-testid="segmentation-marks" aria-hidden="true">
      {ready.places.map((place) => {
        const frame = frameOf(ready.image, place);
        if (frame === null || place.event === null) return null;
        return (
          <span
            key={`${place.cycle} ${place.event}`}
            data-event={place.event}
            data-traced={isPlaceTraced(ready.image, place, ready.pattern)}
            data-here={samePlace(place, work.place)}
            style={{ left: `${(100 * (frame - 1)) / last}%`, color: colourOf(place.cycle) }}
          >
            <i>{SHORT_EVENTS[place.event]}</i>
          </span>
        );
      })}
    </div>
  );
}
