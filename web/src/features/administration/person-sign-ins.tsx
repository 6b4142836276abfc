import { useEffect, useEffectEvent } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { PersonProps } from './use-people.ts';
import { wholeTime } from './format.ts';
import { messages } from './messages.ts';

/** Sign-ins that hold: since when, last used, as what; one or all of them are ended. */
export function PersonSignIns({ person, people }: PersonProps) {
  const found = useCall(CALLS.peopleSessions, { email: person.email });
  const again = useEffectEvent(() => found.reload());
  useEffect(() => {
    if (people.turn > 0) again();
  }, [people.turn]);
  const signIns = found.data?.sign_ins ?? [];
  return (
    <div className={classes.part}>
      <h3>
        {messages.signIns.title}
        {signIns.length > 1 && (
          <button
            type="button"
            className={layout.textButton}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'revoke-sessions', email: person.email })}
          >
            {messages.signIns.endAll}
          </button>
        )}
      </h3>
      <NotYet state={found} />
      {found.data && signIns.length === 0 && <p>{messages.signIns.nowhere}</p>}
      {signIns.map((signIn) => (
        <div key={signIn.id} className={classes.row} data-testid="sign-in">
          <span className={classes.grow} title={messages.signIns.expires(signIn.expires_at)}>
            {wholeTime(signIn.created_at)}
            <small className={classes.quiet}> {messages.signIns.summary(signIn, Date.now())}</small>
          </span>
          <button
            type="button"
            className={layout.textButton}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'end-session', email: person.email, session: signIn.id })}
          >
            {messages.signIns.end}
          </button>
        </div>
      ))}
    </div>
  );
}
