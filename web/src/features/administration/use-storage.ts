/** Reads the storage, again while a run continues, and carries out commands. */
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { type Loaded, type ReadAgain, useCall } from './api.ts';
import { messages } from './messages.ts';

export type Storage = AnswerOf<typeof CALLS.storageGet>;

/** The state is read again while everything stored is checked. */
const READ_AGAIN: ReadAgain<Storage> = { everyMs: 1500, isUnderWay: ({ scrub }) => scrub !== null };

export interface StorageState {
  storage: Loaded<Storage>;
  busy: boolean;
  purging: boolean;
  setPurging: (purging: boolean) => void;
  scrub: (run: boolean) => void;
  quarantine: (action: 'restore' | 'purge', key: string | null) => void;
}

export function useStorage(): StorageState {
  const storage = useCall(CALLS.storageGet, {}, READ_AGAIN);
  const { busy, attempt } = useAttempt();
  const [purging, setPurging] = useState(false);
  /** @param act results in words for the person, or null */
  const change = (act: () => Promise<string | null>, failed: string): void =>
    void attempt(async () => {
      const result = await act();
      if (result !== null) alertUser(result);
      storage.reload();
    }, failed);
  const scrub = (run: boolean) =>
    change(async () => {
      const { changed } = await call(CALLS.storageScrub, { run });
      return changed ? null : run ? messages.storage.alreadyRunning : messages.storage.endedBefore;
    }, messages.storage.checkNotStarted);
  const quarantine = (action: 'restore' | 'purge', key: string | null) =>
    change(async () => {
      const { objects, bytes } = await call(CALLS.storageQuarantine, { action, key });
      setPurging(false);
      return messages.quarantine.changed(action, objects, bytes);
    }, messages.quarantine.notChanged);
  return { storage, busy, purging, setPurging, scrub, quarantine };
}
