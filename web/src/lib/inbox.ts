/** The inbox of the person in use, of all their projects. */
import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { inboxGroup, TO_DO } from '@echometry/contract/rules/inbox.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { call } from './api.ts';
import { session } from './session.ts';

interface InboxState {
  /** Token of the role that the entries are of. */
  of: string | null;
  /** Null before they arrived. */
  entries: readonly InboxEntry[] | null;
  more: boolean;
  failure: string | null;
}

export const inbox = proxy<InboxState>({ of: null, entries: null, more: false, failure: null });

/** Reads the inbox; entries of another role or person are dropped at once, and stay when reading them again fails. */
export async function loadInbox(): Promise<void> {
  const of = session.login?.role_token ?? null;
  if (of !== inbox.of) Object.assign(inbox, { of, entries: null, more: false, failure: null });
  if (of === null) return;
  try {
    const { entries, more } = await call(CALLS.inboxGet, {});
    if (of === session.login?.role_token) Object.assign(inbox, { of, entries: ref(entries), more, failure: null });
  } catch (error) {
    if (of === session.login?.role_token) inbox.failure = messageOf(error);
  }
}

/** How many studies there are with something to do for a role; read when the page opens and when the window is looked at again. */
export function useToDo(role: RoleName | null): number {
  const { entries, of } = useSnapshot(inbox);
  const { login } = useSnapshot(session);
  const hasInbox = role !== null && mayOpenPage(role, '/inbox');
  useEffect(() => {
    if (!hasInbox) return;
    const load = (): void => void loadInbox();
    load();
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [hasInbox]);
  if (!hasInbox || entries === null || of !== login?.role_token) return 0;
  const now = Date.now();
  return entries.filter((entry) => TO_DO.some((group) => group === inboxGroup(entry as InboxEntry, now))).length;
}
