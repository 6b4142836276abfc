import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Value } from 'typebox/value';
import { Email, MAX_MACHINE_NAME } from '@echometry/contract/records/people.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { isWorkspaceRole } from '@echometry/contract/rules/permissions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditorsField } from './editors-field.tsx';
import { reviewsOthers, ROLE_OPTIONS } from './role-names.ts';
import classes from './section.module.css';
import type { People, PeopleList } from './use-people.ts';
import { messages } from './messages.ts';

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
  const [roles, setRoles] = useState<RoleName[]>([]);
  const [projects, setProjects] = useState<string[]>([]);
  const [editors, setEditors] = useState<string[]>([]);
  const address = email.trim().toLowerCase();
  const isAddress = Value.Check(Email, address);
  const add = async () => {
    const grants = {
      roles: roles.map((role) => ({ role, project: null, reviews_to: reviewsOthers(role) ? editors : [] })),
      projects,
      is_test: false,
    };
    if (!(await people.change({ act: 'add-machine', email: address, name: name.trim(), grants }))) return;
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
      <MultiSelect
        label={messages.shared.roles}
        placeholder={roles.length === 0 ? messages.invite.rolesHint : ''}
        data={ROLE_OPTIONS.filter(({ value }) => !isWorkspaceRole(value))}
        value={roles}
        onChange={(chosen) => setRoles(chosen)}
        hidePickedOptions
      />
      <MultiSelect
        label={messages.shared.projects}
        placeholder={projects.length === 0 ? messages.invite.projectsHint : ''}
        data={all.projects.map(({ _id, name_to_show }) => ({ value: _id, label: name_to_show }))}
        value={projects}
        onChange={setProjects}
        hidePickedOptions
      />
      {roles.some(reviewsOthers) && <EditorsField all={all} value={editors} onChange={setEditors} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.shared.cancel}
        </Button>
        <Button type="submit" loading={people.busy} disabled={!isAddress || name.trim() === '' || roles.length === 0}>
          {messages.machine.create}
        </Button>
      </div>
    </form>
  );
}
