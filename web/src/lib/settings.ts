/** Settings of a person, kept on the server with the user: keys, and the memory for decoded frames. */
import { proxy } from 'valtio';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { DEFAULT_USER_SETTINGS, type UserSettings } from '@echometry/contract/records/user-settings.ts';
import { alertUser } from './alerts.ts';
import { call } from './api.ts';
import { messages } from './messages.ts';
import { session } from './session.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** A change is stored this long after the last one, in ms: a slider is not a call for every step. */
const STORE_AFTER_MS = 400;

/** `of` is the person they were read for; null while they are not. */
export const settings = proxy<{ own: UserSettings; of: string | null }>({ own: structuredClone(DEFAULT_USER_SETTINGS), of: null });

export type SettingsPage = 'keys' | 'player' | 'memory' | 'tokens';

/** The dialog of the settings: its open page, or null. */
export const settingsDialog = proxy<{ page: SettingsPage | null }>({ page: null });
/** The focused element when the dialog opened. */
let opener: Element | null = null;
export const openSettings = (page: SettingsPage = 'keys'): void => {
  opener = document.activeElement;
  settingsDialog.page = page;
};

/** After the dialog the focus goes back to where it was; what opened it from a menu is gone, and the menu's button stands for it. */
export function leaveSettings(): void {
  const still = opener instanceof HTMLElement && opener.isConnected && opener !== document.body && !opener.closest('[role=menu]');
  const target = still ? opener : document.querySelector('[data-opens-settings]');
  if (target instanceof HTMLElement) target.focus();
}

/** Reads the settings of the signed-in person, once; until they are there the shipped ones hold, and none are stored. */
export async function loadSettings(): Promise<void> {
  const email = session.login?.email;
  if (!email || settings.of === email) return;
  settings.of = null;
  settings.own = structuredClone(DEFAULT_USER_SETTINGS);
  try {
    const own = await call(CALLS.getSettings, { user: email });
    if (session.login?.email !== email) return;
    settings.own = own;
    settings.of = email;
  } catch (error) {
    console.warn('The settings could not be read; the default ones apply.', error);
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes settings at once, and stores them when the person pauses. Settings that were never read are never overwritten. */
export function changeSettings(change: Partial<UserSettings>): void {
  const email = settings.of;
  settings.own = { ...settings.own, ...change };
  if (email === null) {
    alertUser(messages.settings.notRead, 'hard');
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (settings.of !== email || session.login?.email !== email) return;
    const own = JSON.parse(JSON.stringify(settings.own)) as UserSettings;
    call(CALLS.updateSettings, { user: email, settings: own }).catch((error: unknown) => {
      alertUser(messages.settings.notSaved(messageOf(error)), 'hard');
    });
  }, STORE_AFTER_MS);
}
