/** Keyboard bindings of a screen: actions by name, their keys from the user's settings; off while the user types or a menu or dialog is open. */
import { useEffect, useRef } from 'react';
import { actionOf, type ActionName } from './actions.ts';
import { focusCameByPointer } from './focus.ts';
import { keyName } from './key-name.ts';
import { askedAbout, type Listener, type Rank } from './key-order.ts';
import { settings } from './settings.ts';

/** Effect of an action of lib/actions.ts on this screen. */
export type Bindings = Partial<Record<ActionName, () => unknown>>;
/** Effect of an action when its key goes down, and when it comes up again. */
export type HeldBindings = Partial<Record<ActionName, (held: boolean) => void>>;

const TYPING =
  'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=listbox], [role=menu]';

const OPENED = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** A menu, list or dialog that is open owns the keyboard, wherever the focus is. Some stay in the document while they are closed. */
const somethingIsOpen = (): boolean => [...document.querySelectorAll(OPENED)].some((element) => element.getClientRects().length > 0);

/** True when keys belong to something else: a text field, or an open menu, list or dialog. */
export function keysAreTaken(target: EventTarget | null): boolean {
  if (somethingIsOpen()) return true;
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Keys that a focused control has a use for itself. */
const OWN_KEYS: Record<string, readonly string[]> = {
  button: ['Space', 'Enter'],
  a: ['Enter'],
};

/** A control reached by Tab keeps its keys; a clicked one leaves them to the page, whose strip promises them. */
function controlTakes(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  // A tile that the arrow keys walk leaves these keys to its page.
  if (target.dataset['leavesKeys']?.split(' ').includes(key)) return false;
  if (focusCameByPointer() && !target.closest('[role=dialog]')) return false;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return key === 'Space';
  if (target instanceof HTMLInputElement && target.type === 'radio') return key.startsWith('Arrow') || key === 'Space';
  if (target.getAttribute('aria-haspopup') && (key === 'ArrowDown' || key === 'ArrowUp')) return true;
  return OWN_KEYS[target.tagName.toLowerCase()]?.includes(key) ?? false;
}

const live = new Set<Listener>();
/** Actions whose key is down, by the physical key. */
const down = new Map<string, (held: boolean) => unknown>();

/** Actions whose keys work on the screen as it is now. */
export const liveActions = (): ActionName[] => [...live].flatMap(({ bindings }) => Object.keys(bindings) as ActionName[]);

function onDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || keysAreTaken(event.target)) return;
  const key = keyName(event);
  const ofControl = controlTakes(event.target, key);
  for (const { listener, action } of askedAbout(key, live, settings.own.keys)) {
    if (listener.held ? event.repeat : ofControl || (event.repeat && !actionOf(action).repeat)) continue;
    const act = listener.bindings[action];
    if (act?.(true) === false) continue;
    event.preventDefault();
    if (listener.held && act) down.set(event.code, act);
    return;
  }
}

function letGo(code: string): void {
  const act = down.get(code);
  down.delete(code);
  act?.(false);
}

const onUp = ({ code }: KeyboardEvent): void => letGo(code);

/** A window that loses the focus lets go of every key. */
function onBlur(): void {
  for (const code of down.keys()) letGo(code);
}

function listen(listener: Listener): () => void {
  if (live.size === 0) {
    window.addEventListener('keydown', onDown);
    window.addEventListener('keyup', onUp);
    window.addEventListener('blur', onBlur);
  }
  live.add(listener);
  return () => {
    for (const [code, act] of down) if (Object.values(listener.bindings).includes(act)) letGo(code);
    live.delete(listener);
    if (live.size > 0) return;
    window.removeEventListener('keydown', onDown);
    window.removeEventListener('keyup', onUp);
    window.removeEventListener('blur', onBlur);
  };
}

function useListener(bindings: Listener['bindings'], rank: Rank, held: boolean): void {
  const listener = useRef<Listener>({ rank, held, bindings });
  listener.current.bindings = bindings;
  useEffect(() => listen(listener.current), []);
}

export const useKeys = (bindings: Bindings, rank: Rank = 'page'): void => useListener(bindings, rank, false);

/** Actions that last as long as their key is held. */
export const useHeldKeys = (bindings: HeldBindings, rank: Rank = 'page'): void => useListener(bindings, rank, true);
