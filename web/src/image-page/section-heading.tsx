import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './image-page.module.css';
import { fold, type FoldName } from './panel-place.ts';

/** Heading of a section, which folds it. */
export function SectionHeading({
  name,
  title,
  folded,
  children,
}: {
  name: FoldName;
  title: string;
  folded: boolean;
  children?: ReactNode;
}) {
  const Icon = folded ? IconChevronRight : IconChevronDown;
  return (
    <div className={classes.heading}>
      <h2>
        <button type="button" aria-expanded={!folded} onClick={() => fold(name, !folded)}>
          <Icon size={14} stroke={1.6} aria-hidden="true" />
          {title}
        </button>
      </h2>
      {children}
    </div>
  );
}
