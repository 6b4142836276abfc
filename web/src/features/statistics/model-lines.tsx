import { Button, FileButton, Progress, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { MAX_MODEL_NAME, MAX_MODEL_VERSION, ModelName } from '@echometry/contract/records/predictions.ts';
import { Value } from 'typebox/value';
import { chosenFiles, type ChosenFile } from '../../lib/chosen-files.ts';
import { messages } from './messages.ts';
import { ModelOutcome } from './model-outcome.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import { useWaitingFiles } from './use-waiting-files.ts';
import { WaitingFiles } from './waiting-files.tsx';
import { type ModelLines as Chosen, type Phase, useModelLines } from './use-model-lines.ts';

interface Props {
  /** `_id` of the project. */
  project: string;
  onStored: () => void;
  onClose: () => void;
}

const FIELD = { root: classes.field, description: layout.hint };
const NOTHING: Chosen = { model: '', version: '', files: [], exported: null };

/** Sends lines of a model: what matches is shown before anything is stored. */
export function ModelLines({ project, onStored, onClose }: Props) {
  const { phase, check, store, cancel, again } = useModelLines(project, onStored);
  const [chosen, setChosen] = useState(NOTHING);
  const waiting = useWaitingFiles(phase.kind);
  return (
    <section className={`${layout.card} ${classes.panel}`} aria-label={messages.model.title}>
      <h3>
        {messages.model.title}
        <small>{messages.model.hint}</small>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClose}>
          {messages.model.close}
        </Button>
      </h3>
      {phase.kind === 'choosing' && <Form chosen={chosen} failure={phase.failure} onChange={setChosen} onCheck={check} />}
      {phase.kind === 'choosing' && <WaitingFiles uploads={waiting.uploads} at={waiting.at} onDiscard={waiting.discard} />}
      {(phase.kind === 'sending' || phase.kind === 'reading') && <UnderWay phase={phase} onCancel={cancel} />}
      {phase.kind === 'done' && <ModelOutcome outcome={phase.outcome} isCheck={phase.isCheck} onStore={store} onAgain={again} />}
    </section>
  );
}

interface FormProps {
  chosen: Chosen;
  failure: string | null;
  onChange: (chosen: Chosen) => void;
  onCheck: (chosen: Chosen) => void;
}

function faultOf({ model, version, files }: Chosen): string | null {
  const { missing, nameHint } = messages.model;
  if (model === '') return missing.model;
  if (!Value.Check(ModelName, model)) return nameHint;
  if (version === '') return missing.version;
  return files.length === 0 ? missing.files : null;
}

function Form({ chosen, failure, onChange, onCheck }: FormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const set = (change: Partial<Chosen>): void => {
    setFault(null);
    onChange({ ...chosen, ...change });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = faultOf(chosen);
    setFault(found);
    if (found === null) onCheck(chosen);
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label={messages.model.title}>
      <TextInput
        autoFocus
        classNames={FIELD}
        size="xs"
        label={messages.model.name}
        description={messages.model.nameHint}
        value={chosen.model}
        maxLength={MAX_MODEL_NAME}
        onChange={(event) => set({ model: event.currentTarget.value.trim() })}
      />
      <TextInput
        classNames={FIELD}
        size="xs"
        label={messages.model.version}
        value={chosen.version}
        maxLength={MAX_MODEL_VERSION}
        onChange={(event) => set({ version: event.currentTarget.value })}
      />
      <Files label={messages.model.files} hint={messages.model.filesHint} names={chosen.files.map(({ name }) => name)}>
        {(name) => (
          <FileButton multiple onChange={(files) => set({ files: chosenFiles(files) })} inputProps={{ 'aria-label': messages.model.files }}>
            {(props) => (
              <Button variant="default" size="xs" aria-describedby={name} {...props}>
                {messages.model.chooseFiles}
              </Button>
            )}
          </FileButton>
        )}
      </Files>
      <Files label={messages.model.exported} hint={messages.model.exportedHint} names={namesOf(chosen.exported)}>
        {(name) => (
          <FileButton
            accept=".json,.csv"
            onChange={(file) => set({ exported: file === null ? null : (chosenFiles([file])[0] ?? null) })}
            inputProps={{ 'aria-label': messages.model.exported }}
          >
            {(props) => (
              <Button variant="default" size="xs" aria-describedby={name} {...props}>
                {messages.model.chooseExported}
              </Button>
            )}
          </FileButton>
        )}
      </Files>
      <p className={`${layout.small} ${layout.line} ${classes.end}`}>
        <Button type="submit" size="xs">
          {messages.model.check}
        </Button>
        <span>{messages.model.checkHint}</span>
      </p>
      {(fault ?? failure) !== null && (
        <p className={classes.fault} role="alert">
          {fault ?? failure}
        </p>
      )}
    </form>
  );
}

const namesOf = (file: ChosenFile | null): string[] => (file === null ? [] : [file.name]);

interface FilesProps {
  label: string;
  hint: string;
  names: readonly string[];
  /** The button; it is described by the element of this id. */
  children: (described: string) => ReactNode;
}

function Files({ label, hint, names, children }: FilesProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <span>{label}</span>
      <span className={layout.hint}>{hint}</span>
      <div className={`${layout.cutOutput} ${layout.line} ${classes.files}`}>
        {children(id)}
        <output id={id}>{names.length === 0 ? messages.model.noFile : messages.model.chosen(names)}</output>
      </div>
    </div>
  );
}

type Way = Extract<Phase, { kind: 'sending' | 'reading' }>;

const percent = (share: number): string => `${Math.floor(100 * share)} %`;

function textOf(phase: Way): string {
  if (phase.kind === 'sending') return phase.isOffline ? messages.model.offline : messages.model.sending(percent(phase.share));
  const { done, total, check } = phase.record;
  return total === null || total === 0 ? messages.model.queued : messages.model.reading(Math.min(done + 1, total), total, check);
}

const shareOf = (phase: Way): number => (phase.kind === 'sending' ? phase.share : phase.record.done / Math.max(1, phase.record.total ?? 1));

function UnderWay({ phase, onCancel }: { phase: Way; onCancel: () => void }) {
  return (
    <div className={classes.way}>
      <p role="status">{textOf(phase)}</p>
      <Progress value={100 * shareOf(phase)} aria-label={messages.model.progress} />
      <Button variant="default" size="xs" onClick={onCancel}>
        {messages.model.cancel}
      </Button>
    </div>
  );
}
