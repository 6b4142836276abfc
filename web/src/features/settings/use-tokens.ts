/** The personal access tokens of the person: read when the settings show them, made and revoked there. */
import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { NewToken, PersonalToken } from '@echometry/contract/records/personal-token.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';

interface Tokens {
  /** Null before they arrived. */
  list: readonly PersonalToken[] | null;
  failure: string | null;
  busy: boolean;
  /** The secret of the token that was made last; it cannot be read again. */
  secret: { token: string; name: string } | null;
  /** True when the token was made. */
  make: (token: NewToken) => Promise<boolean>;
  revoke: (id: string) => Promise<void>;
  reload: () => void;
}

export function useTokens(): Tokens {
  const [list, setList] = useState<readonly PersonalToken[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<Tokens['secret']>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(CALLS.tokensList, {}, { signal: stop.signal })
      .then(({ tokens }) => {
        setList(tokens);
        setFailure(null);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailure(messageOf(error));
      });
    return () => stop.abort();
  }, [turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);

  const doing = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const make = (token: NewToken) =>
    doing(async () => {
      const made = await call(CALLS.tokensCreate, token);
      setSecret({ token: made.token, name: made.made.name });
      setList((before) => [made.made, ...(before ?? [])]);
    });
  const revoke = async (id: string) => {
    await doing(async () => {
      await call(CALLS.tokensRevoke, { id });
      setList((before) => before?.filter((token) => token.id !== id) ?? null);
      setSecret(null);
    });
  };
  return { list, failure, busy, secret, make, revoke, reload };
}
