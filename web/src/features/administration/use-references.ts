import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { loadReferences, type ReferenceSet } from '../../lib/reference-packs.ts';
import type { Loaded } from './api.ts';

/** Reference values of a project's configuration. */
export function useReferences(dbName: string): Loaded<ReferenceSet> {
  const [state, setState] = useState<Omit<Loaded<ReferenceSet>, 'reload'>>({ data: null, failure: null, loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isHere = true;
    setState((before) => ({ ...before, failure: null, loading: true }));
    loadReferences(dbName).then(
      (data) => isHere && setState({ data, failure: null, loading: false }),
      (error: unknown) => isHere && setState({ data: null, failure: messageOf(error), loading: false }),
    );
    return () => {
      isHere = false;
    };
  }, [dbName, turn]);
  return { ...state, reload: useCallback(() => setTurn((before) => before + 1), []) };
}
