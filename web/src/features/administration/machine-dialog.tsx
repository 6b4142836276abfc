import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Value } from 'typebox/value';
import { Email, MAX_MACHINE_NAME } from '@echometry/contract/records/people.ts';
import { isWorkspaceRole } from '@echometry/contract/rules/permissions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GrantFields, useGrants } from './grant-fields.tsx';
import { ROLE_OPTIONS } from './role-names.ts';
import classes from './section.module.css';
import type { People, PeopleList } from './use-people.ts';
import { messages } from './messages.ts';

/** A machine does not administer. */
const MACHINE_ROLES = ROLE_OPTIONS.filter(({ value }) => !isWorkspaceRole(value));

interface Props {
  people: People;
  all: PeopleList;
  onClose: () => void;
}

/** Asks for the name, the roles and the projects of an account that only programs use. */
export function MachineDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={messages.machine.title} size="md">
      {opened && <MachineForm {...props} />}
    </Dialog>
  );
}

function MachineForm({ people, all, onClose }: Props) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const given = useGrants();
  const address = email.trim().toLowerCase();
  const isAddress = Value.Check(Email, address);
  const add = async () => {
    if (!(await people.change({ act: 'add-machine', email: address, name: name.trim(), grants: given.grants(false) }))) return;
    people.choose(address);
    onClose();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <p className={classes.quiet}>{messages.machine.hint}</p>
      <TextInput
        label={messages.machine.name}
        placeholder={messages.machine.nameHint}
        value={name}
        maxLength={MAX_MACHINE_NAME}
        data-autofocus
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={messages.machine.email}
        description={messages.machine.emailHint}
        placeholder={messages.machine.emailExample}
        type="email"
        value={email}
        required
        error={email !== '' && !isAddress && email.includes('@') ? messages.invite.emailFault : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <GrantFields all={all} chosen={given.chosen} choose={given.choose} options={MACHINE_ROLES} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.shared.cancel}
        </Button>
        <Button type="submit" loading={people.busy} disabled={!isAddress || name.trim() === '' || given.chosen.roles.length === 0}>
          {messages.machine.create}
        </Button>
      </div>
    </form>
  );
}
