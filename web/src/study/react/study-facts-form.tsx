import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';
import { MAX_GESTATIONAL_AGE_DAYS } from '@echometry/contract/records/study.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { messages } from '../messages.ts';
import { describeStudy } from '../store/describe-study.ts';
import type { OpenStudy } from '../store/open-study.ts';
import kit from '../../ui/kit.module.css';
import classes from './study.module.css';

const WEEK = 7;
const MAX_WEEKS = MAX_GESTATIONAL_AGE_DAYS / WEEK;

/** Changes the data type of a study and, where it is shown, the gestational age. */
export function StudyFactsForm({ head, isAgeShown, onSet }: { head: OpenStudy['head']; isAgeShown: boolean; onSet: () => void }) {
  return (
    <div className={kit.form}>
      <span className={kit.ownLine}>{messages.facts.dataType}</span>
      <SegmentedControl
        fullWidth
        value={head.data_type}
        data={[...DATA_TYPES]}
        aria-label={messages.facts.dataType}
        onChange={(value) => {
          describe({ data_type: value });
        }}
      />
      {isAgeShown && <GestationalAge age={head.gestational_age_days} onSet={onSet} />}
    </div>
  );
}

function describe(change: Parameters<typeof describeStudy>[0]): void {
  describeStudy(change).catch((error: unknown) => {
    alertUser(messages.facts.notChanged(messageOf(error)), 'hard');
  });
}

/** Weeks and days, as they are when the form opens. */
function GestationalAge({ age, onSet }: { age: OpenStudy['head']['gestational_age_days']; onSet: () => void }) {
  const [weeks, setWeeks] = useState<number | string>(age ? Math.floor(age.value / WEEK) : '');
  const [days, setDays] = useState<number | string>(age ? age.value % WEEK : '');
  return (
    <form
      className={classes.age}
      onSubmit={(event) => {
        event.preventDefault();
        describe({ gestational_age_days: weeks === '' ? null : Number(weeks) * WEEK + Number(days || 0) });
        onSet();
      }}
    >
      <span className={kit.ownLine}>{messages.facts.gestationalAge(age?.source ?? null)}</span>
      <Count value={weeks} max={MAX_WEEKS} unit={messages.facts.weeks} name={messages.facts.weeksLabel} onChange={setWeeks} />
      <Count value={days} max={WEEK - 1} unit={messages.facts.days} name={messages.facts.daysLabel} onChange={setDays} />
      <Button type="submit">{messages.facts.set}</Button>
    </form>
  );
}

function Count({
  value,
  max,
  unit,
  name,
  onChange,
}: {
  value: number | string;
  max: number;
  unit: string;
  name: string;
  onChange: (value: number | string) => void;
}) {
  return (
    <NumberInput
      value={value}
      onChange={onChange}
      min={0}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      suffix={` ${unit}`}
      aria-label={name}
    />
  );
}
