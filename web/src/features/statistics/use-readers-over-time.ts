import { useEffect, useEffectEvent, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import type { Certificate } from '@echometry/contract/records/certificate.ts';
import type { ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { isUnderWay } from './use-statistics.ts';

/** How often the making of new reports is looked at, in ms. */
const LOOK_MS = 1000;

export interface ReadersOverTime {
  /** Null while they load. */
  readers: readonly ReaderSummary[] | null;
  certificates: readonly Certificate[];
  making: Making | null;
  failure: string | null;
  /** Compares them again. */
  update: () => void;
}

/** Readers of a project over time; looked at again while their reports are made. */
export function useReadersOverTime(db_name: string): ReadersOverTime {
  const [found, setFound] = useState<Pick<ReadersOverTime, 'readers' | 'certificates' | 'making'>>({
    readers: null,
    certificates: [],
    making: null,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const [{ readers, making }, { certificates }] = await Promise.all([
      call(CALLS.readersGet, { db_name }, { signal }),
      call(CALLS.certificatesList, { db_name }, { signal }),
    ]);
    return { readers, certificates, making };
  });
  useEffect(() => {
    const stop = new AbortController();
    void poll({
      signal: stop.signal,
      everyMs: LOOK_MS,
      read: (signal) => read(signal),
      isUnderWay: ({ making }) => isUnderWay(making),
      onValue: (next) => {
        setFound(next);
        setFailure(next.making?.failure ?? null);
      },
      onFailure: (error) => setFailure(messageOf(error)),
    });
    return () => stop.abort();
  }, [turn]);
  const update = (): void => {
    call(CALLS.readersUpdate, { db_name }).then(
      () => setTurn((n) => n + 1),
      (error: unknown) => setFailure(messageOf(error)),
    );
  };
  return { ...found, failure, update };
}

/** The report of a reader against a standard; null while it loads, and without one. */
export function useReaderReport(
  db_name: string,
  chosen: Pick<ReaderSummary, 'reader' | 'blind' | 'standard' | 'made_at'> | undefined,
): { report: AgreementReport | null; failure: string | null } {
  const [report, setReport] = useState<AgreementReport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { reader, blind, standard, made_at } = chosen ?? {};
  useEffect(() => {
    setReport(null);
    setFailure(null);
    if (reader === undefined || blind === undefined || standard === undefined) return;
    const request = new AbortController();
    call(CALLS.readersReport, { db_name, reader, blind, standard }, { signal: request.signal }).then(
      (answer) => setReport(answer.report),
      (error: unknown) => request.signal.aborted || setFailure(messageOf(error)),
    );
    return () => request.abort();
  }, [db_name, reader, blind, standard, made_at]);
  return { report, failure };
}
