import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { TSchema, Static } from 'typebox';
import { Value } from 'typebox/value';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import { DataAnomalies, DataStatistics, GuidelineCohort, ImageQuality, STATISTICS_FILES } from '@echometry/contract/records/statistics.ts';
import type { ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** How often the making of new statistics is looked at, in ms. */
const LOOK_MS = 1000;

interface Files {
  data: DataStatistics;
  odd: DataAnomalies;
  quality: ImageQuality;
  /** Null where blinded readers are not given it, and where the statistics were made before it was kept. */
  guidelines: GuidelineCohort | null;
}

export interface Statistics {
  /** Null while they load, and before the first were made. */
  files: Files | null;
  loading: boolean;
  failure: string | null;
  /** Whether the project filters quality by gestational age. */
  byAge: boolean;
  /** The choice of the project among reference values. */
  references: ReferenceChoice | undefined;
  making: Making | null;
  /** Computes them again. */
  update: () => void;
}

interface Loaded extends Pick<Statistics, 'files' | 'byAge' | 'references' | 'making'> {
  madeAt: number | null;
}

async function fileOf<T extends TSchema>(
  entries: readonly { name: string; url: string }[],
  name: string,
  schema: T,
  signal: AbortSignal,
): Promise<Static<T>> {
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) throw new Error(messages.incomplete);
  const response = await fetch(entry.url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(messages.unreadable);
  const content: unknown = await response.json();
  if (!Value.Check(schema, content)) throw new Error(messages.otherVersion);
  return content;
}

async function load(project: { id: string; db: string }, known: Loaded | null, signal: AbortSignal): Promise<Loaded> {
  const [{ files: entries, making }, { qc, references }] = await Promise.all([
    call(CALLS.statisticsGet, { db_name: project.db }, { signal }),
    call(CALLS.projectsGet, null, { id: project.id, signal }),
  ]);
  const madeAt = entries[0]?.made_at ?? null;
  const byAge = qc.ga_filter;
  if (madeAt === null) return { files: null, byAge, references, making, madeAt };
  if (known !== null && known.madeAt === madeAt) return { ...known, byAge, references, making };
  const [data, odd, quality, guidelines] = await Promise.all([
    fileOf(entries, STATISTICS_FILES.data, DataStatistics, signal),
    fileOf(entries, STATISTICS_FILES.anomalies, DataAnomalies, signal),
    fileOf(entries, STATISTICS_FILES.quality, ImageQuality, signal),
    entries.some(({ name }) => name === STATISTICS_FILES.guidelines)
      ? fileOf(entries, STATISTICS_FILES.guidelines, GuidelineCohort, signal)
      : null,
  ]);
  return { files: { data, odd, quality, guidelines }, byAge, references, making, madeAt };
}

export const isUnderWay = (making: Making | null): boolean => making?.state === 'queued' || making?.state === 'running';

/** The statistics of a project; looked at again while new ones are made. */
export function useStatistics(project: { id: string; db: string }): Statistics {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const read = useEffectEvent((signal: AbortSignal) => load(project, loaded, signal));
  useEffect(() => {
    const stop = new AbortController();
    void poll({
      signal: stop.signal,
      everyMs: LOOK_MS,
      read: (signal) => read(signal),
      isUnderWay: ({ making }) => isUnderWay(making),
      onValue: (next) => {
        setLoaded(next);
        setFailure(null);
      },
      onFailure: (error) => setFailure(messageOf(error)),
    });
    return () => stop.abort();
  }, [turn]);
  const update = useCallback(() => {
    call(CALLS.statisticsUpdate, { db_name: project.db }).then(
      () => setTurn((n) => n + 1),
      (error: unknown) => setFailure(messageOf(error)),
    );
  }, [project.db]);
  return {
    files: loaded?.files ?? null,
    loading: loaded === null && failure === null,
    failure,
    byAge: loaded?.byAge ?? false,
    references: loaded?.references,
    making: loaded?.making ?? null,
    update,
  };
}
