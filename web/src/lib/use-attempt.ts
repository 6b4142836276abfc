import { useState } from 'react';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from './alerts.ts';

/** @param failed what did not happen, or the words for it from the reason */
type Attempt = (act: () => Promise<void>, failed: string | ((why: string) => string)) => Promise<void>;

/** An action that a person started: busy until it has ended; a failure is shown. */
export function useAttempt(): { busy: boolean; attempt: Attempt } {
  const [busy, setBusy] = useState(false);
  const attempt: Attempt = async (act, failed) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const why = messageOf(error);
      alertUser(typeof failed === 'string' ? `${failed}: ${why}` : failed(why), 'hard');
    } finally {
      setBusy(false);
    }
  };
  return { busy, attempt };
}
