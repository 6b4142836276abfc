/** Polls the server until a job is done: every page that waits for work of the server uses this. */
import { CallError } from './api.ts';

/** Longest pause after failures, in ms. */
const MAX_PAUSE_MS = 30_000;
/** Statuses of refusals that pass: the server is busy. */
const BUSY = 429;
const SERVER_FAULT = 500;

export interface Polling<T> {
  signal: AbortSignal;
  /** Pause between two readings, in ms. Each failure doubles it, up to half a minute. */
  everyMs: number;
  read: (signal: AbortSignal) => Promise<T>;
  /** Whether the value can still change without the user. */
  isUnderWay: (value: T) => boolean;
  onValue: (value: T) => void;
  /** Called for each failure; temporary ones are followed by another reading. */
  onFailure: (error: unknown) => void;
}

/** Whether a later reading can succeed: no connection, or a server that is busy, restarting or broken. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind === 'offline' || error.status === BUSY || (error.status ?? 0) >= SERVER_FAULT;

/** Ends after a pause, or as soon as the signal is aborted. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** Ends when the value is final, at a refusal that another reading would not change, and when it is aborted. */
export async function poll<T>({ signal, everyMs, read, isUnderWay, onValue, onFailure }: Polling<T>): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    try {
      const value = await read(signal);
      if (signal.aborted) return;
      onValue(value);
      if (!isUnderWay(value)) return;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
      if (!isTemporary(error)) return;
      failures += 1;
    }
    await rest(Math.min(everyMs * 2 ** failures, Math.max(everyMs, MAX_PAUSE_MS)), signal);
  }
}
