import { useState, type RefObject } from 'react';
import type { AssessedImage } from '@echometry/contract/records/statistics.ts';
import { NO_QUALITY_FILTER, qualityStatistics, shownPercent, type QualityFilter } from '@echometry/contract/rules/quality-statistics.ts';
import { messages } from './messages.ts';
import { QualityFilters, validFilter } from './quality-filters.tsx';
import { QualityTable } from './quality-table.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

interface Props {
  images: readonly AssessedImage[];
  /** Whether the project filters by gestational age. */
  byAge: boolean;
  filters: RefObject<HTMLInputElement | null>;
}

/** The assessments of image quality: all of them, or those within chosen dates and gestational ages. */
export function QualityBlock({ images, byAge, filters }: Props) {
  const [filter, setFilter] = useState<QualityFilter>(NO_QUALITY_FILTER);
  // Ends that cannot be leave the numbers as they were, with the reason beside them.
  const { applied, fault } = validFilter(filter);
  const { general, image_types } = qualityStatistics(images, applied);
  const all = qualityStatistics(images).general.total_studies;
  return (
    <div className={classes.quality}>
      <QualityFilters ref={filters} filter={filter} byAge={byAge} fault={fault} onChange={setFilter}>
        {messages.quality.assessed(general.total_studies, all)}
      </QualityFilters>
      <dl className={`${layout.wraps} ${classes.figures}`}>
        <Figure value={String(general.total_studies)} name={messages.quality.studies} />
        <Figure value={shownPercent(general.average_acceptance)} name={messages.quality.acceptance} />
        <Figure value={String(general.quick_total)} name={messages.quality.quick} />
        <Figure value={shownPercent(general.quick_acceptance)} name={messages.quality.quickAcceptance} />
      </dl>
      <QualityTable types={image_types} />
    </div>
  );
}

const Figure = ({ value, name }: { value: string; name: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
