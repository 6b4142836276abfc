import { useEffect, useEffectEvent } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import classes from './section.module.css';
import type { PersonProps } from './use-people.ts';
import { agoText, wholeTime } from './messages.ts';

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
        Sign-ins
        {signIns.length > 1 && (
          <button
            type="button"
            className={classes.plain}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'revoke-sessions', email: person.email })}
          >
            End all
          </button>
        )}
      </h3>
      <NotYet state={found} />
      {found.data && signIns.length === 0 && <p>Not signed in anywhere.</p>}
      {signIns.map((signIn) => (
        <div key={signIn.id} className={classes.row} data-testid="sign-in">
          <span className={classes.grow} title={`Expires ${wholeTime(signIn.expires_at)}`}>
            {wholeTime(signIn.created_at)}
            <small className={classes.quiet}>
              {' '}
              {signIn.roles.map((role) => ROLE_CONFIGS[role].name_to_show).join(', ')}
              {signIn.last_used_at !== null && `, used ${agoText(signIn.last_used_at, Date.now())}`}
              {signIn.is_own && ', this one'}
            </small>
          </span>
          <button
            type="button"
            className={classes.plain}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'end-session', email: person.email, session: signIn.id })}
          >
            End
          </button>
        </div>
      ))}
    </div>
  );
}
