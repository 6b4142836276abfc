import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MAX_ASSIGNED_STUDIES, type Reading } from '@echometry/contract/records/pass.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const matches = ({ patient_show, study_id, date }: Reading, words: string): boolean =>
  `${patient_show} ${study_id} ${date}`.toLowerCase().includes(words.trim().toLowerCase());

/** A pass in which something was saved can be repeated; a waiting one is assigned already. */
const isRepeatable = ({ updated_at }: Reading): boolean => updated_at !== null;

/** Asks blind editors to read studies once more without seeing what they did before. */
export function RepeatReadings({ project, onClose }: { project: Project; onClose: () => void }) {
  const list = useCall(CALLS.passesList, { project: project._id });
  const [reader, setReader] = useState<string | null>(null);
  const readers = list.data?.readers ?? [];
  const current = reader ?? readers[0] ?? null;
  return (
    <aside className={classes.panel} aria-label={messages.repeats.title}>
      <PanelHead title={messages.repeats.title} onClose={onClose} />
      <NotYet state={list} />
      {list.data && current === null && <p className={layout.empty}>{messages.repeats.noReaders}</p>}
      {list.data && current !== null && (
        <>
          <div className={classes.part}>
            <Select
              label={messages.repeats.reader}
              description={messages.repeats.readerHint}
              allowDeselect={false}
              data={readers}
              value={current}
              onChange={setReader}
            />
          </div>
          <Readings
            key={current}
            project={project._id}
            reader={current}
            readings={list.data.readings.filter((reading) => reading.reader === current)}
            more={list.data.more}
            onDone={list.reload}
          />
        </>
      )}
    </aside>
  );
}

interface ReadingsProps {
  /** Its key. */
  project: string;
  reader: string;
  readings: readonly Reading[];
  more: boolean;
  onDone: () => void;
}

/** Assigns the next pass of the chosen studies and reports the result. */
async function assign({ project, reader, onDone }: ReadingsProps, studies: string[]): Promise<void> {
  try {
    const { outcomes } = await call(CALLS.passesAssign, { project, reader, studies });
    const left = outcomes.filter(({ pass }) => pass === null).length;
    alertUser(messages.repeats.assigned(reader, outcomes.length - left, left), left === 0 ? 'soft' : 'hard');
  } catch (error) {
    alertUser(messageOf(error), 'hard');
  }
  onDone();
}

function Readings(props: ReadingsProps) {
  const { readings, more } = props;
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState(false);
  const shown = readings.filter((reading) => matches(reading, words));
  const offered = shown.filter(isRepeatable).slice(0, MAX_ASSIGNED_STUDIES);
  const picked = readings.filter((reading) => isRepeatable(reading) && chosen.has(reading.study_id));
  const put = async (): Promise<void> => {
    setWorking(true);
    await assign(
      props,
      picked.slice(0, MAX_ASSIGNED_STUDIES).map(({ study_id }) => study_id),
    );
    setChosen(new Set());
    setWorking(false);
  };
  if (readings.length === 0) return <p className={layout.empty}>{messages.repeats.noReadings}</p>;
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <Button disabled={picked.length === 0 || working} onClick={() => void put()}>
        {messages.repeats.assign(picked.length)}
      </Button>
      <TextInput
        label={messages.shared.find}
        placeholder={messages.repeats.findHint}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Checkbox
        label={messages.repeats.all(offered.length)}
        disabled={offered.length === 0}
        checked={offered.length > 0 && offered.every(({ study_id }) => chosen.has(study_id))}
        onChange={(event) => setChosen(event.currentTarget.checked ? new Set(offered.map(({ study_id }) => study_id)) : new Set())}
      />
      {shown.map((reading) => (
        <Checkbox
          key={reading.study_id}
          data-testid="reading"
          label={`${reading.patient_show}, ${reading.date}`}
          description={messages.repeats.state(reading, Date.now())}
          disabled={!isRepeatable(reading)}
          checked={chosen.has(reading.study_id)}
          onChange={(event) => {
            const next = new Set(chosen);
            if (event.currentTarget.checked) next.add(reading.study_id);
            else next.delete(reading.study_id);
            setChosen(next);
          }}
        />
      ))}
      {more && <p className={classes.quiet}>{messages.repeats.more}</p>}
    </div>
  );
}
