import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pathOfPlace } from '../../image-page/next-step.ts';
import { openPanelOf } from '../../image-page/use-next-action.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { Place } from './open-item.ts';

/** Leads to where a step is done. */
export function PlaceLink({
  place,
  link,
  className = '',
  children,
}: {
  place: Place;
  link: StudyLink;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link href={pathOfPlace(place, link)} className={className} onClick={() => openPanelOf(place)}>
      {children}
    </Link>
  );
}
