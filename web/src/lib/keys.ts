/** Keyboard bindings of a screen: actions by name, their keys from the person's settings; off while the person types or a dialog is open. */
import { useEffect, useRef } from 'react';
import { actionOf, keysOf, type ActionName } from './actions.ts';
import { keyName } from './key-name.ts';
import { settings } from './settings.ts';

/** What an action of lib/actions.ts does on this screen. */
export type Bindings = Partial<Record<ActionName, () => void>>;

const TYPING = 'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=listbox], [role=menu]';

/** True when keys belong to something else: a text field, an open list or a dialog. */
export function keysAreTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true;
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Keys that a focused control answers itself. */
const OWN_KEYS: Record<string, readonly string[]> = {
  button: ['Space', 'Enter'],
  a: ['Enter'],
};

function controlAnswers(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (target.getAttribute('aria-haspopup') && (key === 'ArrowDown' || key === 'ArrowUp')) return true;
  return OWN_KEYS[target.tagName.toLowerCase()]?.includes(key) ?? false;
}

const live = new Set<{ readonly current: Bindings }>();

/** Actions whose keys work on the screen as it is now. */
export const liveActions = (): ActionName[] => [...live].flatMap(({ current }) => Object.keys(current) as ActionName[]);

export function useKeys(bindings: Bindings): void {
  const current = useRef(bindings);
  current.current = bindings;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || keysAreTaken(event.target)) return;
      const key = keyName(event);
      if (controlAnswers(event.target, key)) return;
      const name = (Object.keys(current.current) as ActionName[]).find((action) => keysOf(action, settings.own.keys).includes(key));
      if (!name || (event.repeat && !actionOf(name).repeat)) return;
      event.preventDefault();
      current.current[name]?.();
    };
    live.add(current);
    window.addEventListener('keydown', onKey);
    return () => {
      live.delete(current);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}
