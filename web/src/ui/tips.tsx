import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

/** The pointer rests so long on a control before its words show, in ms. */
const REST_MS = 400;
const HAS_WORDS = '[data-tip]';

interface Tip {
  control: HTMLElement;
  words: string;
}

/**
 * Words next to the control that the pointer rests on, or that Tab has reached: its `data-tip`, above it or where `data-tip-side`
 * asks for it at the right. One tooltip for the whole page; with one for each button a page would recreate dozens with every
 * gesture.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let near: HTMLElement | null = null;
    const hide = () => {
      clearTimeout(waiting);
      near = null;
      setTip(null);
    };
    const show = (control: HTMLElement) => setTip({ control, words: control.dataset['tip'] ?? '' });
    const onOver = ({ target }: Event) => {
      const control = controlOf(target);
      if (control === near) return;
      hide();
      near = control;
      if (control) waiting = setTimeout(() => show(control), REST_MS);
    };
    const onFocus = ({ target }: Event) => {
      const control = controlOf(target);
      if (control?.matches(':focus-visible')) show(control);
    };
    const listeners = [
      ['pointerover', onOver],
      ['focusin', onFocus],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', hide],
    ] as const;
    for (const [type, listener] of listeners) document.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener);
      clearTimeout(waiting);
    };
  }, []);
  if (!tip?.control.isConnected) return null;
  return <Tooltip opened target={tip.control} label={tip.words} position={tip.control.dataset['tipSide'] === 'right' ? 'right' : 'top'} />;
}

const controlOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(HAS_WORDS) : null;
