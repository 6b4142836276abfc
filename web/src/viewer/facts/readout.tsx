import { fixed } from '../../lib/format.ts';
import type { PhysicalReading } from './calibration.ts';
import { messages } from './messages.ts';
import type { Sample } from './sample.ts';
import classes from './facts.module.css';
import type { Point } from '../view/view-transform.ts';

/** Where the cursor is: stored pixels, what is stored there, and physical units of the region under it. */
export function Readout({ cursor, sample, reading }: { cursor: Point | null; sample: Sample | null; reading: PhysicalReading | null }) {
  return (
    <span className={classes.readout} data-testid="readout" aria-live="off">
      {cursor && (
        <>
          {sample && (
            <span className={classes.sample} data-testid="readout-sample">
              <i>{messages.samples[sample.kind]}</i> {sample.numbers.join(' ')}
            </span>
          )}
          <span className={classes.pixel} data-testid="readout-px">
            {fixed(cursor.x, 2)}, {fixed(cursor.y, 2)} <i>px</i>
          </span>
          {reading?.x && (
            <span className={classes.readoutValue} data-testid="readout-x">
              {fixed(reading.x.value, 3)} <i>{reading.x.unit}</i>
            </span>
          )}
          {reading?.y && (
            <span className={classes.readoutValue} data-testid="readout-y">
              {fixed(reading.y.value, 3)} <i>{reading.y.unit}</i>
            </span>
          )}
          {reading?.reason && !reading.x && !reading.y && <span className={classes.readoutNone}>{messages.noValue[reading.reason]}</span>}
        </>
      )}
    </span>
  );
}
