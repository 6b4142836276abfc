import { Button, NumberInput, Select } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { HEIGHT_CM, MAX_AGE_DAYS, MAX_GESTATIONAL_AGE_DAYS, SEXES, WEIGHT_KG } from '@echometry/contract/records/study.ts';
import type { Quantity } from '@echometry/contract/rules/missing-quantities.ts';
import { hiddenFrom, hidesAges, mayEnterFacts } from '@echometry/contract/rules/blinding.ts';
import { alertUser } from '../../lib/alerts.ts';
import { describeStudy } from '../../study/store/describe-study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { messages, QUANTITY_WORDS, quantityWords } from './messages.ts';
import classes from './report.module.css';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const ID = 'missing-quantities';
const DAYS_PER_WEEK = 7;
/** Mean length of a year of the Gregorian calendar. */
const DAYS_PER_YEAR = 365.2425;

/** Leads the keyboard to the first quantity that is asked for. */
export const focusQuantities = (): void => document.querySelector<HTMLElement>(`#${ID} input`)?.focus();

interface Missing {
  quantity: Quantity;
  values: number;
}

/** Lists the quantities that normal ranges and grades need, with fields for roles that may enter them. */
export function QuantitiesBar({ study, missing }: { study: OpenStudy; missing: readonly Missing[] }) {
  if (missing.length === 0) return null;
  const values = Math.max(...missing.map((one) => one.values));
  const names = missing.map(({ quantity }) => quantity);
  const ofValues = missing.filter((one) => one.values > 0).map(({ quantity }) => quantity);
  const ofGrades = names.filter((name) => !ofValues.includes(name));
  const where = hidesAges(hiddenFrom(study.role, study.project)) ? messages.quantities.hidden : messages.quantities.notRecorded;
  return (
    <section id={ID} className={classes.quantitiesBar} aria-label={messages.quantities.title}>
      <IconRulerMeasure size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {[
          ofValues.length > 0 && messages.quantities.missing(values, quantityWords(ofValues), where),
          ofGrades.length > 0 && messages.quantities.grading(quantityWords(ofGrades), where),
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
      {mayEnterFacts(study.role, study.project) && <Entry key={names.join(' ')} names={names} />}
    </section>
  );
}

type Amounts = Partial<Record<Quantity | 'days', number | string>>;
type Change = Parameters<typeof describeStudy>[0];

/** The entered values, as the calls that store them; quantities left empty are left out. */
function changesOf(amounts: Amounts): Change[] {
  const of = (name: keyof Amounts): number | undefined => {
    const amount = amounts[name];
    return amount === undefined || amount === '' ? undefined : Number(amount);
  };
  const weeks = of('gestational_age_days');
  const years = of('age_days');
  const sex = SEXES.find((one) => one === amounts.sex);
  const [height_cm, weight_kg] = [of('height_cm'), of('weight_kg')];
  const body = {
    ...(years === undefined ? {} : { age_days: Math.round(years * DAYS_PER_YEAR) }),
    ...(sex === undefined ? {} : { sex }),
    ...(height_cm === undefined ? {} : { height_cm }),
    ...(weight_kg === undefined ? {} : { weight_kg }),
  };
  return [
    ...(weeks === undefined ? [] : [{ gestational_age_days: weeks * DAYS_PER_WEEK + (of('days') ?? 0) }]),
    ...(Object.keys(body).length === 0 ? [] : [{ body }]),
  ];
}

function Entry({ names }: { names: readonly Quantity[] }) {
  const [amounts, setAmounts] = useState<Amounts>({});
  const [sending, setSending] = useState(false);
  const set = (name: keyof Amounts) => (value: number | string | null) => setAmounts({ ...amounts, [name]: value ?? '' });
  const changes = changesOf(amounts);
  const send = async () => {
    setSending(true);
    try {
      for (const change of changes) await describeStudy(change);
    } catch (error) {
      alertUser(messages.quantities.notSaved(messageOf(error)), 'hard');
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending && changes.length > 0) void send();
      }}
    >
      {names.map((name) => (
        <QuantityInput key={name} name={name} amounts={amounts} set={set} />
      ))}
      <Button type="submit" size="compact-sm" h={28} loading={sending} disabled={changes.length === 0}>
        {messages.quantities.set}
      </Button>
    </form>
  );
}

function QuantityInput({
  name,
  amounts,
  set,
}: {
  name: Quantity;
  amounts: Amounts;
  set: (name: keyof Amounts) => (value: number | string | null) => void;
}): ReactNode {
  const { weeks, days, age, height, weight, sex, sexes } = messages.quantities;
  const amount = (
    key: keyof Amounts,
    { label, unit }: { label: string; unit: string },
    limits: { minimum: number; maximum: number },
    decimals = 0,
  ) => (
    <NumberInput
      className={classes.number ?? ''}
      size="xs"
      aria-label={label}
      placeholder={label.toLowerCase() === unit ? label : `${label}, ${unit}`}
      suffix={` ${unit}`}
      min={limits.minimum}
      max={limits.maximum}
      decimalScale={decimals}
      hideControls
      value={amounts[key] ?? ''}
      onChange={set(key)}
    />
  );
  switch (name) {
    case 'gestational_age_days':
      return (
        <>
          {amount(name, weeks, { minimum: 0, maximum: MAX_GESTATIONAL_AGE_DAYS / DAYS_PER_WEEK - 1 })}
          {amount('days', days, { minimum: 0, maximum: DAYS_PER_WEEK - 1 })}
        </>
      );
    case 'age_days':
      return amount(name, age, { minimum: 0, maximum: Math.floor(MAX_AGE_DAYS / DAYS_PER_YEAR) }, 1);
    case 'height_cm':
      return amount(name, height, HEIGHT_CM, 1);
    case 'weight_kg':
      return amount(name, weight, WEIGHT_KG, 2);
    case 'sex':
      return (
        <Select
          className={classes.number ?? ''}
          size="xs"
          aria-label={sex}
          placeholder={QUANTITY_WORDS.sex}
          data={SEXES.map((value) => ({ value, label: sexes[value] }))}
          value={typeof amounts.sex === 'string' && amounts.sex !== '' ? amounts.sex : null}
          // A closed list that stays in the document has its place computed when the report opens.
          comboboxProps={{ keepMounted: false }}
          onChange={set('sex')}
        />
      );
  }
}
