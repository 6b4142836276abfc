import { outcomeWords, reasonWords, sourceOf } from '../../image-page/measurements/standing-words.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import type { JudgedMeasurement } from './judged.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import type { PlacedPoint } from './values.ts';

interface Props {
  point: PlacedPoint;
  unit: string;
  axis: { unit: string };
  rows: JudgedMeasurement['rows'] | null;
  onOpen: () => void;
}

const range = ({ low, high }: PlacedPoint, unit: string): string =>
  low === null && high === null
    ? messages.values.noRange
    : messages.values.range(low === null ? '' : shownValue(low), high === null ? '' : shownValue(high), unit);

/** Where the point is among the reference values, or why it is not; empty where none judges it. */
function standingWords({ standing }: PlacedPoint, rows: Props['rows']): string[] {
  if (standing === null) return [];
  const words = outcomeWords(standing)?.main ?? reasonWords(standing.reason);
  return words === null ? [] : [words, sourceOf(rows, standing)];
}

/** The chosen point in words. */
export function PointWords({ point, unit, axis, rows, onOpen }: Props) {
  return (
    <p className={`${layout.wraps} ${layout.small} ${classes.words}`} aria-live="polite">
      <button type="button" className={layout.textButton} onClick={onOpen}>
        {point.of.patient_show}
      </button>
      <b>
        {shownValue(point.value)} <small>{unit}</small>
      </b>
      <span>{[messages.values.at(shownValue(point.at), axis.unit), ...standingWords(point, rows), range(point, unit)].join(', ')}</span>
    </p>
  );
}
