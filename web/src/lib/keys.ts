/** Keyboard bindings of a screen: one table from key to action, off while the person types or a dialog is open. */
import { useEffect, useRef } from 'react';

export interface Binding {
  /** KeyboardEvent.key, with 'Shift+', 'Ctrl+' or 'Alt+' before it in this order. */
  key: string;
  does: string;
  run: () => void;
  /** A key held down repeats the action. */
  repeat?: boolean;
}

/** How a pressed key is written in a table; Shift is named only where the key itself does not tell. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const letter = event.key.length === 1;
  const shifted = event.shiftKey && (!letter || /[a-z]/i.test(event.key));
  const key = event.key === ' ' ? 'Space' : letter ? event.key.toLowerCase() : event.key;
  return `${shifted ? 'Shift+' : ''}${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${key}`;
}

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

export function useKeys(bindings: readonly Binding[]): void {
  const current = useRef(bindings);
  current.current = bindings;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || keysAreTaken(event.target)) return;
      const name = keyName(event);
      if (controlAnswers(event.target, name)) return;
      const binding = current.current.find(({ key }) => key === name);
      if (!binding || (event.repeat && !binding.repeat)) return;
      event.preventDefault();
      binding.run();
    };
    window.addEventListener('keydown', onKey);
    return () => { window.removeEventListener('keydown', onKey); };
  }, []);
}
