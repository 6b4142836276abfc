import type { DataType } from '@echometry/contract/records/data-type.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { messages } from './messages.ts';
import classes from './statistics.module.css';
import type { AgedPoint } from './values.ts';

interface Props {
  point: AgedPoint;
  unit: string;
  dataType: DataType;
  onOpen: () => void;
}

const range = ({ low, high }: AgedPoint, unit: string): string =>
  low === null && high === null
    ? messages.values.noRange
    : messages.values.range(low === null ? '' : shownValue(low), high === null ? '' : shownValue(high), unit);

/** The chosen point in words. */
export function PointWords({ point, unit, dataType, onOpen }: Props) {
  return (
    <p className={classes.words} aria-live="polite">
      <button type="button" className={classes.link} onClick={onOpen}>
        {point.of.patient_show}
      </button>
      <b>
        {shownValue(point.value)} <small>{unit}</small>
      </b>
      <span>
        {messages.values.atAge(shownValue(point.age), dataType)}, {range(point, unit)}
      </span>
    </p>
  );
}
