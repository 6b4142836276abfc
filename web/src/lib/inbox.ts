/** The inbox of the person in use, of all their projects. */
import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { ASSIGNED_ROLES } from '@echometry/contract/records/assignment.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { TO_DO, toDoGroup } from '@echometry/contract/rules/inbox.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { isPutOff, putOff, takeBack } from '@echometry/contract/rules/put-off.ts';
import { call } from './api.ts';
import { session } from './session.ts';
import { changeSettings, settings } from './settings.ts';

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

/** A study in the inbox of the role in use; null in roles without an inbox. */
function putOffStudy({ project, study_id }: InboxEntry['row']) {
  const role = ASSIGNED_ROLES.find((one) => one === session.login?.role);
  return role === undefined ? null : { role, project, study_id };
}

/** Whether a study is put off; by the settings of the person, which a component reads with `useSnapshot`. */
export function isRowPutOff(row: InboxEntry['row'], now: number): boolean {
  const study = putOffStudy(row);
  return study !== null && isPutOff(settings.own.put_off ?? [], study, now);
}

/** Puts a study off until tomorrow, or takes that back. */
export function changePutOff(row: InboxEntry['row'], now: number): void {
  const study = putOffStudy(row);
  if (study === null) return;
  const all = settings.own.put_off ?? [];
  changeSettings({ put_off: (isPutOff(all, study, now) ? takeBack : putOff)(all, study, now) });
}

/** How many studies there are with something to do for a role; read when the page opens and when the window is looked at again. */
export function useToDo(role: RoleName | null): number {
  const { entries, of } = useSnapshot(inbox);
  const { login } = useSnapshot(session);
  // Drawn again when a study is put off.
  void useSnapshot(settings).own.put_off;
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
  const groupOf = (entry: InboxEntry) => toDoGroup(entry, now, (row) => isRowPutOff(row, now));
  return entries.filter((entry) => TO_DO.some((group) => group === groupOf(entry as InboxEntry))).length;
}
