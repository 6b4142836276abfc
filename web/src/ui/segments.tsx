import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
}

/** A choice between a few things, all of them in sight. */
export function Segments<Value extends string>({
  label,
  value,
  segments,
  onChange,
}: {
  /** Name for screen readers. */
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <span className={`${classes.joined} ${classes.segments}`} role="group" aria-label={label}>
      {segments.map((one) => (
        <button key={one.value} type="button" aria-pressed={one.value === value} onClick={() => onChange(one.value)}>
          {one.label}
        </button>
      ))}
    </span>
  );
}
