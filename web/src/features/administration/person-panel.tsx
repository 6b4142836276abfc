import { Button, Switch } from '@mantine/core';
import { useSnapshot } from 'valtio';
import { isWithoutSignIn, MODEL_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { session } from '../../lib/session.ts';
import { PersonProjects } from './person-projects.tsx';
import { PersonRoles } from './person-roles.tsx';
import { PersonTokens } from './person-tokens.tsx';
import { PersonSignIns } from './person-sign-ins.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';
import { messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';

/** One person: roles, projects, sign-in, and what can be done about the account. */
export function PersonPanel({ person, people, all }: PersonProps & { all: PeopleList }) {
  const name = `${person.name} ${person.family_names}`.trim();
  return (
    <aside className={classes.panel} aria-label={person.email}>
      <PanelHead title={person.email} onClose={() => people.choose(null)} />
      <div className={classes.part}>
        <p>{messages.person.summary(name, person)}</p>
        <Switch
          label={messages.person.testUser}
          checked={person.is_test}
          disabled={people.busy}
          onChange={(event) =>
            void people.change({ act: 'test-user', email: person.email, project: null, marked: event.currentTarget.checked })
          }
        />
      </div>
      <PersonRoles person={person} people={people} all={all} />
      <PersonProjects person={person} people={people} all={all} />
      {isWithoutSignIn(person.user_type) ? (
        <div className={classes.part}>
          <h3>{messages.shared.signIn}</h3>
          <p>{person.user_type === MODEL_USER_TYPE ? messages.person.modelHint : messages.person.machineHint}</p>
        </div>
      ) : (
        <PersonSignIns person={person} people={people} />
      )}
      {person.user_type !== MODEL_USER_TYPE && <PersonTokens person={person} people={people} all={all} />}
      {!isWithoutSignIn(person.user_type) && <Factors person={person} people={people} />}
      <Account person={person} people={people} />
    </aside>
  );
}

function Factors({ person, people }: PersonProps) {
  const { email, second_factor } = person;
  return (
    <div className={classes.part}>
      <h3>{messages.factors.title}</h3>
      <p>{messages.factors.state(person)}</p>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={people.busy || second_factor !== 'authenticator'}
          onClick={() => void people.change({ act: 'reset-totp', email })}
        >
          {messages.factors.reset}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={people.busy}
          onClick={() => void people.change({ act: 'reset-password', email })}
        >
          {messages.factors.newPassword}
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
      <h3>{messages.account.title}</h3>
      {person.active ? (
        <>
          <p>{login?.email === email ? messages.account.own : messages.account.disableHint}</p>
          <Button
            size="compact-sm"
            variant="default"
            className={`${layout.dangerous} ${classes.danger}`}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'disable', email })}
          >
            {messages.account.disable}
          </Button>
        </>
      ) : (
        <Button size="compact-sm" disabled={people.busy} onClick={() => void people.change({ act: 'enable', email })}>
          {messages.account.enable}
        </Button>
      )}
    </div>
  );
}
