import type { ComponentProps, ReactNode } from 'react';
import layout from './layout.module.css';

interface Props extends ComponentProps<'section'> {
  title: string;
  /** The accessible name, where it is not the title. */
  label?: string;
  /** A figure or an explanation next to the title. */
  note?: ReactNode;
  /** Buttons at the right of the heading. */
  tools?: ReactNode;
}

/** A part of a page: one line with its heading, note and tools, and its content below. */
export const Section = ({ title, label = title, note, tools, children, ...rest }: Props) => (
  <section {...rest} className={layout.section} aria-label={label}>
    <div className={layout.sectionHead}>
      <h2>{title}</h2>
      <small>{note}</small>
      {tools}
    </div>
    {children}
  </section>
);
