/** Reads the storage, again while a run continues, and carries out commands. */
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { type Loaded, type ReadAgain, useCall } from './api.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

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
  const [busy, setBusy] = useState(false);
  const [purging, setPurging] = useState(false);
  const alertOnFailure = async (what: string, work: () => Promise<string | null>): Promise<void> => {
    setBusy(true);
    try {
      const result = await work();
      if (result !== null) alertUser(result);
      storage.reload();
    } catch (error) {
      alertUser(`${what}: ${messageOf(error)}`, 'hard');
    } finally {
      setBusy(false);
    }
  };
  const scrub = (run: boolean) =>
    void alertOnFailure(messages.storage.checkNotStarted, async () => {
      const { changed } = await call(CALLS.storageScrub, { run });
      return changed ? null : run ? messages.storage.alreadyRunning : messages.storage.endedBefore;
    });
  const quarantine = (action: 'restore' | 'purge', key: string | null) =>
    void alertOnFailure(messages.quarantine.notChanged, async () => {
      const { objects, bytes } = await call(CALLS.storageQuarantine, { action, key });
      setPurging(false);
      return messages.quarantine.changed(action, objects, bytes);
    });
  return { storage, busy, purging, setPurging, scrub, quarantine };
}
