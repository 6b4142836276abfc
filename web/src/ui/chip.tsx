import type { ReactNode } from 'react';
import classes from './kit.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'accent' | 'plain';

/** A rounded label with an optional dot in the colour of its tone. */
export function Chip({
  tone = 'plain',
  dot = false,
  icon,
  children,
  title,
}: {
  tone?: Tone;
  dot?: boolean;
  icon?: ReactNode;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={classes.chip} data-tone={tone} title={title}>
      {dot && <span className={classes.dot} aria-hidden="true" />}
      {icon}
      <span className={classes.text}>{children}</span>
    </span>
  );
}
