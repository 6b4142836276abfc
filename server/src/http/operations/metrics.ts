/** Metrics of this process for monitors, in the format of Prometheus. Labels name calls, kinds and states, never a person or a study. */
import { statfs } from 'node:fs/promises';
import type { CallName } from '@echometry/contract/calls/registry.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { jobsByState } from '../../db/jobs.ts';
import type { Db } from '../../db/connect.ts';

/** Upper edges of the buckets of times, in seconds. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ENGINE_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

/** How a save ended: a new version, or the version that came between. */
export type SaveOutcome = 'saved' | 'conflict';

export interface Metrics {
  /** A response was sent. `route` is the pattern of its address, without what it names. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  saved(outcome: SaveOutcome): void;
  /** The engine was lent for a piece of work. */
  decoded(seconds: number): void;
  /** Everything as text. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  db: Db;
  /** Folder whose disk is watched; null where none is. */
  folder: string | null;
  /** Memory, processor and event loop of this process too: one of them in a process. */
  ofProcess?: boolean;
}

export function makeMetrics({ db, folder, ofProcess = false }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'echometry_request_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const saves = new Counter({
    name: 'echometry_saves_total',
    help: 'Saves of analyses and reviews by how they ended.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const engine = new Histogram({
    name: 'echometry_engine_seconds',
    help: 'Time that the engine was lent for one piece of work: an import, a snapshot.',
    buckets: ENGINE_SECONDS,
    registers,
  });
  void new Gauge({
    name: 'echometry_jobs',
    help: 'Jobs in the database by kind and state.',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { kind, state, jobs } of await jobsByState(db.query)) this.set({ kind, state }, jobs);
    },
  });
  void new Gauge({
    name: 'echometry_database_connections',
    help: 'Connections of this process to PostgreSQL: in use, idle, and requests that wait for one. SQLite has none.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, value] of Object.entries(db.connections() ?? {})) this.set({ state }, value);
    },
  });
  void new Gauge({
    name: 'echometry_disk_bytes',
    help: 'The disk of the workspace folder.',
    labelNames: ['of'] as const,
    registers,
    async collect() {
      if (folder === null) return;
      const { bavail, blocks, bsize } = await statfs(folder);
      this.set({ of: 'free' }, bavail * bsize);
      this.set({ of: 'total' }, blocks * bsize);
    },
  });
  return {
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    saved: (outcome) => saves.inc({ outcome }),
    decoded: (seconds) => engine.observe(seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const SAVES: ReadonlySet<CallName> = new Set<CallName>(['analysisUpdate', 'reviewsCreate']);

/** Counts the result of a call, if it was a save. */
export function countSave(metrics: Metrics, name: CallName, answer: unknown): void {
  if (SAVES.has(name)) metrics.saved((answer as { conflict?: boolean }).conflict === true ? 'conflict' : 'saved');
}
