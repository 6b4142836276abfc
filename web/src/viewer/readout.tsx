import { fixed } from '../lib/format.ts';
import { NO_VALUE_TEXT, type PhysicalReading } from './calibration.ts';
import classes from './readout.module.css';
import type { Point } from './view-transform.ts';

/** Where the cursor is: stored pixels, and physical units of the region under it. */
export function Readout({ cursor, reading }: { cursor: Point | null; reading: PhysicalReading | null }) {
  return (
    <span className={classes.readout} data-testid="readout" aria-live="off">
      {cursor && (
        <>
          <span className={classes.pixel} data-testid="readout-px">{fixed(cursor.x, 2)}, {fixed(cursor.y, 2)} <i>px</i></span>
          {reading?.x && <span className={classes.value} data-testid="readout-x">{fixed(reading.x.value, 3)} <i>{reading.x.unit}</i></span>}
          {reading?.y && <span className={classes.value} data-testid="readout-y">{fixed(reading.y.value, 3)} <i>{reading.y.unit}</i></span>}
          {reading?.reason && !reading.x && !reading.y && <span className={classes.none}>{NO_VALUE_TEXT[reading.reason]}</span>}
        </>
      )}
    </span>
  );
}
