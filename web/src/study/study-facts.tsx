import { Button, NumberInput, Popover, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { DATA_TYPES, type DataType } from '@echometry/contract/records/data-type.ts';
import { MAX_GESTATIONAL_AGE_DAYS } from '@echometry/contract/records/study.ts';
import { mayChangeDataType } from '@echometry/contract/rules/permissions.ts';
import { alertUser } from '../lib/alerts.ts';
import { gestationalAge } from '../lib/format.ts';
import classes from './study-facts.module.css';
import { describeStudy } from './describe-study.ts';
import { useStudy } from './use-study.ts';

const WEEK = 7;
const MAX_WEEKS = MAX_GESTATIONAL_AGE_DAYS / WEEK;

/** What the study is: data type and, for fetal data, gestational age; changed here by those who may. */
export function StudyFacts() {
  const { study } = useStudy();
  const [opened, setOpened] = useState(false);
  const [weeks, setWeeks] = useState<number | string>('');
  const [days, setDays] = useState<number | string>('');
  if (!study) return null;
  const { head } = study;
  const age = head.gestational_age_days;
  const text = `${head.data_type}${head.data_type === 'fetal' ? ` · ${gestationalAge(age?.value ?? null)}` : ''}`;
  if (!mayChangeDataType(study.role)) return <span className={classes.facts}>{text}</span>;

  const describe = (change: Parameters<typeof describeStudy>[0]) => {
    describeStudy(change).catch((error: unknown) => { alertUser(`Not changed: ${error instanceof Error ? error.message : String(error)}`, 'hard'); });
  };
  const open = () => {
    setWeeks(age ? Math.floor(age.value / WEEK) : '');
    setDays(age ? age.value % WEEK : '');
    setOpened(!opened);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <button type="button" className={classes.facts} onClick={open}><span className="visually-hidden">Study data: </span>{text}</button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.form}>
          <span className={classes.label}>Data type</span>
          <SegmentedControl fullWidth value={head.data_type} data={[...DATA_TYPES]} aria-label="Data type" onChange={(value) => { describe({ data_type: value as DataType }); }} />
          {head.data_type === 'fetal' && (
            <form
              className={classes.age}
              onSubmit={(event) => {
                event.preventDefault();
                describe({ gestational_age_days: weeks === '' ? null : Number(weeks) * WEEK + Number(days || 0) });
                setOpened(false);
              }}
            >
              <span className={classes.label}>Gestational age{age ? ` (${age.source === 'file' ? 'from the file' : 'set by hand'})` : ''}</span>
              <NumberInput value={weeks} onChange={setWeeks} min={0} max={MAX_WEEKS} allowDecimal={false} clampBehavior="strict" suffix=" weeks" aria-label="Weeks" />
              <NumberInput value={days} onChange={setDays} min={0} max={WEEK - 1} allowDecimal={false} clampBehavior="strict" suffix=" days" aria-label="Days" />
              <Button type="submit">Set</Button>
            </form>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
