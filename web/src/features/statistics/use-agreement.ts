import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { AgreementReport, Reader } from '@echometry/contract/records/agreement.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { messages } from './messages.ts';
import { isUnderWay } from './use-statistics.ts';
import type { KnownReader } from './readers.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const LOOK_MS = 700;
/** Readers of a project; null while they load. */
export function useReaders(project: string): { readers: KnownReader[] | null; failure: string | null; reload: () => void } {
  const [readers, setReaders] = useState<KnownReader[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    const request = new AbortController();
    call(CALLS.agreementReaders, { db_name: project }, { signal: request.signal }).then(
      (answer) => setReaders(answer.readers),
      (error: unknown) => request.signal.aborted || setFailure(messageOf(error)),
    );
    return () => request.abort();
  }, [project, turn]);
  return { readers, failure, reload };
}

export interface Agreement {
  report: AgreementReport | null;
  /** Name of the comparison that the report is of. */
  id: string | null;
  making: Making | null;
  failure: string | null;
}

const NOTHING: Agreement = { report: null, id: null, making: null, failure: null };

/** Has readers compared and follows that to its end. */
async function follow(
  project: string,
  readers: readonly Reader[],
  show: (agreement: Agreement) => void,
  signal: AbortSignal,
): Promise<void> {
  const id = crypto.randomUUID();
  const making = await call(CALLS.agreementCompare, { id, db_name: project, readers: [...readers] }, { signal });
  show({ ...NOTHING, making });
  await poll({
    signal,
    everyMs: LOOK_MS,
    read: () => call(CALLS.agreementGet, { id }, { signal }),
    isUnderWay: (answer) => answer.report === null && isUnderWay(answer.making),
    onValue: (answer) => {
      if (answer.report) show({ ...NOTHING, report: answer.report, id });
      else if (isUnderWay(answer.making)) show({ ...NOTHING, making: answer.making });
      else show({ ...NOTHING, failure: answer.making?.failure ?? messages.agreement.noResult });
    },
    onFailure: (error) => show({ ...NOTHING, making, failure: messageOf(error) }),
  });
}

/** The agreement of readers; computed again whenever others are chosen, and given up when the panel is closed. */
export function useAgreement(project: string, readers: readonly Reader[]): Agreement {
  const [agreement, setAgreement] = useState<Agreement>(NOTHING);
  const asked = JSON.stringify(readers);
  useEffect(() => {
    const chosen = JSON.parse(asked) as Reader[];
    setAgreement(NOTHING);
    if (chosen.length < 2) return;
    const request = new AbortController();
    follow(project, chosen, setAgreement, request.signal).catch((error: unknown) => {
      if (!request.signal.aborted) setAgreement({ ...NOTHING, failure: messageOf(error) });
    });
    return () => request.abort();
  }, [project, asked]);
  return agreement;
}
