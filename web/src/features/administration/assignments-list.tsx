import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import {
  type Assignment,
  type AssignmentChange,
  MAX_CHANGED_ASSIGNMENTS,
  type ReaderLoad,
} from '@echometry/contract/records/assignment.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';

/** Assignments that are shown at once; a search shows others. */
const SHOWN = 200;

interface ListProps {
  project: string;
  readers: readonly ReaderLoad[];
  assignments: readonly Assignment[];
  more: boolean;
  onDone: () => void;
}

const matches = ({ patient_show, study_id, date, reader }: Assignment, words: string): boolean =>
  `${patient_show} ${study_id} ${date} ${reader}`.toLowerCase().includes(words.trim().toLowerCase());

/** Assigned studies, with the ways to change them. */
export function AssignmentsList({ project, readers, assignments, more, onDone }: ListProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState(false);
  const found = assignments.filter((one) => matches(one, words));
  const open = found.filter(({ state }) => state !== 'done').slice(0, MAX_CHANGED_ASSIGNMENTS);
  const picked = assignments.filter(({ id, state }) => state !== 'done' && chosen.has(id)).slice(0, MAX_CHANGED_ASSIGNMENTS);
  const make = async (change: AssignmentChange): Promise<void> => {
    setWorking(true);
    try {
      const { changed } = await call(CALLS.assignmentsChange, { project, ids: picked.map(({ id }) => id), change });
      alertUser(messages.assignments.changed(change.act, changed, picked.length - changed));
      setChosen(new Set());
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
    setWorking(false);
    onDone();
  };
  if (assignments.length === 0) return <p className={layout.empty}>{messages.assignments.none}</p>;
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <Changes picked={picked} readers={readers} disabled={picked.length === 0 || working} onMake={(change) => void make(change)} />
      <TextInput
        label={messages.shared.find}
        placeholder={messages.assignments.findHint}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Checkbox
        label={messages.assignments.all(open.length)}
        disabled={open.length === 0}
        checked={open.length > 0 && open.every(({ id }) => chosen.has(id))}
        onChange={(event) => setChosen(event.currentTarget.checked ? new Set(open.map(({ id }) => id)) : new Set())}
      />
      {found.slice(0, SHOWN).map((one) => (
        <Checkbox
          key={one.id}
          data-testid="assignment"
          label={`${one.patient_show}, ${one.date}`}
          description={messages.assignments.state(one, Date.now())}
          disabled={one.state === 'done'}
          checked={chosen.has(one.id)}
          onChange={(event) => {
            const next = new Set(chosen);
            if (event.currentTarget.checked) next.add(one.id);
            else next.delete(one.id);
            setChosen(next);
          }}
        />
      ))}
      {(more || found.length > SHOWN) && <p className={classes.quiet}>{messages.assignments.notListed}</p>}
    </div>
  );
}

interface ChangesProps {
  picked: readonly Assignment[];
  readers: readonly ReaderLoad[];
  disabled: boolean;
  onMake: (change: AssignmentChange) => void;
}

function Changes({ picked, readers, disabled, onMake }: ChangesProps) {
  const [day, setDay] = useState('');
  const blind = picked[0]?.blind ?? false;
  const role = blind ? 'Ground-truth generator' : 'Editor';
  const others = readers.filter((one) => one.role === role).map(({ email }) => email);
  return (
    <>
      <div className={classes.row}>
        {(['pause', 'resume', 'remove'] as const).map((act) => (
          <Button key={act} size="xs" variant="default" disabled={disabled} onClick={() => onMake({ act })}>
            {messages.assignments.acts[act]}
          </Button>
        ))}
      </div>
      <Select
        label={messages.assignments.acts['hand-over']}
        placeholder={messages.assignments.handOverHint}
        disabled={disabled}
        data={others}
        value={null}
        onChange={(reader) => reader && onMake({ act: 'hand-over', reader })}
      />
      <div className={classes.row}>
        <span className={classes.grow}>
          <TextInput
            type="date"
            label={messages.assignments.due}
            min={dayOf(Date.now())}
            disabled={disabled}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </span>
        <Button size="xs" variant="default" disabled={disabled} onClick={() => onMake({ act: 'due', due_on: day === '' ? null : day })}>
          {messages.assignments.acts.due(day === '')}
        </Button>
      </div>
    </>
  );
}
