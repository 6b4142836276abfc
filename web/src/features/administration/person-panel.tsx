import { Button, Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { session } from '../../lib/session.ts';
import { PersonProjects } from './person-projects.tsx';
import { PersonRoles } from './person-roles.tsx';
import { PersonSignIns } from './person-sign-ins.tsx';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';
import { counted, dayText } from './messages.ts';

/** One person: roles, projects, sign-in, and what can be done about the account. */
export function PersonPanel({ person, people, all }: PersonProps & { all: PeopleList }) {
  const name = `${person.name} ${person.family_names}`.trim();
  return (
    <aside className={classes.panel} aria-label={person.email}>
      <div className={classes.head}>
        <h2>{person.email}</h2>
        <span className={classes.space} />
        <button type="button" className={classes.plain} aria-label="Close" onClick={() => people.choose(null)}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <div className={classes.part}>
        <p>
          {name || 'No name yet'}, {person.user_type}, since {dayText(person.created_at)}
          {!person.active && '. Disabled: this account cannot sign in.'}
        </p>
        <Switch
          label="Test user everywhere"
          checked={person.is_test}
          disabled={people.busy}
          onChange={(event) =>
            void people.change({ act: 'test-user', email: person.email, project: null, marked: event.currentTarget.checked })
          }
        />
      </div>
      <PersonRoles person={person} people={people} all={all} />
      <PersonProjects person={person} people={people} all={all} />
      {person.user_type === 'model' ? (
        <div className={classes.part}>
          <h3>Sign-in</h3>
          <p>A model marks images without signing in: there is nothing to reset.</p>
        </div>
      ) : (
        <>
          <PersonSignIns person={person} people={people} />
          <Factors person={person} people={people} />
        </>
      )}
      <Account person={person} people={people} />
    </aside>
  );
}

function Factors({ person, people }: PersonProps) {
  const { email, second_factor } = person;
  return (
    <div className={classes.part}>
      <h3>Password and second factor</h3>
      <p>
        {second_factor === 'authenticator' &&
          `An authenticator app is paired, ${counted(person.recovery_codes_left, 'recovery code')} left.`}
        {second_factor === 'foreign' && 'Signs in at the foreign login service, which asks for both factors.'}
        {second_factor === 'none' && 'No authenticator app is paired yet; the next sign-in pairs one.'}
      </p>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={people.busy || second_factor !== 'authenticator'}
          onClick={() => void people.change({ act: 'reset-totp', email })}
        >
          Reset authenticator
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={people.busy}
          onClick={() => void people.change({ act: 'reset-password', email })}
        >
          Link for a new password
        </Button>
      </div>
    </div>
  );
}

function Account({ person, people }: PersonProps) {
  const { login } = useSnapshot(session);
  const { email } = person;
  return (
    <div className={classes.part}>
      <h3>Account</h3>
      {person.active ? (
        <>
          <p>
            {login?.email === email
              ? 'This is your own account: disabling it signs you out.'
              : 'Disabling ends every sign-in at once. Nothing that was stored is deleted.'}
          </p>
          <Button
            size="compact-sm"
            variant="default"
            className={classes.danger ?? ''}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'disable', email })}
          >
            Disable
          </Button>
        </>
      ) : (
        <Button size="compact-sm" disabled={people.busy} onClick={() => void people.change({ act: 'enable', email })}>
          Enable
        </Button>
      )}
    </div>
  );
}
