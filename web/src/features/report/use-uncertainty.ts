/** The variability of the open study's reader, and what tracing adds to the intervals of its values. */
import { useEffect, useEffectEvent, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Variability } from '@echometry/contract/records/variability.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { valuesOf, type ReportValue } from '@echometry/contract/rules/report.ts';
import { call } from '../../lib/api.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { readerOf, uncertaintyOf, type NoInterval, type ReaderOfWork, type Uncertainty } from './uncertainty.ts';
import type { Reading } from './use-report.ts';

export const readVariability = async (
  { project }: Pick<OpenStudy, 'project'>,
  of: ReaderOfWork,
  signal: AbortSignal,
): Promise<Variability[]> => (await call(CALLS.readersVariability, { db_name: project.db_name, ...of }, { signal })).measurements;

interface Read {
  of: string;
  measured: readonly Variability[];
  failure: string | null;
}

export interface UncertaintyOfReport {
  /** Null while it is not known. */
  of: (value: ReportValue) => Uncertainty | NoInterval | null;
  /** Variability of the reader of the open study. */
  measured: readonly Variability[];
  reader: ReaderOfWork | null;
  /** Why the variability could not be read. */
  failure: string | null;
}

function useVariability(study: OpenStudy): Omit<Read, 'of'> | null {
  const reader = readerOf(study);
  const key = JSON.stringify([study.project.db_name, reader]);
  const [read, setRead] = useState<Read | null>(null);
  const ask = useEffectEvent((signal: AbortSignal) => (reader === null ? Promise.resolve([]) : readVariability(study, reader, signal)));
  useEffect(() => {
    const request = new AbortController();
    ask(request.signal).then(
      (measured) => setRead({ of: key, measured, failure: null }),
      (error: unknown) => {
        if (!request.signal.aborted) setRead({ of: key, measured: [], failure: messageOf(error) });
      },
    );
    return () => request.abort();
  }, [key]);
  return read?.of === key ? read : null;
}

/** A value as it was computed: it is moved again when it changes. */
const stateOf = ({ key, measurement }: ReportValue): string => JSON.stringify([key, measurement.value]);

/** Standard deviations of values when their points are moved by a pixel, one value after the other. */
function useTracing({ measuring }: Reading, values: readonly ReportValue[]): ReadonlyMap<string, number | null> {
  const [moved, setMoved] = useState<ReadonlyMap<string, number | null>>(new Map());
  const next = values.find((value) => !moved.has(stateOf(value)));
  const state = next === undefined ? null : stateOf(next);
  const move = useEffectEvent(async (): Promise<number | null> => {
    if (next === undefined) return null;
    const formulas = await measuring?.compare(next.name, next.image_id);
    const used = next.measurement.provenance?.formula.name;
    return (formulas?.find(({ formula }) => formula === used) ?? formulas?.[0])?.sd ?? null;
  });
  useEffect(() => {
    if (state === null) return;
    let here = true;
    void move()
      // The reader's variability counts where points cannot be moved.
      .catch(() => null)
      .then((sd) => {
        if (here) setMoved((known) => new Map(known).set(state, sd));
      });
    return () => {
      here = false;
    };
  }, [state]);
  return moved;
}

/** Intervals of the values of the report. */
export function useUncertainty(study: OpenStudy, reading: Reading): UncertaintyOfReport {
  const read = useVariability(study);
  const measured = read?.measured ?? [];
  const reader = readerOf(study);
  const all = valuesOf(reading.report);
  const uncertain = all.filter((value) => typeof uncertaintyOf(value, all, measured, null) === 'object');
  const tracing = useTracing(reading, uncertain);
  return {
    of: (value) => {
      if (read === null) return null;
      return reader === null ? 'review' : uncertaintyOf(value, all, measured, tracing.get(stateOf(value)) ?? null);
    },
    measured,
    reader,
    failure: read?.failure ?? null,
  };
}
