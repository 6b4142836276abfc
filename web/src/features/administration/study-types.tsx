import { Button, Checkbox, TextInput } from '@mantine/core';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { messages } from './messages.ts';

type Typed = AnswerOf<typeof CALLS.getTypes>['studies'][number];

const matches = (study: Typed, words: string): boolean =>
  `${study.patient_show} ${study.study_id} ${study.date} ${study.study_type ?? ''} ${study.code ?? ''}`
    .toLowerCase()
    .includes(words.trim().toLowerCase());

/** Type and code of the studies of a project, set for those that are chosen. */
export function StudyTypes({ project, onClose }: { project: Project; onClose: () => void }) {
  const scope = { db_name: project.db_name, medical_data_type: 'US' as const };
  const list = useCall(CALLS.getTypes, scope);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<number | null>(null);
  const shown = (list.data?.studies ?? []).filter((study) => matches(study, words));
  const picked = (list.data?.studies ?? []).filter(({ study_id }) => chosen.has(study_id));

  const toggle = (ids: readonly string[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  /** One after the other: each is a separate act in the audit. */
  const put = async (change: (study: Typed) => { study_type: string | null; code: string | null }): Promise<void> => {
    try {
      for (const [index, study] of picked.entries()) {
        setDone(index);
        await call(CALLS.setType, { study_id: study.study_id, ...change(study), ...scope });
      }
    } catch (error) {
      alertUser(messages.types.notSet(messageOf(error)), 'hard');
    } finally {
      setDone(null);
      list.reload();
    }
  };
  return (
    <aside className={classes.panel} aria-label={messages.types.label}>
      <div className={classes.head}>
        <h2>{messages.types.title}</h2>
        <small>{list.data && messages.types.studies(list.data.studies.length)}</small>
        <span className={classes.space} />
        <button type="button" className={layout.textButton} aria-label={messages.shared.close} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <NotYet state={list} />
      {list.data?.studies.length === 0 && <p className={layout.empty}>{messages.types.noStudies}</p>}
      {list.data !== null && list.data.studies.length > 0 && (
        <>
          <ChangeForm key={[...chosen].join(' ')} picked={picked} done={done} onPut={put} />
          <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
            <TextInput
              label={messages.shared.find}
              placeholder={messages.types.findHint}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Checkbox
              label={messages.types.all(shown.length)}
              checked={shown.length > 0 && shown.every(({ study_id }) => chosen.has(study_id))}
              onChange={(event) =>
                toggle(
                  shown.map(({ study_id }) => study_id),
                  event.currentTarget.checked,
                )
              }
            />
            {shown.map((study) => (
              <Checkbox
                key={study.study_id}
                data-testid="typed-study"
                label={`${study.patient_show}, ${study.date}`}
                description={messages.types.current(study.study_type, study.code)}
                checked={chosen.has(study.study_id)}
                onChange={(event) => toggle([study.study_id], event.currentTarget.checked)}
              />
            ))}
          </div>
        </>
      )}
    </aside>
  );
}

interface FormProps {
  picked: readonly Typed[];
  /** How many are changed already; null while nothing is. */
  done: number | null;
  onPut: (change: (study: Typed) => { study_type: string | null; code: string | null }) => Promise<void>;
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function ChangeForm({ picked, done, onPut }: FormProps) {
  const [only] = picked.length === 1 ? picked : [];
  const isAlike = picked.every(({ study_type }) => study_type === picked[0]?.study_type);
  const [type, setType] = useState(isAlike ? (picked[0]?.study_type ?? '') : '');
  const [code, setCode] = useState(only?.code ?? '');
  return (
    <form
      className={`${classes.part ?? ''} ${classes.form ?? ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        // A code names one study: of several each keeps its own.
        void onPut((study) => ({ study_type: textOf(type), code: only ? textOf(code) : study.code }));
      }}
    >
      <TextInput
        label={messages.types.type}
        description={messages.types.emptyHint}
        value={type}
        disabled={picked.length === 0}
        onChange={(event) => setType(event.currentTarget.value)}
      />
      <TextInput
        label={messages.types.code}
        description={picked.length > 1 ? messages.types.oneHint : messages.types.emptyHint}
        value={code}
        disabled={only === undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" disabled={picked.length === 0 || done !== null}>
        {done === null ? messages.types.set(picked.length) : messages.types.progress(done, picked.length)}
      </Button>
    </form>
  );
}
