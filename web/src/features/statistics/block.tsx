import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

interface Props {
  name: string;
  open: boolean;
  onToggle: () => void;
  /** At the right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the page that folds away below its heading. */
export function Block({ name, open, onToggle, aside, children }: Props) {
  const content = useId();
  const section = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // An opened block scrolls into sight; what stands open from the beginning moves nothing.
    if (open && !first.current) section.current?.scrollIntoView({ block: 'start' });
    first.current = false;
  }, [open]);
  return (
    <section ref={section} className={classes.block} aria-label={name}>
      <div className={`${layout.small} ${layout.line} ${classes.heading}`}>
        <h2>
          <button type="button" aria-expanded={open} aria-controls={content} onClick={onToggle}>
            <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
            {name}
          </button>
        </h2>
        {aside}
      </div>
      <div id={content} hidden={!open}>
        {open && children}
      </div>
    </section>
  );
}
