import type { Anomaly, DataAnomalies, DataStatistics, StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { Anomalies } from './anomalies.tsx';
import { messages } from './messages.ts';
import { MonthsPlot } from './months-plot.tsx';
import classes from './statistics.module.css';
import { Tables } from './tables.tsx';
import type { Judging } from './use-judged.ts';
import { ValuesFigure } from './values-figure.tsx';

export interface PlaceOfStudy {
  study_id: string;
  page: 'measurements' | 'cycletiming' | 'reference';
  instance_id: string | null;
  measurement: string | null;
}

export interface DataBlockProps {
  data: DataStatistics;
  odd: DataAnomalies;
  judging: Judging;
  /** The tables below, those by reference values included once they are known. */
  tables: readonly [StatisticsTable, ...StatisticsTable[]];
  opens: boolean;
  /** Who works blind is shown nothing of single studies. */
  blind: boolean;
  onOpen: (place: PlaceOfStudy) => void;
}

const PAGES: Readonly<Record<Anomaly['kind'], PlaceOfStudy['page']>> = {
  implausible: 'measurements',
  outlier: 'measurements',
  cycles: 'cycletiming',
  missing_reference: 'reference',
  missing_age: 'measurements',
};

/** Studies by month, values by age, what is odd, and the tables below. */
export function DataBlock({ data, odd, judging, tables, opens, blind, onOpen }: DataBlockProps) {
  const [months, , values] = data.plots;
  const openAnomaly = ({ study_id, kind, instance_id }: Anomaly) => onOpen({ study_id, page: PAGES[kind], instance_id, measurement: null });
  return (
    <>
      <div className={classes.plots}>
        <MonthsPlot months={months.months} />
        {blind ? (
          <p className={classes.quiet}>{messages.data.blind}</p>
        ) : (
          <>
            <ValuesFigure
              plot={values}
              judged={judging.judged}
              onOpen={({ of, instance_id }, measurement) =>
                onOpen({ study_id: of.study_id, page: 'measurements', instance_id, measurement })
              }
            />
            <Anomalies anomalies={odd.anomalies} onOpen={opens ? openAnomaly : null} />
          </>
        )}
      </div>
      {judging.state !== 'none' && judging.state !== 'done' && (
        <p className={classes.quiet} role={judging.state === 'failed' ? 'alert' : 'status'}>
          {judgingWords(judging)}
        </p>
      )}
      <Tables stats={tables} />
    </>
  );
}

/** Why values are not judged by reference values yet. */
function judgingWords(judging: Exclude<Judging, { state: 'done' | 'none' }>): string {
  if (judging.state === 'failed') return messages.judged.failed(judging.failure);
  return judging.state === 'judging' ? messages.judged.judging : messages.judged.notKept;
}
