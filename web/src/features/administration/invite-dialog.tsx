import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Value } from 'typebox/value';
import { Email } from '@echometry/contract/records/people.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GrantFields, useGrants } from './grant-fields.tsx';
import classes from './section.module.css';
import type { People, PeopleList } from './use-people.ts';
import { messages } from './messages.ts';

interface Props {
  people: People;
  all: PeopleList;
  onClose: () => void;
}

/** Asks who is invited as what; what comes of it is a link that is shown once. */
export function InviteDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={messages.invite.title} size="md">
      {opened && <InviteForm {...props} />}
    </Dialog>
  );
}

function InviteForm({ people, all, onClose }: Props) {
  const [email, setEmail] = useState('');
  const given = useGrants();
  const [isTest, setTest] = useState(false);
  const [byMail, setByMail] = useState(all.mail);
  const address = email.trim().toLowerCase();
  const isAddress = Value.Check(Email, address);
  const invite = async () => {
    if (await people.change({ act: 'invite', email: address, grants: given.grants(isTest) }, { byMail: all.mail && byMail })) onClose();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <TextInput
        label={messages.invite.email}
        type="email"
        value={email}
        data-autofocus
        required
        error={email !== '' && !isAddress && email.includes('@') ? messages.invite.emailFault : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <GrantFields all={all} chosen={given.chosen} choose={given.choose} />
      <Checkbox label={messages.invite.testUser} checked={isTest} onChange={(event) => setTest(event.currentTarget.checked)} />
      {all.mail ? (
        <Checkbox label={messages.invite.byMail} checked={byMail} onChange={(event) => setByMail(event.currentTarget.checked)} />
      ) : (
        <p className={classes.quiet}>{messages.invite.noMail}</p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.shared.cancel}
        </Button>
        <Button type="submit" loading={people.busy} disabled={!isAddress || given.chosen.roles.length === 0}>
          {messages.invite.create}
        </Button>
      </div>
    </form>
  );
}
