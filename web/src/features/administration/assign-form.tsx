import { Button, Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import {
  ASSIGNED_ROLES,
  type AssignmentPlan,
  MAX_GOLD_SHARE,
  MAX_READERS_PER_STUDY,
  MAX_REPEAT_DAYS,
  MAX_REPEAT_SHARE,
  type ReaderLoad,
  STRATA,
} from '@echometry/contract/records/assignment.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { messages } from './messages.ts';
import classes from './section.module.css';
import { Table } from '../../ui/table.tsx';

type Planned = AnswerOf<typeof CALLS.assignmentsCreate>;

/** A plan before its readers are chosen. */
const FIRST_PLAN: AssignmentPlan = { role: 'Editor', readers: [], per_study: 1, strata: [], due_on: null, repeats: null, gold: null };
const FIRST_REPEATS = { share: 0.1, after_days: 14 };
const FIRST_GOLD = { share: 0.1 };
const PERCENT = 100;
const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

interface FormProps {
  project: string;
  readers: readonly ReaderLoad[];
  onDone: () => void;
}

/** Distributes studies over readers; what a plan gives each of them is shown before anything is assigned. */
export function AssignForm({ project, readers, onDone }: FormProps) {
  const [plan, setPlan] = useState(FIRST_PLAN);
  const [seed, setSeed] = useState(newSeed);
  const [working, setWorking] = useState(false);
  const preview = useCall(CALLS.assignmentsCreate, plan.readers.length === 0 ? null : { project, plan, seed, dry_run: true });
  const shown = plan.readers.length === 0 ? null : preview.data;
  const assign = async (): Promise<void> => {
    setWorking(true);
    try {
      const made = await call(CALLS.assignmentsCreate, { project, plan, seed, dry_run: false });
      alertUser(messages.assignments.made(made.studies, plan.readers.length, made.later));
      setSeed(newSeed());
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
    setWorking(false);
    onDone();
  };
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <PlanFields plan={plan} readers={readers} onChange={(change) => setPlan((before) => ({ ...before, ...change }))} />
      {plan.readers.length > 0 && preview.failure !== null && <NotYet state={preview} />}
      {shown && <Preview planned={shown} />}
      <Button disabled={(shown?.studies ?? 0) === 0 || preview.loading || working} onClick={() => void assign()}>
        {messages.assignments.assign(shown?.studies ?? 0)}
      </Button>
      <Button variant="default" disabled={shown === null} onClick={() => setSeed(newSeed())}>
        {messages.assignments.again}
      </Button>
    </div>
  );
}

interface FieldsProps {
  plan: AssignmentPlan;
  readers: readonly ReaderLoad[];
  onChange: (change: Partial<AssignmentPlan>) => void;
}

function PlanFields({ plan, readers, onChange }: FieldsProps) {
  const isBlind = plan.role === 'Ground-truth generator';
  const offered = readers
    .filter(({ role }) => role === plan.role)
    .map(({ email, uncertified }) => ({
      value: email,
      label: uncertified.length === 0 ? email : messages.assignments.uncertified(email, uncertified),
      disabled: uncertified.length > 0,
    }));
  return (
    <>
      <Select
        label={messages.assignments.role}
        description={messages.assignments.roleHints[plan.role]}
        allowDeselect={false}
        data={ASSIGNED_ROLES.map((role) => ({ value: role, label: ROLE_CONFIGS[role].name_to_show }))}
        value={plan.role}
        onChange={(role) => role && onChange({ role, readers: [], per_study: 1, repeats: null, gold: null })}
      />
      <MultiSelect
        label={messages.assignments.readers}
        placeholder={plan.readers.length === 0 ? messages.assignments.choose(offered.length) : ''}
        data={offered}
        value={plan.readers}
        onChange={(chosen) => onChange({ readers: chosen })}
        searchable
        hidePickedOptions
      />
      {isBlind && (
        <NumberInput
          label={messages.assignments.perStudy}
          min={1}
          max={MAX_READERS_PER_STUDY}
          allowDecimal={false}
          clampBehavior="strict"
          value={plan.per_study}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) onChange({ per_study: value });
          }}
        />
      )}
      <Checkbox.Group
        label={messages.assignments.strata}
        description={messages.assignments.strataHint}
        value={[...plan.strata]}
        onChange={(chosen) => onChange({ strata: STRATA.filter((stratum) => chosen.includes(stratum)) })}
      >
        {STRATA.map((stratum) => (
          <Checkbox key={stratum} mt={6} value={stratum} label={messages.assignments.stratum[stratum]} />
        ))}
      </Checkbox.Group>
      <TextInput
        type="date"
        label={messages.assignments.due}
        min={dayOf(Date.now())}
        value={plan.due_on ?? ''}
        onChange={(event) => onChange({ due_on: event.currentTarget.value === '' ? null : event.currentTarget.value })}
      />
      {isBlind && <RepeatFields plan={plan} onChange={onChange} />}
      {isBlind && <GoldFields plan={plan} onChange={onChange} />}
    </>
  );
}

