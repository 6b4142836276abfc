import { useId, type ReactNode, type RefObject } from 'react';
import { ageRangeFault, dateRangeFault, NO_QUALITY_FILTER, type QualityFilter } from '@echometry/contract/rules/quality-statistics.ts';
import { messages } from './messages.ts';
import { DAYS_A_WEEK } from './plot-size.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

const today = (): string => new Date().toISOString().slice(0, 10);

/** Valid parts of a filter, and the fault of the rest. */
export function validFilter(filter: QualityFilter): { applied: QualityFilter; fault: string | null } {
  const dates = dateRangeFault(filter, today());
  const ages = ageRangeFault(filter);
  return {
    applied: {
      ...(dates === null ? filter : { ...filter, from: null, to: null }),
      ...(ages === null ? {} : { ga_from: null, ga_to: null }),
    },
    fault: dates ?? ages,
  };
}

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  filter: QualityFilter;
  byAge: boolean;
  fault: string | null;
  onChange: (filter: QualityFilter) => void;
  children: ReactNode;
}

/** Range of dates and, where the project has it, of gestational ages in weeks. */
export function QualityFilters({ ref, filter, byAge, fault, onChange, children }: Props) {
  const faultId = useId();
  const set = (change: Partial<QualityFilter>) => onChange({ ...filter, ...change });
  const date = (name: string, key: 'from' | 'to', first?: RefObject<HTMLInputElement | null>) => (
    <input
      {...(first ? { ref: first } : {})}
      type="date"
      aria-label={name}
      aria-describedby={fault === null ? undefined : faultId}
      max={today()}
      value={filter[key] ?? ''}
      onChange={(event) => set({ [key]: event.currentTarget.value || null })}
    />
  );
  const weeks = (name: string, key: 'ga_from' | 'ga_to') => (
    <WeeksField name={name} days={filter[key]} onChange={(days) => set({ [key]: days })} />
  );
  const filtered = Object.values(filter).some((end) => end !== null);
  return (
    <div className={classes.filters} role="group" aria-label={messages.quality.filters}>
      <span>
        {date(messages.quality.from, 'from', ref)} {messages.quality.until} {date(messages.quality.to, 'to')}
      </span>
      {byAge && (
        <span>
          {messages.quality.age} {weeks(messages.quality.ageFrom, 'ga_from')} {messages.quality.until}{' '}
          {weeks(messages.quality.ageTo, 'ga_to')} {messages.quality.weeks}
        </span>
      )}
      {filtered && (
        <button type="button" className={layout.textButton} onClick={() => onChange(NO_QUALITY_FILTER)}>
          {messages.quality.clear}
        </button>
      )}
      <small>{children}</small>
      {fault !== null && (
        <p id={faultId} role="alert">
          {messages.quality.notApplied(fault)}
        </p>
      )}
    </div>
  );
}

const MAX_WEEKS = 45;

function WeeksField({ name, days, onChange }: { name: string; days: number | null; onChange: (days: number | null) => void }) {
  return (
    <input
      type="number"
      aria-label={name}
      min={0}
      max={MAX_WEEKS}
      step={1}
      value={days === null ? '' : days / DAYS_A_WEEK}
      onChange={({ currentTarget }) =>
        onChange(Number.isNaN(currentTarget.valueAsNumber) ? null : Math.round(currentTarget.valueAsNumber * DAYS_A_WEEK))
      }
    />
  );
}
