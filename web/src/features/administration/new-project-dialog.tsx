import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { DATA_TYPES, type DataType } from '@echometry/contract/records/data-type.ts';
import { MAX_NAME_LENGTH } from '@echometry/contract/records/strict.ts';
import { MAX_PROJECT_KEY, PROJECT_KEY } from '@echometry/contract/rules/new-project.ts';
import { call } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './section.module.css';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

interface Props {
  onClose: () => void;
  onMade: (key: string) => void;
}

export function NewProjectDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={messages.projects.new} size="md">
      {opened && <NewProjectForm {...props} />}
    </Dialog>
  );
}

/** Name of a project in addresses and imports, from the name people read. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PROJECT_KEY)
    .replaceAll(/^-+|-+$/g, '');

/** By how much a text is too long; undefined when it fits. */
const lengthFault = (text: string, most: number): string | undefined =>
  text.length > most ? messages.newProject.tooLong(most, text.length - most) : undefined;

function NewProjectForm({ onClose, onMade }: Props) {
  const [name, setName] = useState('');
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const [dataType, setDataType] = useState<DataType>('adult');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = ownKey ?? keyOf(name);
  const isKey = new RegExp(PROJECT_KEY).test(key);
  const nameFault = lengthFault(name.trim(), MAX_NAME_LENGTH);
  const keyFault = lengthFault(key, MAX_PROJECT_KEY) ?? (key !== '' && !isKey ? messages.newProject.keyFault : undefined);
  const make = async () => {
    setBusy(true);
    try {
      const answer = await call(CALLS.projectsCreate, { key, name_to_show: name.trim(), data_type: dataType });
      if (answer.outcome === 'refused') setFailure(answer.faults.map(({ message }) => message).join(' '));
      else {
        onMade(key);
        onClose();
      }
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextInput
        label={messages.newProject.name}
        value={name}
        error={nameFault}
        data-autofocus
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={messages.newProject.key}
        description={messages.newProject.keyHint}
        value={key}
        error={keyFault}
        onChange={(event) => setOwnKey(event.currentTarget.value)}
      />
      <Select
        label={messages.newProject.dataType}
        data={[...DATA_TYPES]}
        value={dataType}
        allowDeselect={false}
        onChange={(chosen) => setDataType(chosen ?? 'adult')}
      />
      {failure !== null && (
        <p className={classes.fault} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.shared.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={name.trim() === '' || nameFault !== undefined || !isKey || keyFault !== undefined}>
          {messages.newProject.create}
        </Button>
      </div>
    </form>
  );
}
