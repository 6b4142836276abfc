import type { Anomaly, DataAnomalies, DataStatistics } from '@echometry/contract/records/statistics.ts';
import { Anomalies } from './anomalies.tsx';
import { messages } from './messages.ts';
import { MonthsPlot } from './months-plot.tsx';
import classes from './statistics.module.css';
import { Tables } from './tables.tsx';
import { ValuesFigure } from './values-figure.tsx';

export interface PlaceOfStudy {
  study_id: string;
  page: 'measurements' | 'cycletiming' | 'reference';
  instance_id: string | null;
  measurement: string | null;
}

interface Props {
  data: DataStatistics;
  odd: DataAnomalies;
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
export function DataBlock({ data, odd, opens, blind, onOpen }: Props) {
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
              onOpen={({ of, instance_id }, measurement) =>
                onOpen({ study_id: of.study_id, page: 'measurements', instance_id, measurement })
              }
            />
            <Anomalies anomalies={odd.anomalies} onOpen={opens ? openAnomaly : null} />
          </>
        )}
      </div>
      <Tables stats={data.stats} />
    </>
  );
}
