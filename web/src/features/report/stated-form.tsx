import { Button, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import type { TableInput } from '@echometry/contract/rules/guidelines.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { mayEnterFacts } from '@echometry/contract/rules/blinding.ts';
import { isSign, statedFault, statedLimits } from '@echometry/contract/rules/stated-values.ts';
import { alertUser } from '../../lib/alerts.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { describeStudy } from '../../study/store/describe-study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { messages } from './messages.ts';
import classes from './sections.module.css';

const texts = messages.stated;
const DECIMALS = 2;

const idOf = (name: string): string => `stated-${name.replaceAll(/\W+/g, '-')}`;

/** Leads the keyboard to the field of an input. */
export const focusStated = (name: string): void => document.getElementById(idOf(name))?.focus();

/** The value of a field: as it is typed; empty where none is stated. */
type Entered = Readonly<Record<string, string | number>>;

const numberOf = (amount: string | number | undefined): number | null => (amount === undefined || amount === '' ? null : Number(amount));

interface Props {
  study: OpenStudy;
  /** Inputs of the guidelines in use that nothing here measures. */
  inputs: readonly TableInput[];
}

/** Values that nothing here measures and guidelines compare: fields for roles that may state them, otherwise nothing. */
export function StatedForm({ study, inputs }: Props) {
  if (inputs.length === 0 || !mayEnterFacts(study.role, study.project)) return null;
  // Another value from elsewhere begins the form again.
  return <Form key={JSON.stringify(study.head.stated)} study={study} inputs={inputs} />;
}

function Form({ study, inputs }: Props) {
  const statedOf = ({ name, unit }: TableInput) => study.head.stated.find((one) => one.name === name && one.unit === unit) ?? null;
  const [entered, setEntered] = useState<Entered>({});
  const [sending, setSending] = useState(false);
  const fields = inputs.map((input) => {
    const stated = statedOf(input);
    const amount = entered[input.name] ?? stated?.value ?? '';
    const value = numberOf(amount);
    return { input, stated, amount, value, fault: value === null ? null : statedFault(input, value) };
  });
  const changes = fields
    .filter(({ stated, value }) => value !== (stated?.value ?? null))
    .map(({ input: { name, unit }, value }) => ({ name, unit, value }));
  const isFaulty = fields.some(({ fault }) => fault !== null);
  const send = async () => {
    setSending(true);
    try {
      await describeStudy({ body: { stated: changes } });
    } catch (error) {
      alertUser(messages.quantities.notSaved(messageOf(error)), 'hard');
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className={classes.form}
      aria-label={texts.title}
      data-testid="stated"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending && !isFaulty && changes.length > 0) void send();
      }}
    >
      <p>{texts.title}</p>
      {fields.map(({ input, stated, amount, fault }) => (
        <Field
          key={input.name}
          input={input}
          amount={amount}
          fault={fault}
          source={stated === null ? null : texts.by[stated.source]}
          onChange={(value) => setEntered({ ...entered, [input.name]: value })}
        />
      ))}
      <Button
        className={classes.set ?? ''}
        type="submit"
        size="compact-sm"
        h={30}
        loading={sending}
        disabled={isFaulty || changes.length === 0}
      >
        {texts.set}
      </Button>
    </form>
  );
}

interface FieldProps {
  input: TableInput;
  amount: string | number;
  fault: string | null;
  /** Who stated the stored value; null without one. */
  source: string | null;
  onChange: (value: string | number) => void;
}

function Field({ input: { name, quantity, unit }, amount, fault, source, onChange }: FieldProps) {
  const common = {
    id: idOf(name),
    className: classes.field ?? '',
    size: 'xs',
    label: quantity,
    description: source,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    error: fault,
  } as const;
  if (isSign(name)) {
    const { minimum, maximum } = statedLimits(name);
    return (
      <Select
        {...common}
        clearable
        placeholder={texts.unknown}
        data={[
          { value: String(maximum), label: texts.present },
          { value: String(minimum), label: texts.absent },
        ]}
        value={amount === '' ? null : String(amount)}
        onChange={(value) => onChange(value ?? '')}
      />
    );
  }
  return (
    <NumberInput
      {...common}
      placeholder={texts.unknown}
      suffix={unit === '' ? '' : ` ${unitShown(unit)}`}
      decimalScale={DECIMALS}
      clampBehavior="none"
      hideControls
      value={amount}
      onChange={onChange}
    />
  );
}