function RepeatFields({ plan: { repeats }, onChange }: Omit<FieldsProps, 'readers'>) {
  return (
    <>
      <Checkbox
        label={messages.assignments.repeats}
        description={messages.assignments.repeatsHint}
        checked={repeats !== null}
        onChange={(event) => onChange({ repeats: event.currentTarget.checked ? FIRST_REPEATS : null })}
      />
      {repeats !== null && (
        <>
          <NumberInput
            label={messages.assignments.share}
            min={0}
            max={MAX_REPEAT_SHARE * PERCENT}
            allowDecimal={false}
            clampBehavior="strict"
            value={Math.round(repeats.share * PERCENT)}
            onChange={(value) => {
              if (typeof value === 'number') onChange({ repeats: { ...repeats, share: value / PERCENT } });
            }}
          />
          <NumberInput
            label={messages.assignments.afterDays}
            min={0}
            max={MAX_REPEAT_DAYS}
            allowDecimal={false}
            clampBehavior="strict"
            value={repeats.after_days}
            onChange={(value) => {
              if (typeof value === 'number') onChange({ repeats: { ...repeats, after_days: value } });
            }}
          />
        </>
      )}
    </>
  );
}

function GoldFields({ plan: { gold }, onChange }: Omit<FieldsProps, 'readers'>) {
  return (
    <>
      <Checkbox
        label={messages.assignments.gold}
        description={messages.assignments.goldHint}
        checked={gold !== null}
        onChange={(event) => onChange({ gold: event.currentTarget.checked ? FIRST_GOLD : null })}
      />
      {gold !== null && (
        <NumberInput
          label={messages.assignments.goldShare}
          min={0}
          max={MAX_GOLD_SHARE * PERCENT}
          allowDecimal={false}
          clampBehavior="strict"
          value={Math.round(gold.share * PERCENT)}
          onChange={(value) => {
            if (typeof value === 'number') onChange({ gold: { share: value / PERCENT } });
          }}
        />
      )}
    </>
  );
}

/** The studies that each reader would get. */
function Preview({ planned }: { planned: Planned }) {
  const { planColumns } = messages.assignments;
  const hasRepeats = planned.readers.some(({ repeats }) => repeats > 0);
  const hasGold = planned.readers.some(({ gold }) => gold > 0);
  return (
    <>
      <p className={classes.quiet} role="status">
        {messages.assignments.summary(planned)}
      </p>
      <Table
        label={messages.assignments.preview}
        columns={[
          planColumns.reader,
          planColumns.before,
          planColumns.added,
          ...(hasRepeats ? [planColumns.repeats] : []),
          ...(hasGold ? [planColumns.gold] : []),
        ]}
        right={[1, 2, 3, 4]}
      >
        {planned.readers.map(({ email, before, added, repeats, gold, strata }) => (
          <tr key={email} data-testid="planned-reader">
            <td>
              {email}
              {strata.length > 0 && <small className={classes.quiet}> {messages.assignments.ofEach(strata)}</small>}
            </td>
            <td>{before}</td>
            <td>{messages.assignments.plus(added)}</td>
            {hasRepeats && <td>{repeats}</td>}
            {hasGold && <td>{gold}</td>}
          </tr>
        ))}
      </Table>
    </>
  );
}
