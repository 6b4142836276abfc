import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ReaderLoad } from '@echometry/contract/records/assignment.ts';
import { COURSE_ORDERS, type CoursePlan, MAX_COURSE_CASES, MAX_COURSE_NAME } from '@echometry/contract/records/course.ts';
import type { GoldCandidate } from '@echometry/contract/records/gold.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { Segments } from '../../ui/segments.tsx';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { messages } from './messages.ts';
import classes from './section.module.css';
import { Table } from '../../ui/table.tsx';

type Planned = AnswerOf<typeof CALLS.coursesCreate>;

const FIRST_PLAN: CoursePlan = { name: '', cases: [], order: 'given', readers: [], due_on: null };
const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

interface FormProps {
  project: Project;
  readers: readonly ReaderLoad[];
  onDone: () => void;
}

/** Makes a course of gold cases; what it gives each reader is shown before it is made. */
export function CourseForm({ project, readers, onDone }: FormProps) {
  const gold = useCall(CALLS.goldList, { db_name: project.db_name });
  const [plan, setPlan] = useState(FIRST_PLAN);
  const [seed, setSeed] = useState(newSeed);
  const [working, setWorking] = useState(false);
  const isWhole = plan.name.trim() !== '' && plan.cases.length > 0 && plan.readers.length > 0;
  const asked = { project: project._id, plan, seed };
  const preview = useCall(CALLS.coursesCreate, isWhole ? { ...asked, dry_run: true } : null);
  const shown = isWhole ? preview.data : null;
  const readings = shown?.readers.reduce((sum, { cases }) => sum + cases, 0) ?? 0;
  const make = async (): Promise<void> => {
    setWorking(true);
    try {
      await call(CALLS.coursesCreate, { ...asked, dry_run: false });
      alertUser(messages.courses.made(plan.name.trim()));
      setPlan(FIRST_PLAN);
      setSeed(newSeed());
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
    setWorking(false);
    onDone();
  };
  const candidates = gold.data?.candidates.filter((one) => one.gold !== null) ?? [];
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <NotYet state={gold} />
      <Link href={`/courses?project=${encodeURIComponent(project._id)}`}>{messages.courses.results}</Link>
      {gold.data !== null && candidates.length === 0 && <p className={classes.quiet}>{messages.courses.noGold}</p>}
      <Fields plan={plan} cases={candidates} readers={readers} onChange={(change) => setPlan((before) => ({ ...before, ...change }))} />
      {isWhole && preview.failure !== null && <NotYet state={preview} />}
      {shown && <Preview planned={shown} />}
      <Button disabled={readings === 0 || preview.loading || working} onClick={() => void make()}>
        {messages.courses.make(readings)}
      </Button>
    </div>
  );
}

interface FieldsProps {
  plan: CoursePlan;
  cases: readonly GoldCandidate[];
  readers: readonly ReaderLoad[];
  onChange: (change: Partial<CoursePlan>) => void;
}

function Fields({ plan, cases, readers, onChange }: FieldsProps) {
  const words = messages.courses;
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        maxLength={MAX_COURSE_NAME}
        value={plan.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <MultiSelect
        label={words.cases}
        description={words.casesHint}
        maxValues={MAX_COURSE_CASES}
        data={cases.map(({ study_id, patient_show, date }) => ({ value: study_id, label: `${patient_show}, ${date}` }))}
        value={plan.cases}
        onChange={(chosen) => onChange({ cases: chosen })}
        searchable
        hidePickedOptions
      />
      <Segments
        label={words.order}
        value={plan.order}
        onChange={(order) => onChange({ order })}
        segments={COURSE_ORDERS.map((value) => ({ value, label: words.orders[value] }))}
      />
      <MultiSelect
        label={words.readers}
        description={words.readersHint}
        data={readers.filter(({ role }) => isBlind(role)).map(({ email }) => email)}
        value={plan.readers}
        onChange={(chosen) => onChange({ readers: chosen })}
        searchable
        hidePickedOptions
      />
      <TextInput
        type="date"
        label={messages.assignments.due}
        min={dayOf(Date.now())}
        value={plan.due_on ?? ''}
        onChange={(event) => onChange({ due_on: event.currentTarget.value === '' ? null : event.currentTarget.value })}
      />
    </>
  );
}

/** The cases that each reader would get. */
function Preview({ planned }: { planned: Planned }) {
  const { planColumns } = messages.courses;
  return (
    <Table label={messages.courses.preview} columns={[planColumns.reader, planColumns.cases, planColumns.known]} right={[1, 2]}>
      {planned.readers.map(({ email, cases, known }) => (
        <tr key={email} data-testid="planned-course">
          <td>{email}</td>
          <td>{cases}</td>
          <td>{known}</td>
        </tr>
      ))}
    </Table>
  );
}
