import { useEffect, useEffectEvent } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MACHINE_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { MachineToken } from './machine-token.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';
import { messages } from './messages.ts';

/** Personal access tokens: what each allows, when it was last used; each can be revoked. Tokens of a machine are made here. */
export function PersonTokens({ person, people, all }: PersonProps & { all: PeopleList }) {
  const found = useCall(CALLS.peopleTokens, { email: person.email });
  const again = useEffectEvent(() => found.reload());
  useEffect(() => {
    if (people.turn > 0) again();
  }, [people.turn]);
  const tokens = found.data?.tokens ?? [];
  return (
    <div className={classes.part}>
      <h3>{messages.tokens.title}</h3>
      <NotYet state={found} />
      {found.data && tokens.length === 0 && <p>{messages.tokens.none}</p>}
      {tokens.map((token) => (
        <div key={token.id} className={classes.row} data-testid="person-token">
          <span className={classes.grow} title={messages.tokens.made(token)}>
            {token.name}
            <small className={classes.quiet}> {messages.tokens.summary(token, Date.now())}</small>
          </span>
          <button
            type="button"
            className={layout.textButton}
            disabled={people.busy}
            aria-label={messages.tokens.revokeNamed(token.name)}
            onClick={() => void people.change({ act: 'revoke-token', email: person.email, token: token.id })}
          >
            {messages.tokens.revoke}
          </button>
        </div>
      ))}
      {person.user_type === MACHINE_USER_TYPE && <MachineToken person={person} people={people} all={all} onMade={found.reload} />}
    </div>
  );
}
