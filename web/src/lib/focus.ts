/** Where the focus is after hands did something: controls reached by keyboard keep it, clicked ones give it back to the page. */
import { useEffect, type RefObject } from 'react';

/** The last used input device. */
let pointed = false;
/** The device that set the current focus. */
let byPointer = false;

if (typeof window !== 'undefined') {
  const used = (pointer: boolean) => () => {
    pointed = pointer;
  };
  window.addEventListener('pointerdown', used(true), { capture: true });
  window.addEventListener('keydown', used(false), { capture: true });
  window.addEventListener(
    'focusin',
    () => {
      byPointer = pointed;
    },
    { capture: true },
  );
}

/** True when the focus came to where it is by pointing, and not by Tab or another key. */
export const focusCameByPointer = (): boolean => byPointer;

/** Controls that keep the focus they were given by a click, because keys are meant for them. */
const KEEPS_FOCUS =
  'input, textarea, select, [contenteditable=true], [aria-expanded=true], [role=dialog] *, [role=menu] *, [role=listbox] *, [data-keeps-focus] *';

/** After a click on a control within `root` the focus goes back to `home`, so that keys do what the strip names. */
export function useFocusReturn(root: RefObject<HTMLElement | null>, home: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const onClick = (event: MouseEvent) => {
      // Keyboards click as well, with a count of none.
      if (event.detail === 0) return;
      const clicked = document.activeElement;
      // After what the click does: a control that opens something is marked as expanded then.
      requestAnimationFrame(() => {
        const focused = document.activeElement;
        // A key that was pressed meanwhile may have moved the focus, and it stays where that key put it.
        if (focused !== clicked || !byPointer) return;
        if (focused instanceof HTMLElement && element.contains(focused) && !focused.matches(KEEPS_FOCUS))
          home.current?.focus({ preventScroll: true });
      });
    };
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('click', onClick);
    };
  });
}
